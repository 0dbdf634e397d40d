"""What all layers around a provider share: they pass for the provider that they wrap."""

from collections.abc import AsyncIterator, Sequence

from providers.ports import (
    AnyProvider,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideRequest,
    DecideResult,
)


class Layer:
    """A provider around another one. Each layer overrides what it changes."""

    def __init__(self, provider: AnyProvider) -> None:
        self._provider = provider

    @property
    def name(self) -> str:
        """The provider's name."""
        return self._provider.name

    @property
    def capabilities(self) -> frozenset[str]:
        """The provider's capabilities."""
        return self._provider.capabilities

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask the provider."""
        return await self._provider.chat(request)

    def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask the provider."""
        return self._provider.chat_stream(request)

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask the provider."""
        return await self._provider.decide(request)

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the provider."""
        return await self._provider.decide_many(requests)
