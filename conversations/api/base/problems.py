"""Every error of the API as problem details (RFC 9457), with the codes of the code table."""

import logging
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import PermissionDenied, TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from conversations.access import AccessDenied, Throttled
from conversations.codes import Code
from conversations.engine.errors import EngineError
from conversations.review import ReviewFault, VerdictsInvalid
from conversations.text import sayable

logger = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"

STATUS: Final[dict[Code, HTTPStatus]] = {
    Code.INVALID: HTTPStatus.BAD_REQUEST,
    Code.MESSAGE_INVALID: HTTPStatus.BAD_REQUEST,
    Code.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    Code.FORBIDDEN: HTTPStatus.FORBIDDEN,
    Code.NOT_FOUND: HTTPStatus.NOT_FOUND,
    Code.METHOD_NOT_ALLOWED: HTTPStatus.METHOD_NOT_ALLOWED,
    Code.GRAPH_UNKNOWN: HTTPStatus.NOT_FOUND,
    Code.SESSION_UNKNOWN: HTTPStatus.NOT_FOUND,
    Code.SESSION_BUSY: HTTPStatus.CONFLICT,
    Code.SESSION_CONFLICT: HTTPStatus.CONFLICT,
    Code.SESSION_COMPLETED: HTTPStatus.CONFLICT,
    Code.SESSION_TOO_NEW: HTTPStatus.CONFLICT,
    Code.TURN_NOT_RETRYABLE: HTTPStatus.CONFLICT,
    Code.TURN_CANCELLED: HTTPStatus.CONFLICT,
    Code.IDEMPOTENCY_MISMATCH: HTTPStatus.UNPROCESSABLE_ENTITY,
    Code.REVIEW_STALE: HTTPStatus.CONFLICT,
    Code.NOT_HANDED_OVER: HTTPStatus.CONFLICT,
    Code.HELD_BY_ANOTHER: HTTPStatus.CONFLICT,
    Code.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Code.UNSUPPORTED_MEDIA_TYPE: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Code.RATE_LIMITED: HTTPStatus.TOO_MANY_REQUESTS,
    Code.TURN_FAILED: HTTPStatus.BAD_GATEWAY,
    Code.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}

TRY_AGAIN: Final = "The request could not be answered. Please try again."

RETRY_AFTER: Final = {Code.SESSION_BUSY: "1", Code.UNAVAILABLE: "5"}
"""Seconds after which it is worth asking again."""

_CODE_OF_STATUS: Final = {
    HTTPStatus.BAD_REQUEST: Code.INVALID,
    HTTPStatus.UNAUTHORIZED: Code.UNAUTHENTICATED,
    HTTPStatus.FORBIDDEN: Code.FORBIDDEN,
    HTTPStatus.NOT_FOUND: Code.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED: Code.METHOD_NOT_ALLOWED,
    HTTPStatus.NOT_ACCEPTABLE: Code.INVALID,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Code.TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: Code.UNSUPPORTED_MEDIA_TYPE,
}


class TooLarge(exceptions.APIException):
    """The body is larger than the API reads."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_detail = "The body is too large."


def problem(code: Code, detail: str, **members: Any) -> Response:
    """A problem details response; `members` are added where they are not None."""
    status = STATUS[code]
    body = {
        **{name: sayable(value) for name, value in members.items() if value is not None},
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "detail": sayable(detail),
        "code": code,
    }
    response = Response(body, status=status, content_type=MEDIA_TYPE)
    if code in RETRY_AFTER:
        response["Retry-After"] = RETRY_AFTER[code]
    if code is Code.UNAUTHENTICATED:
        response["WWW-Authenticate"] = 'Bearer realm="api"'
    return response


def plain(answer: Response) -> Response:
    """A response of `problem` or `problem_of`, to be sent by what is no view of REST framework's."""
    answer.accepted_renderer = JSONRenderer()
    answer.accepted_media_type = JSONRenderer.media_type
    answer.renderer_context = {}  # type: ignore[attr-defined]  # its stubs leave it out
    answer.render()
    return answer


def problem_of(error: Exception, context: dict[str, Any] | None = None) -> Response:
    """The response to an exception of a view; REST framework's exception handler."""
    match error:
        case EngineError():
            return problem(error.code, error.message, turn=error.turn, errors=error.errors)
        case VerdictsInvalid():
            return problem(error.code, error.message, errors=error.errors)
        case ReviewFault():
            return problem(error.code, error.message)
        case Throttled():
            throttled = problem(error.code, error.message)
            throttled["Retry-After"] = str(error.seconds)
            return throttled
        case AccessDenied():
            return problem(error.code, error.message)
        case exceptions.ValidationError():
            return problem(Code.INVALID, "The request is not valid.", errors=error.detail)
        case exceptions.APIException():
            code = _CODE_OF_STATUS.get(HTTPStatus(error.status_code), Code.INVALID)
            return problem(code, str(error.detail))
        case TooManyFieldsSent():
            return problem(Code.INVALID, "There are too many parameters.")
        case Http404():
            return problem(Code.NOT_FOUND, "There is nothing at this address.")
        case PermissionDenied():
            return problem(Code.FORBIDDEN, "This is not allowed.")
        case OperationalError() | InterfaceError():
            logger.error("The database cannot answer: %s", type(error).__name__)
            return problem(Code.UNAVAILABLE, TRY_AGAIN)
    logger.error("A request of the API could not be answered.", exc_info=error)
    return problem(Code.UNAVAILABLE, TRY_AGAIN)
