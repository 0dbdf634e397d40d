"""Trying a provider out: one real, cheap call, whatever its circuit, limits and budget say."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from providers import clock
from providers.building import build_ungated
from providers.errors import ProviderError
from providers.models import Provider
from providers.ports import (
    CHAT,
    AnyProvider,
    ChatMessage,
    ChatRequest,
    ChatResult,
    ChatRole,
    DecideRequest,
    DecideResult,
    Usage,
)
from providers.questions import Noul

LONGEST_SECONDS: Final = 20.0
"""Nobody watches a page for longer."""


@dataclass(frozen=True)
class Trial:
    """How the call ended: with a reply of `model`, or with `error`. `cost` is in US dollars."""

    provider: str
    milliseconds: int
    model: str
    usage: Usage
    cost: Decimal | None
    error: ProviderError | None

    def __str__(self) -> str:
        if self.error is not None:
            after = f"“{self.provider}” failed after {self.milliseconds} ms"
            return f"{after}: {self.error.message} ({self.error.code})"
        tokens = f"{self.usage.input_tokens} + {self.usage.output_tokens} tokens"
        price = "" if self.cost is None else f", {self.cost.normalize():f} US dollars"
        return f"“{self.provider}” answered after {self.milliseconds} ms: {self.model}, {tokens}{price}."


async def try_out(row: Provider) -> Trial:
    """Ask the provider of a row as it is saved. No fallback answers in its place."""
    provider = build_ungated(row)
    begun = clock.elapsed()
    result = provider if isinstance(provider, ProviderError) else await _asked(provider)
    milliseconds = round((clock.elapsed() - begun) * 1000)
    error = result if isinstance(result, ProviderError) else None
    return Trial(
        row.name, milliseconds, result.model, result.usage or Usage(), None if error else result.cost, error
    )


async def _asked(provider: AnyProvider) -> ChatResult | DecideResult:
    if CHAT in provider.capabilities:
        message = ChatMessage(role=ChatRole.HUMAN, text="Reply with the one word OK.")
        return await provider.chat(
            ChatRequest(messages=(message,), today=clock.today(), timeout=LONGEST_SECONDS)
        )
    question = Noul("Does the text say that it is sunny?")
    return await provider.decide(
        DecideRequest(state="It is sunny.", questions={"sunny": question}, timeout=LONGEST_SECONDS)
    )
