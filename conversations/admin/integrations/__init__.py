"""Integrations: who they are, their API keys, and how such a key is issued, replaced and revoked."""

from conversations.admin.integrations.clients import ApiClientAdmin
from conversations.admin.integrations.keys import ApiKeyAdmin

__all__ = ["ApiClientAdmin", "ApiKeyAdmin"]
