"""Headers of answers that no operation names by itself: what is left of the allowance, and when to go on."""

from typing import Any, Final

from conversations.api.base.problems import MEDIA_TYPE, RETRY_AFTER

RATE_LIMITS: Final[dict[str, Any]] = {
    "RateLimit": {
        "description": "What is left of the allowance, and seconds until there is all of it.",
        "schema": {"type": "string"},
        "example": '"key";r=5987;t=42',
    },
    "RateLimit-Policy": {
        "description": "Whose allowance it is, of how many calls, in how many seconds.",
        "schema": {"type": "string"},
        "example": '"key";q=6000;w=60',
    },
    "X-Request-ID": {
        "description": "Names the request in the site's log; one that was sent, where it is a plain name.",
        "schema": {"type": "string"},
    },
}
"""Of every answer but those that were given before anybody was asked who calls."""

LATER: Final[dict[str, Any]] = {
    "Retry-After": {
        "description": "Seconds after which it is worth asking again.",
        "schema": {"type": "integer", "minimum": 0},
        "example": 5,
    }
}

_ALWAYS_LATER: Final = frozenset({"429", "503"})


def add_headers(document: dict[str, Any]) -> None:
    """Put the headers into a document, once each, and name them in each answer that has them."""
    document["components"]["headers"] = {**RATE_LIMITS, **LATER}
    for methods in document["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                names = [*RATE_LIMITS, *(LATER if _asks_later(status, answer) else ())]
                headers = answer.setdefault("headers", {})
                headers.update({name: {"$ref": f"#/components/headers/{name}"} for name in names})


def _asks_later(status: str, answer: dict[str, Any]) -> bool:
    """Whether an answer of this status may say when to go on."""
    media = answer.get("content", {}).get(MEDIA_TYPE, {"examples": {}})
    codes = {example["value"]["code"] for example in media["examples"].values()}
    return status in _ALWAYS_LATER or not codes.isdisjoint(RETRY_AFTER)
