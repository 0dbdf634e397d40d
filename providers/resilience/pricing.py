"""What a call costs in US dollars, by the tokens that the vendor counted."""

from collections.abc import AsyncIterator, Sequence
from decimal import Decimal
from typing import Final, TypeVar

from providers.options import Price
from providers.ports import (
    AnyProvider,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideRequest,
    DecideResult,
    StreamReset,
    TextDelta,
)
from providers.streams import closing
from providers.usage import Usage

Result = TypeVar("Result", ChatResult, DecideResult)

_MILLION: Final = 1_000_000


def cost_of(usage: Usage, price: Price) -> Decimal:
    """US dollars for these tokens; a count below zero, which some servers send, counts as none."""
    tokens_in, tokens_out = max(0, usage.input_tokens), max(0, usage.output_tokens)
    return (tokens_in * price.input + tokens_out * price.output) / _MILLION


class Priced:
    """A provider whose replies tell their cost, and whose errors do where the vendor counted tokens."""

    def __init__(self, provider: AnyProvider, price: Price) -> None:
        self._provider = provider
        self._price = price

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
        return self._with_cost(await self._provider.chat(request))

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask the provider; the final item tells the cost."""
        async with closing(self._provider.chat_stream(request)) as items:
            async for item in items:
                yield item if isinstance(item, TextDelta | StreamReset) else self._with_cost(item)

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask the provider."""
        return self._with_cost(await self._provider.decide(request))

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the provider; each result tells its own cost."""
        return [self._with_cost(result) for result in await self._provider.decide_many(requests)]

    def _with_cost(self, result: Result) -> Result:
        # An adapter that knows the cost from its vendor knows it better.
        if result.usage is None or result.cost is not None:
            return result
        return result.model_copy(update={"cost": cost_of(result.usage, self._price)})
