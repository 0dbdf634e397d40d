"""What a call costs in US dollars: afterwards by the tokens that the vendor counted, before by a guess."""

import json
import math
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
from providers.resilience.layer import Layer
from providers.streams import closing
from providers.usage import Usage

Result = TypeVar("Result", ChatResult, DecideResult)

USUAL_OUTPUT: Final = 1024
"""Tokens that a reply is taken to have at most where nobody says how many."""

_MILLION: Final = 1_000_000
_SENT: Final = {"messages", "tools", "state", "questions"}
_LIMITS_OF_OUTPUT: Final = ("max_tokens", "max_completion_tokens")


def cost_of(usage: Usage, price: Price) -> Decimal:
    """US dollars for these tokens; a count below zero, which some servers send, counts as none."""
    tokens_in, tokens_out = max(0, usage.input_tokens), max(0, usage.output_tokens)
    return (tokens_in * price.input + tokens_out * price.output) / _MILLION


def estimate_of(request: ChatRequest | DecideRequest, price: Price, most_output: int | None) -> Decimal:
    """US dollars that a call may cost: its length / 3 as input, and as output all that it may have.

    The length is that of its JSON in bytes, since a character of most scripts is no less than a token.
    `most_output` is the provider's own limit in tokens, where it has one.
    """
    output = most_output or USUAL_OUTPUT
    if isinstance(request, ChatRequest):
        own = [request.parameters.get(name) for name in _LIMITS_OF_OUTPUT]
        output = next((limit for limit in own if type(limit) is int and limit > 0), output)
    return input_estimate_of(request, price) + cost_of(Usage(output_tokens=output), price)


def input_estimate_of(request: ChatRequest | DecideRequest, price: Price) -> Decimal:
    """The part of the estimate that is charged once the request is sent, whoever waits for the reply."""
    return cost_of(Usage(input_tokens=math.ceil(_length(request) / 3)), price)


def _length(request: ChatRequest | DecideRequest) -> int:
    sent = request.model_dump(include=_SENT, exclude_defaults=True, warnings=False)
    try:
        text = json.dumps(sent, ensure_ascii=False, default=str, skipkeys=True)
    except (ValueError, RecursionError):
        # No JSON: the adapter will refuse to send it.
        text = ""
    return len(text.encode(errors="replace"))


class Priced(Layer):
    """A provider whose replies tell their cost, and whose errors do where the vendor counted tokens."""

    def __init__(self, provider: AnyProvider, price: Price) -> None:
        super().__init__(provider)
        self._price = price

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
        if result.cost is not None or result.usage is None or not _counts(result.usage):
            return result
        return result.model_copy(update={"cost": cost_of(result.usage, self._price)})


def _counts(usage: Usage) -> bool:
    """Whether the vendor counted tokens at all: where it did not, the call was hardly free."""
    return usage.input_tokens > 0 or usage.output_tokens > 0
