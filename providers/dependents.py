"""Who needs a provider: other apps say so here, so that nobody deletes it from under them."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

Source: TypeAlias = Callable[[str], Iterable[str]]
"""Takes a provider's name and names everything that needs it, in words for staff."""

_sources: list[Source] = []


def register_dependents(source: Source) -> None:
    """Ask `source`, too, who needs a provider. Call it from an app's `ready()`."""
    _sources.append(source)


def dependents_of(name: str) -> list[str]:
    """Everything that needs the provider `name`."""
    return [dependent for source in _sources for dependent in source(name)]
