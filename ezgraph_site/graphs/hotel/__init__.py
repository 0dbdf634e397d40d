"""A hotel search in one city: decisions route, conversations collect five criteria, code searches and prices.

Criteria checks, search, prices and choosing are plain functions; only `graph.py` and `nodes/` know the
framework.
"""
