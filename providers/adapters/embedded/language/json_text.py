"""JSON inside of other text: where it stands, what it holds, and what stands around it."""

import json
import re
from functools import lru_cache
from typing import Any, Final

FENCE_NAME: Final = re.compile(r"<[\w:-]+[^<>]*\bname=\"([\w-]+)\"[^<>]*>\s*$")
DECODER: Final = json.JSONDecoder()


def embedded_json(text: str) -> list[Any]:
    """Every JSON object or list inside a text, in order; one inside a named fence under that name."""
    found: list[Any] = []
    for value, start, _ in located_json(text):
        fence = FENCE_NAME.search(text[:start])
        found.append({fence[1]: value} if fence else value)
    return found


@lru_cache(maxsize=512)
def located_json(text: str) -> tuple[tuple[Any, int, int], ...]:
    """Every JSON object or list inside a text with its start and end."""
    found: list[tuple[Any, int, int]] = []
    position = 0
    while match := re.compile(r"[{\[]").search(text, position):
        try:
            value, end = DECODER.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            position = match.start() + 1
            continue
        if value and isinstance(value, dict | list):
            found.append((value, match.start(), end))
        position = end
    return tuple(found)


def outside_json(text: str) -> str:
    """The text without its JSON."""
    for _, start, end in located_json(text):
        text = text[:start] + " " * (end - start) + text[end:]
    return text
