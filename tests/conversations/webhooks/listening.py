"""Webhooks in the database, and what is on its way to them."""

from typing import Any

from conversations import clock
from conversations.models import Webhook, WebhookDelivery, WebhookEvent
from providers.database import in_database

ADDRESS = "https://hooks.example.com/ezgraph"


async def listening(*events: str, url: str = ADDRESS, **values: Any) -> Webhook:
    """A webhook that wants these events, or every one, of all sessions."""
    values = {"events": list(events or WebhookEvent.values), "created_at": clock.now(), **values}
    return await in_database(Webhook.objects.create, url=url, **values)


async def told(webhook: Webhook) -> list[tuple[str, dict[str, Any]]]:
    """What was written for a webhook, in order: type and facts."""
    rows = WebhookDelivery.objects.filter(webhook=webhook).order_by("pk")
    return await in_database(lambda: list(rows.values_list("type", "facts")))
