"""A car insurance quote in five stages: driver, vehicle, history, coverage, quote.

Rules, rating and catalogue are plain functions and values; only `graph.py` and `nodes/` know the framework.
"""
