"""Decisions on record, and reviews of them."""
