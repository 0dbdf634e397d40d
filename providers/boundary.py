"""Nothing is raised across the port: whatever an adapter raises leaves here as a `ProviderError`."""

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Collection, Sequence
from decimal import Decimal
from typing import Final, TypeVar, cast

import httpx
from pydantic import SecretStr

from providers.addresses import AddressRefused
from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError, ProviderFault
from providers.ports import (
    CHAT,
    DECIDE,
    BatchDecideProvider,
    ChatProvider,
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideProvider,
    DecideReply,
    DecideRequest,
    DecideResult,
    Provider,
    StreamReset,
    TextDelta,
)
from providers.secrets.redaction import Redaction
from providers.streams import closing
from providers.together import side_by_side

logger = logging.getLogger(__name__)

Reply = TypeVar("Reply", ChatReply, DecideReply)

MOST_DOLLARS: Final = Decimal(10**9)
"""A cost above this is no cost of a call."""

_LACKING: Final = {
    CHAT: "The provider does not hold conversations.",
    DECIDE: "The provider does not answer typed questions.",
}


class Boundary:
    """An adapter that keeps the port's promises, whoever wrote it.

    Every method is there. Exceptions become errors, cancellation propagates, replies and errors carry
    the provider's name, a stream ends with exactly one final item, each of several requests has its
    result, and none of `secrets` stands in a message, a request's id or a model's name. A cost that is
    none, below zero or not finite, is left out.
    """

    def __init__(self, adapter: Provider, secrets: Collection[SecretStr] = ()) -> None:
        self._adapter = adapter
        self._redaction = Redaction(secrets)

    @property
    def name(self) -> str:
        """The adapter's name."""
        return self._adapter.name

    @property
    def capabilities(self) -> frozenset[str]:
        """The adapter's capabilities."""
        return self._adapter.capabilities

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask the adapter; see `ChatProvider.chat`."""
        if CHAT not in self.capabilities:
            return self._without(CHAT)
        cancellations = _cancellations()
        try:
            result = await cast(ChatProvider, self._adapter).chat(request)
        except BaseException as exception:
            _let_pass(exception, cancellations)
            return self._signed_error(error_of(exception))
        return self._final(result, ChatReply)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask the adapter; see `ChatProvider.chat_stream`."""
        if CHAT not in self.capabilities:
            yield self._without(CHAT)
            return
        final: ChatResult | None = None
        cancellations = _cancellations()
        try:
            async with closing(cast(ChatProvider, self._adapter).chat_stream(request)) as items:
                async for item in items:
                    if not isinstance(item, TextDelta | StreamReset):
                        final = item
                        break
                    yield item
        except BaseException as exception:
            _let_pass(exception, cancellations)
            final = final or error_of(exception)
        yield self._final(final, ChatReply)

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask the adapter; see `DecideProvider.decide`."""
        if DECIDE not in self.capabilities:
            return self._without(DECIDE)
        cancellations = _cancellations()
        try:
            result = await cast(DecideProvider, self._adapter).decide(request)
        except BaseException as exception:
            _let_pass(exception, cancellations)
            return self._signed_error(error_of(exception))
        return self._final(result, DecideReply)

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the adapter for all at once, or side by side where it cannot."""
        if not answers_together(self._adapter):
            return await side_by_side(self.decide, requests)
        cancellations = _cancellations()
        try:
            results = list(await cast(BatchDecideProvider, self._adapter).decide_many(requests))
        except BaseException as exception:
            _let_pass(exception, cancellations)
            error = self._signed_error(error_of(exception))
            return [error for _ in requests]
        if len(results) != len(requests):
            # Nobody can tell which result is whose.
            return [self._final(None, DecideReply) for _ in requests]
        return [self._final(result, DecideReply) for result in results]

    def _final(self, result: object, reply: type[Reply]) -> Reply | ProviderError:
        if isinstance(result, reply):
            return result.model_copy(update=_signature(result, result.provider or self.name, self._redaction))
        if isinstance(result, ProviderError):
            return self._signed_error(result)
        return self._signed_error(
            ProviderError(code=ErrorCode.BAD_RESPONSE, message="The provider gave no reply.")
        )

    def _signed_error(self, error: ProviderError) -> ProviderError:
        return signed(error, error.provider or self.name, self._redaction)

    def _without(self, capability: str) -> ProviderError:
        return ProviderError(
            code=ErrorCode.CAPABILITY_MISSING, message=_LACKING[capability], provider=self.name
        )


