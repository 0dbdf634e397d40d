"""The errors of operations as the document shows them: by status, with an example of each code."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework import serializers

from conversations.api.base.problems import MEDIA_TYPE, STATUS
from conversations.codes import Code

ALWAYS: Final = (Code.INVALID, Code.UNAUTHENTICATED, Code.RATE_LIMITED, Code.UNAVAILABLE)
"""What every operation can answer."""

WITH_A_BODY: Final = (Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE)

OF_A_SESSION: Final = (Code.FORBIDDEN, Code.SESSION_UNKNOWN)
"""What every operation on a session can answer."""

_SESSION: Final = "0b8a5a3e-6a5e-4a52-9d0c-6f1f0f0f8a11"

_DETAILS: Final[Mapping[Code, str]] = {
    Code.INVALID: "The request is not valid.",
    Code.MESSAGE_INVALID: "The message is empty.",
    Code.UNAUTHENTICATED: "The key or token is not valid, or no longer.",
    Code.FORBIDDEN: "The key lacks the scope sessions:read.",
    Code.NOT_FOUND: "There is nothing at this address.",
    Code.GRAPH_UNKNOWN: "There is no such conversation here.",
    Code.SESSION_UNKNOWN: "There is no such session.",
    Code.SESSION_BUSY: "The previous message is still being answered.",
    Code.SESSION_CONFLICT: "The session was changed elsewhere. Please try again.",
    Code.SESSION_COMPLETED: "This conversation has ended.",
    Code.SESSION_TOO_NEW: "This conversation is served by a newer version of the site.",
    Code.TURN_NOT_RETRYABLE: "This message cannot be tried again.",
    Code.TURN_CANCELLED: "This message was cancelled.",
    Code.IDEMPOTENCY_MISMATCH: "This message id was used before with another content.",
    Code.REVIEW_STALE: "This was reviewed meanwhile.",
    Code.TOO_LARGE: "The body is too large.",
    Code.UNSUPPORTED_MEDIA_TYPE: 'Unsupported media type "text/plain" in request.',
    Code.RATE_LIMITED: "No more than 20 messages a minute are possible here. Please go on in 12 seconds.",
    Code.TURN_FAILED: "The message is stored and what was answered before stands; the turn can be retried.",
    Code.UNAVAILABLE: "The request could not be answered. Please try again.",
}

_MEMBERS: Final[Mapping[Code, Mapping[str, Any]]] = {
    Code.INVALID: {"errors": {"limit": ["A valid integer is required."]}},
    Code.SESSION_BUSY: {"turn": 4},
    Code.TURN_CANCELLED: {"turn": 4},
    Code.TURN_FAILED: {
        "success": False,
        "completed": False,
        "message": "Sorry, something went wrong on our side. Your message is saved: please try again.",
        "handed_over": False,
        "session": _SESSION,
        "turn": 4,
        "usage": {
            "calls": 1,
            "input_tokens": 0,
            "output_tokens": 0,
            "cached_input_tokens": 0,
            "by_model": [],
        },
        "retryable": True,
        "cause": "PROVIDER_FAILED",
    },
}


class ProblemSerializer(serializers.Serializer[Any]):
    """Problem details (RFC 9457). `code` is stable, `detail` is for people and may change.

    `errors` names what is wrong by field, `turn` the turn that it is about. A turn that failed has the
    members of its result, too.
    """

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.ChoiceField(choices=sorted(code.value for code in STATUS))
    turn = serializers.IntegerField(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The fields above and `errors`, whose name as an attribute is the serializer's own."""
        return {**super().get_fields(), "errors": serializers.DictField(required=False)}


def failures(codes: Iterable[Code]) -> dict[Any, OpenApiResponse]:
    """The responses for these codes."""
    by_status: dict[HTTPStatus, list[Code]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(STATUS[code], []).append(code)
    return {
        (int(status), MEDIA_TYPE): OpenApiResponse(
            ProblemSerializer, ", ".join(found), [_example(code) for code in found]
        )
        for status, found in sorted(by_status.items())
    }


def _example(code: Code) -> OpenApiExample:
    status = STATUS[code]
    value = {
        **_MEMBERS.get(code, {}),
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "detail": _DETAILS[code],
        "code": code.value,
    }
    return OpenApiExample(
        code.value, value=value, response_only=True, status_codes=[str(int(status))], media_type=MEDIA_TYPE
    )
