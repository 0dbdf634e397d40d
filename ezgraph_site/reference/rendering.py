"""Turns what is known of classes and functions into Markdown."""

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from textwrap import fill
from typing import Any, Final

from ezgraph_site.reference.members import (
    Attribute,
    Function,
    attributes_of,
    constructor_of,
    function,
    methods_of,
)

WIDTH: Final = 120
"""Characters of a line of the introduction."""


@dataclass(frozen=True)
class Entry:
    """A class or function of a page. `only` are the members to tell, None tells all of them."""

    found: Any
    only: frozenset[str] | None = None


@dataclass(frozen=True)
class Page:
    """A page: its file's name without the ending, its title, what it begins with, and what it tells."""

    name: str
    title: str
    introduction: str
    entries: tuple[Entry, ...]


def markdown(page: Page) -> str:
    """The page's text."""
    parts = [f"# {page.title}", fill(page.introduction, WIDTH)]
    for entry in page.entries:
        parts += (
            _of_class(entry) if isinstance(entry.found, type) else _of_function(function(entry.found), "##")
        )
    return "\n\n".join(parts) + "\n"


def _of_class(entry: Entry) -> Iterator[str]:
    found = entry.found
    yield f"## `{found.__name__}{constructor_of(found) if _is_told('__init__', entry) else ''}`"
    yield inspect.cleandoc(found.__doc__ or "")
    attributes = [attribute for attribute in attributes_of(found) if _is_told(attribute.name, entry)]
    if issubclass(found, Enum):
        yield _table(("value", "meaning"), (_of_member(found, attribute) for attribute in attributes))
        return
    if any(attribute.meaning for attribute in attributes):
        yield _table(("name", "type", "default", "meaning"), map(_of_attribute, attributes))
    elif attributes:
        yield _table(("name", "type", "default"), (_of_attribute(attribute)[:3] for attribute in attributes))
    for method in methods_of(found):
        if _is_told(method.name, entry):
            yield from _of_function(method, "###")


def _of_function(found: Function, heading: str) -> Iterator[str]:
    yield f"{heading} `{found.signature}`"
    yield found.meaning


def _is_told(name: str, entry: Entry) -> bool:
    return entry.only is None or name in entry.only


def _of_member(found: type[Enum], attribute: Attribute) -> tuple[str, ...]:
    return (_code(str(found[attribute.name].value)), _cell(attribute.meaning))


def _of_attribute(attribute: Attribute) -> tuple[str, ...]:
    return (
        _code(attribute.name),
        _code(attribute.type),
        _code(attribute.default),
        _cell(attribute.meaning),
    )


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _code(text: str) -> str:
    return f"`{_cell(text)}`" if text else "—"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
