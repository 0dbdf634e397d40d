"""What model calls cost in tokens, kept by provider and model."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Final, TypeAlias, TypedDict

from providers.ports import Usage


class ModelUsage(TypedDict):
    """Answers and tokens of one model at one provider; an answer that was of no use counts, too."""

    provider: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cached_input_tokens: int


UsageList: TypeAlias = list[ModelUsage]
"""One entry a provider and model, in the order of their first reply."""


NOTHING: Final = Usage()
"""What a call without a reply used, as far as anybody knows."""


MOST_TOKENS: Final = 1_000_000_000
"""No call uses more; the columns end at twice that."""

MOST_DOLLARS: Final = Decimal(999_999)
"""No call costs more; the column ends there."""


def plausible(usage: Usage) -> Usage:
    """The same usage without numbers that no call can have; some servers count -1 for unknown."""
    counts = usage.model_dump()
    return Usage(**{name: min(max(0, count), MOST_TOKENS) for name, count in counts.items()})


def plausible_cost(cost: Decimal | None) -> Decimal | None:
    """The same cost as its column takes it: to the millionth of a dollar, and within what a call can cost."""
    if cost is None:
        return None
    return min(max(Decimal(0), cost), MOST_DOLLARS).quantize(Decimal("0.000001"))


def entry(provider: str, model: str, usage: Usage) -> ModelUsage:
    """The entry of one reply."""
    return ModelUsage(
        provider=provider,
        model=model,
        calls=1,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_input_tokens=usage.cached_input_tokens,
    )


def add_up(*lists: Iterable[ModelUsage]) -> UsageList:
    """Sum entries of the same provider and model."""
    sums: dict[tuple[str, str], ModelUsage] = {}
    for one in (one for entries in lists for one in entries):
        key = (one["provider"], one["model"])
        seen = sums.get(key)
        if seen is None:
            sums[key] = ModelUsage(**one)
            continue
        seen["calls"] += one["calls"]
        seen["input_tokens"] += one["input_tokens"]
        seen["output_tokens"] += one["output_tokens"]
        seen["cached_input_tokens"] += one["cached_input_tokens"]
    return list(sums.values())
