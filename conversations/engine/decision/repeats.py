"""Facts that a prompt repeats: they are sent once with the facts, and again with every question."""

import json
import logging
from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import JsonValue

logger = logging.getLogger(__name__)

MOST_REPEATED: Final = 200
"""Characters that a prompt may share, word for word, with the facts."""

_CHUNK: Final = MOST_REPEATED // 2
"""A longer shared run holds a whole chunk of this size, wherever it begins."""

_told: Final[set[str]] = set()
"""Prompts that were told of in this process."""


def tell_of_repeats(place: str, prompt: str, facts: Mapping[str, JsonValue]) -> None:
    """Log, once a `place` and process, that the prompt made there repeats a long piece of the facts."""
    if place in _told or len(prompt) <= MOST_REPEATED:
        return
    if any(_longest_shared(text, prompt) > MOST_REPEATED for text in _texts(facts)):
        _told.add(place)
        logger.warning(
            "%s repeats more than %d characters of the node's facts. Facts are sent once, the prompt"
            " with every question: leave them out of it.",
            place,
            MOST_REPEATED,
        )


def _texts(facts: Mapping[str, JsonValue]) -> Iterator[str]:
    """The facts as JSON, which holds every part of them, and each long text in them as it is."""
    yield json.dumps(facts, ensure_ascii=False)
    yield from _long_texts(facts)


def _long_texts(value: object) -> Iterator[str]:
    match value:
        case str():
            if len(value) > MOST_REPEATED:
                yield value
        case dict():
            for item in value.values():
                yield from _long_texts(item)
        case list():
            for item in value:
                yield from _long_texts(item)


def _longest_shared(text: str, prompt: str) -> int:
    longest = 0
    for start in range(0, len(text) - _CHUNK + 1, _CHUNK):
        chunk = text[start : start + _CHUNK]
        place = prompt.find(chunk)
        if place >= 0:
            longest = max(longest, _shared_around(text, start, prompt, place))
    return longest


def _shared_around(text: str, start: int, prompt: str, place: int) -> int:
    before = 0
    while before < min(start, place) and text[start - before - 1] == prompt[place - before - 1]:
        before += 1
    after = _CHUNK
    most = min(len(text) - start, len(prompt) - place)
    while after < most and text[start + after] == prompt[place + after]:
        after += 1
    return before + after
