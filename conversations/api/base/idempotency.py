"""The caller's own id of what it asks for, by the header Idempotency-Key or by a field of the body."""

from typing import Final

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from conversations.api.base.fields import LONGEST_NAME
from conversations.text import holds_forbidden

HEADER: Final = "Idempotency-Key"


def own_id(request: Request, in_body: str | None) -> str | None:
    """The id that the body or the header names, None where neither does.

    Raises ValidationError where the header is no id, comes twice, or is not what the body says: one of the
    two would be passed over, and with it the promise that nothing happens twice.
    """
    key = request.headers.get(HEADER, "").strip()
    if not key:
        return in_body
    if _times(request) > 1:
        raise _refusal("Send this once.")
    if len(key) > LONGEST_NAME:
        raise _refusal(f"This is longer than {LONGEST_NAME} characters.")
    if holds_forbidden(key):
        raise _refusal("This holds characters that are not allowed.")
    if in_body is not None and in_body != key:
        raise _refusal("The body names another id: send one of the two.")
    return key


def _times(request: Request) -> int:
    """How often the header came: Django hands out all of them in one text, with commas between."""
    headers = getattr(request._request, "scope", {}).get("headers", ())
    return sum(name.lower() == HEADER.lower().encode() for name, _ in headers)


def _refusal(why: str) -> ValidationError:
    return ValidationError({HEADER: [why]})
