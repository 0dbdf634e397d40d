"""JSON inside of other text: where it stands, what it holds, and what stands around it."""

import json
import math
import re
from functools import lru_cache
from typing import Any, Final

FENCE_NAME: Final = re.compile(r"<[\w:-]+[^<>]*\bname=\"([\w-]+)\"[^<>]*>\s*$")
OPENING: Final = re.compile(r"[{\[]")
MOST_TRIES: Final = 40
"""Brackets of a text that may turn out to open no JSON; a text of nothing but brackets is none."""
LONGEST_NUMBER: Final = 100
"""Digits, signs and points of a number; a longer one nobody means."""


def _whole(digits: str) -> int | None:
    return int(digits) if len(digits) <= LONGEST_NUMBER else None


def _broken(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


DECODER: Final = json.JSONDecoder(parse_int=_whole, parse_float=_broken, parse_constant=_broken)
"""Reads what tools give; a number without bounds is null."""


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
    vain = 0
    while vain < MOST_TRIES and (match := OPENING.search(text, position)):
        try:
            value, end = DECODER.raw_decode(text, match.start())
        except RecursionError:
            break
        except ValueError:
            position, vain = match.start() + 1, vain + 1
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
