"""The guard: a mistake in a layer of ours is an error of the call, too, and never raised across the port."""

import logging
import traceback
from collections.abc import AsyncIterator, Sequence

from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError
from providers.ports import (
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideRequest,
    DecideResult,
    StreamReset,
    TextDelta,
)
from providers.resilience.layer import Layer
from providers.streams import closing

logger = logging.getLogger(__name__)


class Guard(Layer):
    """A provider that raises nothing but cancellation: whatever else comes out is a `bad_response`."""

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask the provider."""
        try:
            return await self._provider.chat(request)
        except Exception as exception:
            return self._error(exception)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask the provider; nothing comes after the final item."""
        final: ChatResult | None = None
        try:
            async with closing(self._provider.chat_stream(request)) as items:
                async for item in items:
                    if not isinstance(item, TextDelta | StreamReset):
                        final = item
                        break
                    yield item
        except Exception as exception:
            final = final or self._error(exception)
        if final is not None:
            yield final

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask the provider."""
        try:
            return await self._provider.decide(request)
        except Exception as exception:
            return self._error(exception)

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the provider; a mistake fails all that travel together."""
        try:
            return await self._provider.decide_many(requests)
        except Exception as exception:
            error = self._error(exception)
            return [error for _ in requests]

    def _error(self, exception: Exception) -> ProviderError:
        # Source lines only: the exception's own text may hold a secret.
        where = "".join(traceback.format_tb(exception.__traceback__))
        kind = type(exception).__qualname__
        logger.error("A layer of the provider %s raised %s\n%s", self.name, kind, where)
        return ProviderError(
            code=ErrorCode.BAD_RESPONSE,
            message=f"The provider's layers failed with {kind}."[:MESSAGE_LENGTH],
            provider=self.name,
        )