def answers_together(adapter: Provider) -> bool:
    """Whether the adapter can answer several decide requests with one call."""
    return DECIDE in adapter.capabilities and callable(getattr(adapter, "decide_many", None))


def signed(error: ProviderError, name: str, redaction: Redaction) -> ProviderError:
    """Return the error as one of the provider `name`, without its secrets."""
    message = redaction.of(error.message)[:MESSAGE_LENGTH]
    return error.model_copy(update={"message": message, **_signature(error, name, redaction)})


def error_of(exception: BaseException) -> ProviderError:
    """Return the error that `exception`, raised by an adapter, stands for.

    Only a `ProviderFault` chooses its own words: other exceptions may quote keys and customers.
    """
    match exception:
        case ProviderFault():
            return exception.error
        case AddressRefused():
            return ProviderError(code=ErrorCode.CONFIG_INVALID, message=str(exception))
        case httpx.InvalidURL() | httpx.UnsupportedProtocol():
            return ProviderError(
                code=ErrorCode.CONFIG_INVALID, message="The provider's address is none that can be called."
            )
        case httpx.TimeoutException() | TimeoutError():
            return ProviderError(code=ErrorCode.TIMEOUT, message="The provider did not answer in time.")
        case httpx.DecodingError():
            return ProviderError(
                code=ErrorCode.BAD_RESPONSE, message="The provider's answer could not be decoded."
            )
        case httpx.TransportError() | OSError():
            return ProviderError(
                code=ErrorCode.NETWORK, message="The connection to the provider failed or was lost."
            )
    logger.error("An adapter raised %s\n%s", type(exception).__qualname__, _where(exception))
    return ProviderError(
        code=ErrorCode.BAD_RESPONSE,
        message=f"The adapter failed with {type(exception).__qualname__}."[:MESSAGE_LENGTH],
    )


def _where(exception: BaseException) -> str:
    # Source lines only: the exception's text and the values of variables may hold secrets.
    return "".join(traceback.format_tb(exception.__traceback__))


def _signature(
    result: ChatReply | DecideReply | ProviderError, name: str, redaction: Redaction
) -> dict[str, object]:
    return {
        "provider": name,
        "model": redaction.of(result.model),
        "request_id": None if result.request_id is None else redaction.of(result.request_id),
        "cost": _sound(result.cost),
    }


def _cancellations() -> int:
    """How often somebody has asked the task that runs now to stop."""
    task = asyncio.current_task()
    return 0 if task is None else task.cancelling()


def _let_pass(exception: BaseException, cancellations: int) -> None:
    """Raise what is for those around the port; `cancellations` were asked for before the adapter was.

    That is the end of all, and a cancellation that somebody asked for meanwhile, whatever the adapter
    raises instead of it. Any other is the adapter's own: it may have waited for something that was
    cancelled elsewhere.
    """
    if _ends_all(exception) or (isinstance(exception, asyncio.CancelledError) and _cancellations()):
        raise exception
    if _cancellations() > cancellations:
        raise asyncio.CancelledError from exception


def _ends_all(exception: BaseException) -> bool:
    match exception:
        case Exception() | asyncio.CancelledError():
            return False
        case BaseExceptionGroup():
            return any(map(_ends_all, exception.exceptions))
    return True


def _sound(cost: Decimal | None) -> Decimal | None:
    return cost if cost is not None and cost.is_finite() and 0 <= cost <= MOST_DOLLARS else None
