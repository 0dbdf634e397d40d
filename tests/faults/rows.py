"""Every row of a session, read at one moment."""

from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from conversations.models import Channel, Message, ModelCall, Session, Step, Turn, WebhookDelivery


def read(session: UUID) -> dict[str, Any]:
    """All columns of all rows, in order, and the seconds that its lease has left (None: it is free)."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        row = Session.objects.filter(pk=session).values().get()
        expires = row["lease_expires_at"]
        return {
            "session": row,
            "turns": list(Turn.objects.filter(session=session).order_by("number").values()),
            "steps": list(
                Step.objects.filter(turn__session=session).order_by("turn__number", "number").values()
            ),
            "messages": list(Message.objects.filter(session=session).order_by("seq").values()),
            "channels": list(Channel.objects.filter(session=session).order_by("node").values()),
            "calls": list(ModelCall.objects.filter(turn__session=session).order_by("pk").values()),
            "events": list(
                WebhookDelivery.objects.filter(session=session).order_by("pk").values("type", "facts")
            ),
            "lease_left": None if expires is None else (expires - timezone.now()).total_seconds(),
        }
