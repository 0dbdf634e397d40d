"""What receivers read: ids, codes and times, and never a text of anybody."""

from typing import Any

from conversations.models import WebhookDelivery
from providers.wire.texts import to_json


def payload_of(delivery: WebhookDelivery) -> dict[str, Any]:
    """The message of an event; its session has to be at hand.

    The integration's own id of the session is read at this moment: it is gone with the session's data.
    """
    return {
        "id": str(delivery.event_id),
        "type": delivery.type,
        "timestamp": delivery.happened_at.isoformat().replace("+00:00", "Z"),
        "data": {
            "session": str(delivery.session_id),
            "graph": delivery.session.graph,
            "external_id": delivery.session.external_id,
            **delivery.facts,
        },
    }


def body_of(delivery: WebhookDelivery) -> bytes:
    """The message as it is sent."""
    return to_json(payload_of(delivery))
