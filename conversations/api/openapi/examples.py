"""Examples of what the API gives, which a test checks against their schemas."""

from typing import Any, Final
from uuid import UUID

from conversations.api.openapi.operations import in_path

_ID: Final = "0b8a5a3e-6a5e-4a52-9d0c-6f1f0f0f8a11"

SESSION: Final[dict[str, Any]] = {
    "id": _ID,
    "graph": "quote",
    "status": "active",
    "external_id": "order-1207",
    "external_user": "ada",
    "created_at": "2026-05-01T08:30:00Z",
    "updated_at": "2026-05-01T08:31:12Z",
    "turns": 1,
    "messages": 2,
}

STARTED: Final = {**SESSION, "turns": 0, "messages": 0, "token": "WyIwYjhhIiwwXQ:1vQd3x:fRk0"}

NEW_SESSION: Final = {"graph": "quote", "external_user": "ada"}

SESSIONS: Final = {"sessions": [SESSION], "next": None}

NEW_TURN: Final = {"message": "Hello, I'm Ada Lovelace.", "client_id": "message-1"}

USAGE: Final = {
    "calls": 1,
    "input_tokens": 412,
    "output_tokens": 18,
    "cached_input_tokens": 0,
    "by_model": [
        {
            "provider": "embedded",
            "model": "embedded-1",
            "calls": 1,
            "input_tokens": 412,
            "output_tokens": 18,
            "cached_input_tokens": 0,
        }
    ],
}

TURN: Final[dict[str, Any]] = {
    "success": True,
    "completed": False,
    "message": "Thank you, Ada. When were you born?",
    "handed_over": False,
    "session": _ID,
    "turn": 1,
    "usage": USAGE,
}

EVENTS: Final = """id: 1-0
event: turn_started
data: {"turn": 1, "client_id": "message-1"}

event: delta
data: {"turn": 1, "text": "Thank you, Ada."}

"""

NEW_RUN: Final = {
    "graph": "receipt",
    "config": {"text": "Corner Shop\n2026-03-04\nMilk  €1.20\nTotal  €1.20"},
}

RECEIPT: Final[dict[str, Any]] = {
    "merchant": "Corner Shop",
    "currency": "EUR",
    "purchase_date": "2026-03-04",
    "due_date": None,
    "service_date": None,
    "lines": [{"description": "Milk", "quantity": "1", "unit_price": None, "amount": "1.20"}],
    "subtotal": "1.20",
    "tax_lines": [],
    "tip": None,
    "total": "1.20",
}

STANDING: Final = {**TURN, "status": "completed", "client_id": "message-1"}

MESSAGES: Final = {
    "messages": [
        {
            "n": 1,
            "turn": 1,
            "role": "customer",
            "text": "Hello, I'm Ada Lovelace.",
            "at": "2026-05-01T08:31:10Z",
            "client_id": "message-1",
            "suggestions": [],
        },
        {
            "n": 2,
            "turn": 1,
            "role": "assistant",
            "text": "Thank you, Ada. When were you born?",
            "at": "2026-05-01T08:31:12Z",
            "client_id": None,
            "suggestions": [],
        },
    ],
    "next": None,
}

GRAPHS: Final = {"graphs": [{"name": "quote", "title": "Car insurance"}]}

GRAPH: Final = {
    "name": "quote",
    "title": "Car insurance",
    "greeting": "Hello! What is your name?",
    "response_mode": "chat",
    "requires_message": True,
    "config": None,
    "mermaid": 'flowchart TD\n    begin((start)) --> n0\n    n0("DriverNode")\n',
}

SESSION_ID: Final = in_path("session_id", "The session's id.", UUID, _ID)
"""The part of an address that names a session."""

NUMBER: Final = in_path("number", "The turn's number in its session, from 1 on.", int, 1)
"""The part of an address that names a turn."""
