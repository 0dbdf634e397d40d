"""Webhooks: where they lead, what was sent, and sending it again."""

from conversations.admin.webhooks.admin import WebhookAdmin
from conversations.admin.webhooks.deliveries import WebhookDeliveryAdmin

__all__ = ["WebhookAdmin", "WebhookDeliveryAdmin"]
