"""What the OpenAPI document says beside the operations, as drf-spectacular takes it."""

from typing import Any, Final

SAID: Final[dict[str, Any]] = {
    "TITLE": "Conversations",
    "DESCRIPTION": (
        "Start conversations, run their turns and read what was decided. Every error is a problem details"
        " object (RFC 9457) with a stable `code`. Fields that nobody knows are refused. Times are ISO 8601 in"
        " UTC. Send an API key or a visitor's token as a bearer. Staff who are logged in need neither, but"
        " the CSRF token in the header X-CSRFToken where something changes. The headers RateLimit and"
        " RateLimit-Policy tell how many calls are left; this document is not counted and has none."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": False,
    "DISABLE_ERRORS_AND_WARNINGS": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "bearer": {
                "type": "http",
                "scheme": "bearer",
                "description": "An API key (`ezg_…`) or a visitor's token.",
            },
            "staff": {
                "type": "apiKey",
                "in": "cookie",
                "name": "sessionid",
                "description": "Somebody of staff who is logged in to the back office.",
            },
        }
    },
    "ENUM_NAME_OVERRIDES": {
        "SessionStatusEnum": "conversations.models.states.SessionStatus.values",
        "TurnStatusEnum": "conversations.models.states.TurnStatus.values",
        "WebhookEventEnum": "conversations.models.states.WebhookEvent.values",
    },
    "TAGS": [
        {"name": "graphs", "description": "What can be run."},
        {"name": "sessions", "description": "Conversations, from their start to their end."},
        {"name": "turns", "description": "Messages and their answers."},
        {"name": "decisions", "description": "What was decided, and reviews of it."},
        {"name": "providers", "description": "Who answers, and how they are."},
        {"name": "usage", "description": "Calls, tokens and cost."},
        {"name": "webhooks", "description": "Who is told what happens."},
    ],
}
