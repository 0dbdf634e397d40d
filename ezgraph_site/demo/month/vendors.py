"""Vendors that are none: they answer as the embedded model does, slower, for money, and not always."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from random import Random
from typing import Final

from django.test.utils import override_settings

from conversations.models import GraphSettings
from providers.adapters.embedded import EmbeddedProvider
from providers.errors import ErrorCode, ProviderError
from providers.options import Price, ProviderOptions
from providers.ports import (
    CHAT,
    DECIDE,
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideReply,
    DecideRequest,
    DecideResult,
    Usage,
)
from providers.registry import override_provider

CHARACTERS_A_TOKEN: Final = 4
PRICE: Final = Price(input=Decimal("0.40"), output=Decimal("1.60"))
FAILS_SELDOM: Final = 0.004
FAILS_OFTEN: Final = 0.5
FAULTS: Final = (ErrorCode.UNAVAILABLE, ErrorCode.TIMEOUT, ErrorCode.RATE_LIMITED)


class SimulatedVendor:
    """Waits for `seconds` on average and fails with a probability, as `random` has it."""

    capabilities: frozenset[str] = frozenset({CHAT, DECIDE})

    def __init__(self, name: str, model: str, random: Random, *, seconds: float, failing: float) -> None:
        self.name = name
        self._model = model
        self._random = random
        self._seconds = seconds
        self._failing = failing
        self._embedded = EmbeddedProvider(name)

    async def chat(self, request: ChatRequest) -> ChatResult:
        """The embedded model's reply, with usage as if somebody had counted."""
        if failure := await self._failure():
            return failure
        result = await self._embedded.chat(request)
        if not isinstance(result, ChatReply):
            return result
        written = result.text + "".join(str(call.arguments) for call in result.tool_calls)
        return result.model_copy(update={"model": self._model, "usage": _usage(request, written)})

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """The same, all at once."""
        yield await self.chat(request)

    async def decide(self, request: DecideRequest) -> DecideResult:
        """The embedded model's answers."""
        if failure := await self._failure():
            return failure
        result = await self._embedded.decide(request)
        if not isinstance(result, DecideReply):
            return result
        return result.model_copy(update={"model": self._model, "usage": _usage(request, "x" * 80)})

    async def _failure(self) -> ProviderError | None:
        await asyncio.sleep(self._random.lognormvariate(0, 0.5) * self._seconds)
        if self._random.random() >= self._failing:
            return None
        code = self._random.choice(FAULTS)
        return ProviderError(code=code, message="The simulated vendor has no good day.", provider=self.name)


@contextmanager
def answering(*, failing: bool, seed: int, deciding: bool) -> Iterator[None]:
    """Let simulated vendors answer in this process: conversations by `openai`, decisions by `typesafe`.

    The latter only for `deciding`, as the hotel's settings name it for as long as this lasts.
    """
    random = Random(seed)  # noqa: S311 - nothing is kept secret by it
    often = FAILS_OFTEN if failing else FAILS_SELDOM
    chat = SimulatedVendor("openai", "gpt-4.1-mini", random, seconds=0.12, failing=often)
    decide = SimulatedVendor("typesafe", "system-one", random, seconds=0.05, failing=often)
    with ExitStack() as stack:
        stack.enter_context(override_settings(EZGRAPH_CHAT_PROVIDER="openai"))
        stack.enter_context(override_provider("openai", chat, ProviderOptions(name="openai", price=PRICE)))
        if deciding:
            options = ProviderOptions(name="typesafe", price=PRICE, fallback=("embedded",))
            stack.enter_context(override_provider("typesafe", decide, options))
            stack.enter_context(_hotel_decides_by("typesafe"))
        yield


@contextmanager
def _hotel_decides_by(provider: str) -> Iterator[None]:
    row, _ = GraphSettings.objects.get_or_create(graph="hotel")
    before = row.decision_provider
    GraphSettings.objects.filter(pk=row.pk).update(decision_provider=provider)
    try:
        yield
    finally:
        GraphSettings.objects.filter(pk=row.pk).update(decision_provider=before)


def _usage(request: ChatRequest | DecideRequest, written: str) -> Usage:
    read = len(request.model_dump_json())
    return Usage(
        input_tokens=read // CHARACTERS_A_TOKEN, output_tokens=max(1, len(written) // CHARACTERS_A_TOKEN)
    )
