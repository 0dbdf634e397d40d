"""What is wrong with a provider's fallback: names that nobody has, itself, names twice, circles."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from providers.models import Provider
from providers.validation import FieldProblem

Chains: TypeAlias = Mapping[str, Sequence[str]]
"""Every provider's name, and the names of its fallback in order."""


def fallback_problems(name: str, chains: Chains) -> list[FieldProblem]:
    """Return every fault of the fallback of `name`, which is among `chains`."""
    return list(_problems(name, chains))


def fallback_names(options: Any) -> tuple[str, ...]:
    """Return the names in the fallback of options that may have faults of other kinds."""
    names = options.get("fallback") if isinstance(options, Mapping) else None
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list | tuple) else ()


def stored_chains() -> dict[str, tuple[str, ...]]:
    """Return the fallback of every row."""
    return {row.name: fallback_names(row.options) for row in Provider.objects.only("name", "options")}


def _problems(name: str, chains: Chains) -> Iterator[FieldProblem]:
    names = chains[name]
    for place, other in enumerate(names):
        if other == name:
            yield _problem("a provider cannot be its own fallback")
        elif other in names[:place]:
            yield _problem(f"{other!r} is named twice")
        elif other not in chains:
            yield _problem(f"no provider is called {other!r}")
        elif way := _way(other, name, chains):
            yield _problem(f"goes in a circle: {' → '.join((name, *way))}")


def _way(start: str, end: str, chains: Chains) -> tuple[str, ...]:
    """The shortest way from one provider to another by their fallbacks; empty where there is none."""
    ways: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    for way in ways:  # grows while it is walked
        if way[-1] == end:
            return way
        following = [name for name in chains.get(way[-1], ()) if name not in seen]
        seen.update(following)
        ways.extend((*way, name) for name in following)
    return ()


def _problem(message: str) -> FieldProblem:
    return FieldProblem("fallback", message)
