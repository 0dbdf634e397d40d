"""Webhooks in the database, and what is on its way to them."""

from typing import Any

from conversations import clock
from conversations.engine.store import outbox
from conversations.models import Session, Webhook, WebhookDelivery, WebhookEvent
from conversations.webhooks.managing import register
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


async def registered(url: str = ADDRESS, **values: Any) -> tuple[Webhook, str]:
    """A webhook of all sessions that was added as staff do it, and its secret."""
    values = {"events": WebhookEvent.values, "client": None, **values}
    return await in_database(register, url, **values)


async def new_session(**values: Any) -> Session:
    """A session without anything in it."""
    values = {"graph": "wish", "cursor": "NameNode", "updated_at": clock.now(), **values}
    return await in_database(Session.objects.create, **values)


async def happened(session: Session, *turns: int) -> None:
    """Tell that these turns of a session were completed."""

    def tell() -> None:
        for turn in turns:
            outbox.turn_completed(session.pk, turn)

    await in_database(tell)


async def deliveries(**where: Any) -> list[WebhookDelivery]:
    """What is on its way or was, in order."""
    return await in_database(lambda: list(WebhookDelivery.objects.filter(**where).order_by("pk")))
