"""Times and costs of a replay, as its page writes them."""

from conversations.admin.parts.amounts import count, dollars, duration
from conversations.admin.replays.comparing import Asked, Comparison, Spent
from conversations.models import ReplayItem


def sums_in_words(comparison: Comparison, after: Spent, before: Spent) -> dict[str, str]:
    """The sums, by what the page calls them."""
    return {
        "took": _time(comparison.median),
        "slow": _time(comparison.slow),
        "took_before": _time(comparison.median_before),
        "slow_before": _time(comparison.slow_before),
        "cost": dollars(after.cost),
        "cost_before": dollars(before.cost),
        "tokens": _tokens(after),
        "tokens_before": _tokens(before),
    }


def item_in_words(item: ReplayItem, asked: Asked) -> tuple[str, str]:
    """How long a decision took before and after, and what it cost."""
    took = "–" if item.code else duration(asked.took)
    return f"{duration(asked.took_before)} → {took}", dollars(item.cost)


def _time(milliseconds: float | None) -> str:
    return duration(None if milliseconds is None else round(milliseconds))


def _tokens(spent: Spent) -> str:
    return f"{count(spent.input_tokens)} in, {count(spent.output_tokens)} out"
