"""The layer that announces each call that really goes out to a provider."""

from collections.abc import AsyncIterator, Sequence

from providers.announcements import ModelCall
from providers.announcing import observed, observed_in_parts, part_of
from providers.ports import (
    CHAT,
    DECIDE,
    AnyProvider,
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


class Announced(Layer):
    """A provider whose calls are announced: `alias` is its configured name, `type` its type."""

    def __init__(self, provider: AnyProvider, alias: str, type: str) -> None:
        super().__init__(provider)
        self._alias = alias
        self._type = type

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask the provider."""
        with observed(self._call(CHAT, request)) as call:
            result = await self._provider.chat(request)
            call.ended([result])
        return result

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask the provider; the call is over with the final item, or when the reader leaves."""
        with observed_in_parts(self._call(CHAT, request, streamed=True)) as call:
            async with closing(self._provider.chat_stream(request)) as items:
                while True:
                    with part_of(call):
                        item = await anext(items, None)
                    if item is None:
                        return
                    if not isinstance(item, TextDelta | StreamReset):
                        call.ended([item])
                        final = item
                        break
                    yield item
        yield final

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask the provider."""
        with observed(self._call(DECIDE, request)) as call:
            result = await self._provider.decide(request)
            call.ended([result])
        return result

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the provider: one call for all."""
        with observed(self._call(DECIDE, *requests[:1])) as call:
            results = await self._provider.decide_many(requests)
            call.ended(results)
        return results

    def _call(
        self, operation: str, *requests: ChatRequest | DecideRequest, streamed: bool = False
    ) -> ModelCall:
        asked = next((request.model for request in requests if request.model), "")
        return ModelCall(
            provider=self._alias, type=self._type, operation=operation, asked_model=asked, streamed=streamed
        )
