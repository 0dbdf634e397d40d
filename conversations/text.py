"""Text at the border: what a customer may send, and what is taken out of a model's words."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

DEEPEST: Final = 64
"""Levels of nesting that JSON from outside may have."""

_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters but tab and line breaks, and lone surrogates, which UTF-8 cannot hold."""


_FILLERS: Final = frozenset(
    [
        *"\u034f\u115f\u1160\u2800\u3164\uffa0",
        *map(chr, [*range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]),
    ]
)
"""Characters of other categories that show nothing: fillers, empty braille, variation selectors."""


def fault_in_message(text: str, *, required: bool, longest: int) -> str | None:
    """Say what is wrong with a customer's message, None where nothing is."""
    if len(text) > longest:
        return f"The message is longer than {longest} characters."
    if _FORBIDDEN.search(text):
        return "The message holds characters that are not allowed."
    if required and is_blank(text):
        return "The message is empty."
    return None


def is_blank(text: str) -> bool:
    """Whether nobody could see anything in a text: spaces, format characters and fillers only."""
    return all(
        character.isspace() or unicodedata.category(character) == "Cf" or character in _FILLERS
        for character in text
    )


def holds_forbidden(value: Any) -> bool:
    """Whether any text in a JSON value, keys included, holds a forbidden character."""
    match value:
        case str():
            return _FORBIDDEN.search(value) is not None
        case list() | tuple():
            return any(map(holds_forbidden, value))
        case dict():
            return any(holds_forbidden(key) or holds_forbidden(item) for key, item in value.items())
        case _:
            return False


def is_too_deep(value: Any) -> bool:
    """Whether lists and objects are nested deeper than anybody needs, and than is safe to walk."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            item
            for holder in level
            if isinstance(holder, dict | list | tuple)
            for item in (holder.values() if isinstance(holder, dict) else holder)
        ]
        if not level:
            return False
    return True


def cleaned(value: Any) -> Any:
    """The same JSON value with forbidden characters taken out of every text in it."""
    return _with_every_text(value, _without_forbidden)


def sayable(value: Any) -> Any:
    """The same JSON value, each lone surrogate a question mark: what UTF-8 can hold."""
    return _with_every_text(value, _without_surrogates)


def _without_forbidden(text: str) -> str:
    return _FORBIDDEN.sub("", text)


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _with_every_text(value: Any, change: Callable[[str], str]) -> Any:
    """The same JSON value with every text in it changed, keys included."""
    match value:
        case str():
            return change(value)
        case list() | tuple():
            return [_with_every_text(item, change) for item in value]
        case dict():
            return {
                _with_every_text(key, change): _with_every_text(item, change) for key, item in value.items()
            }
        case _:
            return value
