"""How a provider has been doing: calls, errors, latency and cost, on its page of the back office."""

from conversations.admin.provider_figures.panel import show_panel

__all__ = ["show_panel"]
