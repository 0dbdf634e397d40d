"""The graph new_graph: a call back is arranged.

`rules.py` knows nothing of the framework; `graph.py` and `nodes/` do.
"""
