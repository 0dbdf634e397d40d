"""Refusals of a server as faults of the port: the code table of HTTP statuses and error bodies.

The messages are ours. Nothing that a server writes is passed on, for it may quote keys, prompts
or customers.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from providers import clock
from providers.errors import ErrorCode, ProviderFault
from providers.wire.empty_accounts import account_named_empty, account_said_empty
from providers.wire.retry_after import retry_after
from providers.wire.texts import from_json

CODES: Final[Mapping[int, ErrorCode]] = {
    HTTPStatus.UNAUTHORIZED: ErrorCode.AUTH,
    HTTPStatus.PAYMENT_REQUIRED: ErrorCode.QUOTA,
    HTTPStatus.FORBIDDEN: ErrorCode.AUTH,
    HTTPStatus.REQUEST_TIMEOUT: ErrorCode.UNAVAILABLE,
    HTTPStatus.CONFLICT: ErrorCode.UNAVAILABLE,
    HTTPStatus.TOO_EARLY: ErrorCode.UNAVAILABLE,
    HTTPStatus.TOO_MANY_REQUESTS: ErrorCode.RATE_LIMITED,
}
"""Statuses that do not follow their hundred: other 4xx are invalid requests, all 5xx unavailable."""

MESSAGES: Final[Mapping[ErrorCode, str]] = {
    ErrorCode.AUTH: "The provider refused the key.",
    ErrorCode.INVALID_REQUEST: "The provider refused the request.",
    ErrorCode.RATE_LIMITED: "The provider asks for fewer requests.",
    ErrorCode.QUOTA: "The credit, quota or spend limit of the account is used up.",
    ErrorCode.UNAVAILABLE: "The provider is not available.",
    ErrorCode.BAD_RESPONSE: "The provider sent something else than a reply.",
}

REASONS: Final[Mapping[str, str]] = {
    "context_length_exceeded": "The conversation is too long for the model.",
    "model_not_found": "The provider does not know the model.",
    "unsupported_parameter": "The model does not take one of the parameters.",
    "unsupported_value": "The model does not take the value of a parameter.",
    "invalid_function_parameters": "The provider refused the JSON Schema of a tool.",
    "max_tokens_exceeded": "The request is too long for the model.",
    "tokens_exceeded": "The request is too long for the model.",
}
"""Error codes of vendors that say more than the status does."""

TYPES: Final[Mapping[str, ErrorCode]] = {
    "authentication_error": ErrorCode.AUTH,
    "billing_error": ErrorCode.QUOTA,
    "invalid_request_error": ErrorCode.INVALID_REQUEST,
    "not_found_error": ErrorCode.INVALID_REQUEST,
    "permission_error": ErrorCode.AUTH,
    "rate_limit_error": ErrorCode.RATE_LIMITED,
    "request_too_large": ErrorCode.INVALID_REQUEST,
}
"""Types of errors that come without a status, in the middle of a stream; all others are unavailable."""

QUOTA_STATUSES: Final = frozenset({400, 403, 429})
"""Statuses that vendors also give to an account that is empty."""


def refusal(status: int, headers: Mapping[str, str], body: bytes) -> ProviderFault:
    """Return the fault that an answer with a status other than 2xx stands for.

    `headers` are looked up in lower case; of `body` only the error object or text counts.
    """
    error = _error_object(body)
    code = _code_of_status(status, error)
    return ProviderFault(
        code,
        f"{_reason(code, error)} (HTTP {status})",
        status=status,
        retry_after=retry_after(headers, clock.now()),
    )


def refusal_in_body(error: Any) -> ProviderFault:
    """Return the fault for an error object inside an answer that began as a success."""
    status = error.get("code") if isinstance(error, dict) else None
    if isinstance(status, int) and 400 <= status <= 599:
        code = _code_of_status(status, error)
        return ProviderFault(code, f"{_reason(code, error)} (error {status})", status=status)
    empty = account_named_empty(error) or account_said_empty(error, may_quote=True)
    code = ErrorCode.QUOTA if empty else _code_of_type(error)
    return ProviderFault(code, _reason(code, error))


def _error_object(body: bytes) -> Any:
    try:
        content = from_json(body)
    except ValueError:
        return body.decode("utf-8", "replace")
    if not isinstance(content, dict):
        return content
    return content.get("error") or content.get("detail") or content


def _code_of_status(status: int, error: Any) -> ErrorCode:
    if status in QUOTA_STATUSES and _named(error) not in REASONS:
        may_quote = status == HTTPStatus.BAD_REQUEST
        if account_named_empty(error) or account_said_empty(error, may_quote=may_quote):
            return ErrorCode.QUOTA
    if status in CODES:
        return CODES[status]
    if status >= 500:
        return ErrorCode.UNAVAILABLE
    return ErrorCode.INVALID_REQUEST if status >= 400 else ErrorCode.BAD_RESPONSE


def _code_of_type(error: Any) -> ErrorCode:
    name = error.get("type") if isinstance(error, dict) else None
    return TYPES.get(name, ErrorCode.UNAVAILABLE) if isinstance(name, str) else ErrorCode.UNAVAILABLE


def _reason(code: ErrorCode, error: Any) -> str:
    named = _named(error)
    return REASONS[named] if code is ErrorCode.INVALID_REQUEST and named in REASONS else MESSAGES[code]


def _named(error: Any) -> str:
    """Return what the vendor calls the error, or empty text."""
    names = [error.get("code"), error.get("error_type")] if isinstance(error, dict) else []
    return next((name for name in names if isinstance(name, str)), "")
