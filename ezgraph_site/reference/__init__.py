"""Writes docs/reference from the docstrings and signatures of what authors of graphs use: `make docs`."""
