"""What API keys may be allowed to do."""

from collections.abc import Mapping
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

MEANINGS: Final[Mapping[str, str]] = {
    SESSIONS_WRITE: (
        "start sessions, send messages, retry and cancel turns, end sessions; with sessions' tokens, for 30"
        " days, also read them"
    ),
    SESSIONS_READ: "read sessions and every message in them",
    SESSIONS_ERASE: "erase for good what customers said and are known by",
    DECISIONS_READ: "read decisions with their answers and probabilities",
    DECISIONS_REVIEW: "judge decisions, as reviewers do",
    PROVIDERS_READ: "see the site's providers and how they do; no secrets",
    PROVIDERS_TEST: "send a provider a request to try it out, which may cost money",
    USAGE_READ: "count calls, tokens and cost",
    WEBHOOKS: "add and remove webhooks, read what was sent, send it again",
    ADMIN: "all of these, in the sessions of every integration and every visitor",
}
"""What each scope lets a key do, in the order in which people are shown them."""

ALL: Final = tuple(MEANINGS)
"""Every scope. `admin` implies all others."""

VISITORS: Final = frozenset({SESSIONS_WRITE, SESSIONS_READ})
"""What a visitor may do in the session of the token."""
