"""A receipt's text becomes a checked record: a one-shot graph that answers with a JSON object.

Currencies, values and rules are plain; only `graph.py` and `reading.py` know the framework.
"""
