"""Graphs: what each is made of, how sessions go through it, and what staff set for it."""

from conversations.admin.graphs.admin import GraphSettingsAdmin

__all__ = ["GraphSettingsAdmin"]
