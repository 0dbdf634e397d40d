"""The attempt time-out: how long one call may take, or for a stream how long it may be silent."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final, TypeVar

from providers.errors import ErrorCode, ProviderError
from providers.ports import (
    AnyProvider,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideRequest,
    DecideResult,
    TextDelta,
)
from providers.resilience.layer import Layer
from providers.streams import closing

PARTS_GRACE_SECONDS: Final = 0.25
"""How much later requests that travel together are cut off than each part of them ends by itself."""

Request = TypeVar("Request", ChatRequest, DecideRequest)


class TimeLimit(Layer):
    """A provider whose every attempt ends within a limit.

    The limit is the shorter of the provider's own, `chat` or `decide` in seconds, and the request's;
    the provider inside finds it in the request. A stream's empty text deltas are signs of life: they
    are not passed on.
    """

    def __init__(self, provider: AnyProvider, *, chat: float, decide: float) -> None:
        super().__init__(provider)
        self._chat_seconds = chat
        self._decide_seconds = decide

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask the provider; an error with code `timeout` where the reply takes too long."""
        limit = shorter(self._chat_seconds, request.timeout)
        try:
            async with asyncio.timeout(limit):
                return await self._provider.chat(_limited(request, limit))
        except TimeoutError:
            return self._too_late(limit)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask the provider; an error with code `timeout` where nothing comes for too long."""
        limit = shorter(self._chat_seconds, request.timeout)
        async with closing(self._provider.chat_stream(_limited(request, limit))) as items:
            while True:
                try:
                    async with asyncio.timeout(limit):
                        item = await anext(items, None)
                except TimeoutError:
                    item = self._too_late(limit)
                if item is None:
                    return
                if isinstance(item, TextDelta) and not item.text:
                    continue
                yield item
                if isinstance(item, ProviderError):
                    return

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask the provider; an error with code `timeout` where the answers take too long."""
        limit = shorter(self._decide_seconds, request.timeout)
        try:
            async with asyncio.timeout(limit):
                return await self._provider.decide(_limited(request, limit))
        except TimeoutError:
            return self._too_late(limit)

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the provider; requests that travel together share the shortest of their limits.

        A provider that asks for them in several parts ends a part that is late by itself, and what the
        others answered stays; it is cut off where it does not.
        """
        limit = min((shorter(self._decide_seconds, request.timeout) for request in requests), default=0)
        try:
            async with asyncio.timeout(limit + PARTS_GRACE_SECONDS):
                return await self._provider.decide_many([_limited(request, limit) for request in requests])
        except TimeoutError:
            return [self._too_late(limit) for _ in requests]

    def _too_late(self, limit: float) -> ProviderError:
        return ProviderError(
            code=ErrorCode.TIMEOUT,
            message=f"The provider did not answer within {limit:g} seconds.",
            provider=self.name,
        )


def shorter(own: float, requested: float | None) -> float:
    """The limit of an attempt in seconds: the provider's own, or the request's where that is shorter."""
    return own if requested is None else min(own, requested)


def _limited(request: Request, limit: float) -> Request:
    return request.model_copy(update={"timeout": limit})
