"""The graph new_graph.

`rules.py` knows nothing of the framework; `graph.py` and `nodes/` do.
"""
