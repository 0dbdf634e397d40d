"""Home of the back office: how today goes against the same time a week ago, and what wants somebody."""

from conversations.admin.home.page import dashboard

__all__ = ["dashboard"]
