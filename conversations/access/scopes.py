"""What API keys may be allowed to do."""

from typing import Final

SESSIONS_WRITE: Final = "sessions:write"
SESSIONS_READ: Final = "sessions:read"
SESSIONS_ERASE: Final = "sessions:erase"
DECISIONS_READ: Final = "decisions:read"
DECISIONS_REVIEW: Final = "decisions:review"
PROVIDERS_READ: Final = "providers:read"
PROVIDERS_TEST: Final = "providers:test"
USAGE_READ: Final = "usage:read"
WEBHOOKS: Final = "webhooks"
ADMIN: Final = "admin"

ALL: Final = (
    SESSIONS_WRITE,
    SESSIONS_READ,
    SESSIONS_ERASE,
    DECISIONS_READ,
    DECISIONS_REVIEW,
    PROVIDERS_READ,
    PROVIDERS_TEST,
    USAGE_READ,
    WEBHOOKS,
    ADMIN,
)
"""Every scope, in the order in which people are shown them. `admin` implies all others."""

VISITORS: Final = frozenset({SESSIONS_WRITE, SESSIONS_READ})
"""What a visitor may do in the session of the token."""
