"""The typed error that crosses the port instead of an exception, and its code table."""

from decimal import Decimal
from enum import StrEnum
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from providers.usage import Usage

MESSAGE_LENGTH: Final = 300


class ErrorCode(StrEnum):
    """Every way in which a provider call can fail. The values are stable."""

    CONFIG_INVALID = "config_invalid"
    """The provider is unknown, or its options do not fit."""
    CAPABILITY_MISSING = "capability_missing"
    """It cannot do what it was asked for, such as decide."""
    MODEL_MISSING = "model_missing"
    """No model was named, or the vendor does not have it."""
    TEMPLATE = "template"
    """A request of the type `http` cannot be filled in."""
    AUTH = "auth"
    """The vendor refused the key."""
    INVALID_REQUEST = "invalid_request"
    """The vendor refused the request as it is."""
    RATE_LIMITED = "rate_limited"
    """Too many calls in too short a time."""
    QUOTA = "quota"
    """What was paid for is used up."""
    BUDGET = "budget"
    """The budget that the site gave the provider is used up."""
    UNAVAILABLE = "unavailable"
    """The vendor says that it cannot answer now."""
    TIMEOUT = "timeout"
    """It did not answer in time."""
    NETWORK = "network"
    """It could not be reached."""
    BAD_RESPONSE = "bad_response"
    """What it answered cannot be read."""
    BAD_DECISION = "bad_decision"
    """The answers do not fit the questions."""
    REFUSED = "refused"
    """The model refused to answer."""
    TRUNCATED = "truncated"
    """The reply was cut off."""
    FILTERED = "filtered"
    """The vendor's filter withheld the reply."""
    CIRCUIT_OPEN = "circuit_open"
    """It failed too often and is left alone for a while."""
    CANCELLED = "cancelled"
    """Whoever asked did not wait for the answer."""


RETRYABLE: Final = frozenset(
    {
        ErrorCode.RATE_LIMITED,
        ErrorCode.UNAVAILABLE,
        ErrorCode.TIMEOUT,
        ErrorCode.NETWORK,
        ErrorCode.BAD_RESPONSE,
        ErrorCode.CIRCUIT_OPEN,
    }
)

CONFIGURATION: Final = frozenset(
    {
        ErrorCode.CONFIG_INVALID,
        ErrorCode.CAPABILITY_MISSING,
        ErrorCode.MODEL_MISSING,
        ErrorCode.TEMPLATE,
        ErrorCode.AUTH,
    }
)
"""Errors that somebody has to mend in the configuration; asking again cannot help."""


class Attempt(BaseModel):
    """One provider of a chain that was asked in vain: what it said, after how long, at what cost.

    `model` is the one that answered or, where none did, the one that was asked for; `usage` and `cost`
    are as of a ProviderError.
    """

    model_config = ConfigDict(frozen=True)

    provider: str
    model: str = ""
    code: ErrorCode
    message: str = Field(max_length=MESSAGE_LENGTH)
    status: int | None = None
    request_id: str | None = None
    duration_ms: int = Field(ge=0)
    usage: Usage | None = None
    cost: Decimal | None = None


class ProviderError(BaseModel):
    """Why a call gave no reply. A value, never raised across the port.

    `message` is safe to store and to show to staff: at most 300 characters, without vendor text
    or secrets. `status` is the HTTP status, `retry_after` the seconds that the vendor asked for.
    `model` answered, where one did, and `usage` is what that cost: an answer that was cut off,
    filtered or refused is charged all the same. None where the vendor counted nothing. `cost` is in US
    dollars. `permanent` says that asking again is of no use, whatever the code says in general. Of a
    chain it is the last one's error, and `attempts` are all who were asked.
    """

    model_config = ConfigDict(frozen=True)

    code: ErrorCode
    message: str = Field(max_length=MESSAGE_LENGTH)
    status: int | None = None
    retry_after: float | None = None
    permanent: bool = False
    request_id: str | None = None
    provider: str = ""
    model: str = ""
    usage: Usage | None = None
    attempts: tuple[Attempt, ...] = ()
    cost: Decimal | None = None

    @property
    def retryable(self) -> bool:
        """True where the same request may succeed a moment later."""
        return self.code in RETRYABLE and not self.permanent


class ProviderFault(Exception):
    """What an adapter raises inside itself; the boundary turns it into a `ProviderError`."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        request_id: str | None = None,
        model: str = "",
        usage: Usage | None = None,
    ) -> None:
        super().__init__(message)
        self.error = ProviderError(
            code=code,
            message=message[:MESSAGE_LENGTH],
            status=status,
            retry_after=retry_after,
            request_id=request_id,
            model=model,
            usage=usage,
        )
