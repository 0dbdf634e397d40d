"""Replays: captured decisions asked again of another provider or model, and compared answer by answer."""

from conversations.admin.replays.admin import ReplayAdmin

__all__ = ["ReplayAdmin"]
