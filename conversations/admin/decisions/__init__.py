"""Decisions: their list and their page, reviews, and the queue of what is to be reviewed."""

from conversations.admin.decisions.admin import DecisionAdmin

__all__ = ["DecisionAdmin"]
