"""Lowest and highest of a range that contradict each other."""

from typing import Any

from providers.adapters.embedded.forms.fields import Bound, Tool


def drop_contradiction(tool: Tool, values: dict[str, Any], places: dict[str, int]) -> None:
    """Of a lowest above its highest, the one said in an older message no longer holds.

    `places` are the numbers of the messages that said the values, by field key.
    """
    for low in tool.fields:
        for high in tool.fields:
            if (
                low.bound is not Bound.LOW
                or high.bound is not Bound.HIGH
                or low.kind is not high.kind
                or low.path[:-1] != high.path[:-1]
            ):
                continue
            first, second = values.get(low.key), values.get(high.key)
            if first is None or second is None or not _comparable(first, second) or first <= second:
                continue
            if places.get(low.key, -1) != places.get(high.key, -1):
                values.pop(low.key if places.get(low.key, -1) < places.get(high.key, -1) else high.key)


def _comparable(first: Any, second: Any) -> bool:
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (first, second))
    return numbers or (
        isinstance(first, str) and isinstance(second, str) and first[:1].isdigit() and second[:1].isdigit()
    )
