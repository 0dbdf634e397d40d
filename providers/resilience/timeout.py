"""The attempt time-out: how long one call may take, or for a stream how long it may be silent."""

import asyncio
from collections.abc import AsyncIterator

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatProvider, ChatRequest, ChatResult, ChatStreamItem, TextDelta
from providers.streams import closing


class TimeLimit:
    """A chat provider whose every attempt ends within a limit.

    The limit is the shorter of `seconds` and the request's own; the provider inside finds it in
    the request. A stream's empty text deltas are signs of life: they are not passed on.
    """

    def __init__(self, provider: ChatProvider, seconds: float) -> None:
        self._provider = provider
        self._seconds = seconds

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._provider.name

    @property
    def capabilities(self) -> frozenset[str]:
        """The provider's capabilities."""
        return self._provider.capabilities

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask the provider; an error with code `timeout` where the reply takes too long."""
        limit = self._limit(request)
        try:
            async with asyncio.timeout(limit):
                return await self._provider.chat(_limited(request, limit))
        except TimeoutError:
            return self._too_late(limit)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask the provider; an error with code `timeout` where nothing comes for too long."""
        limit = self._limit(request)
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

    def _limit(self, request: ChatRequest) -> float:
        return self._seconds if request.timeout is None else min(self._seconds, request.timeout)

    def _too_late(self, limit: float) -> ProviderError:
        return ProviderError(
            code=ErrorCode.TIMEOUT,
            message=f"The provider did not answer within {limit:g} seconds.",
            provider=self.name,
        )


def _limited(request: ChatRequest, limit: float) -> ChatRequest:
    return request.model_copy(update={"timeout": limit})
