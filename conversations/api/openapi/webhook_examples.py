"""Examples of webhooks and deliveries, which a test checks against their schemas."""

from typing import Any, Final
from uuid import UUID

from conversations.api.openapi.operations import in_path

_ID: Final = "5c0f6a43-9a83-4f58-b1a4-3d0c2f1d7e55"

_EVENT: Final = "b6a4a1de-4a0a-4a63-8c27-0d5a7a1f9c02"

NEW_WEBHOOK: Final[dict[str, Any]] = {
    "url": "https://hooks.example.com/ezgraph",
    "events": ["turn.completed", "turn.failed"],
    "description": "Orders",
}

WEBHOOK: Final[dict[str, Any]] = {
    "id": _ID,
    **NEW_WEBHOOK,
    "all_sessions": False,
    "enabled": True,
    "created_at": "2026-05-01T08:30:00Z",
    "former_secret_until": None,
}

WITH_SECRET: Final = {**WEBHOOK, "secret": "whsec_c2hvd24gdGhpcyBvbmNlLCBhbmQgbmV2ZXIgYWdhaW4="}

ROTATED: Final = {**WITH_SECRET, "former_secret_until": "2026-05-02T08:30:00Z"}

WEBHOOKS: Final = {"webhooks": [WEBHOOK], "next": None}

DELIVERY: Final[dict[str, Any]] = {
    "id": 4711,
    "event": _EVENT,
    "type": "turn.completed",
    "status": "delivered",
    "happened_at": "2026-05-01T08:31:12Z",
    "next_attempt_at": None,
    "replayed_at": None,
    "ended_at": "2026-05-01T08:31:18Z",
    "attempts": [
        {"at": "2026-05-01T08:31:12Z", "ms": 15003, "status": None, "code": "TIMEOUT"},
        {"at": "2026-05-01T08:31:18Z", "ms": 41, "status": 204, "code": ""},
    ],
    "message": {
        "id": _EVENT,
        "type": "turn.completed",
        "timestamp": "2026-05-01T08:31:12Z",
        "data": {
            "session": "0b8a5a3e-6a5e-4a52-9d0c-6f1f0f0f8a11",
            "graph": "quote",
            "external_id": "order-1207",
            "turn": 1,
            "completed": False,
            "handed_over": False,
        },
    },
}

WAITING: Final = {
    **DELIVERY,
    "status": "waiting",
    "next_attempt_at": "2026-05-01T09:00:00Z",
    "replayed_at": "2026-05-01T09:00:00Z",
    "ended_at": None,
}

DELIVERIES: Final = {"deliveries": [DELIVERY], "next": "4711"}

WEBHOOK_ID: Final = in_path("webhook_id", "The webhook's id.", UUID, _ID)

DELIVERY_ID: Final = in_path("delivery", "The delivery's id, as the log tells it.", int, 4711)
