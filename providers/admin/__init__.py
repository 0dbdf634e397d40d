"""The back office for providers; its lists and forms serve the other apps' pages, too."""

from providers.admin import provider

__all__ = ["provider"]
