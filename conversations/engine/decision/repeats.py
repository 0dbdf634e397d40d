"""Facts that a prompt repeats: they are sent once with the facts, and again with every question."""

import json
import logging
from collections.abc import Iterator
from typing import Any, Final

logger = logging.getLogger(__name__)

MOST_REPEATED: Final = 200
"""Characters that a prompt may share, word for word, with the facts."""

_CHUNK: Final = MOST_REPEATED // 2
"""A longer shared run holds a whole chunk of this size, wherever it begins."""

_told: Final[set[str]] = set()
"""Nodes that were told of in this process."""


def tell_of_repeats(node: str, prompt: str, facts: Any) -> None:
    """Log, once a node and process, that its prompt repeats a long piece of its facts."""
    if node in _told or len(prompt) <= MOST_REPEATED:
        return
    if any(_longest_shared(text, prompt) > MOST_REPEATED for text in _texts(facts)):
        _told.add(node)
        logger.warning(
            "The prompt of %s repeats more than %d characters of its facts. Facts are sent once, the prompt"
            " with every question: leave them out of it.",
            node,
            MOST_REPEATED,
        )


def _texts(facts: Any) -> Iterator[str]:
    """The facts as JSON, and each long text in them as it is."""
    yield json.dumps(facts, ensure_ascii=False)
    match facts:
        case str():
            yield facts
        case dict():
            for value in facts.values():
                yield from _texts_within(value)
        case list():
            for value in facts:
                yield from _texts_within(value)


def _texts_within(value: Any) -> Iterator[str]:
    if isinstance(value, str) and len(value) <= MOST_REPEATED:
        return
    yield from _texts(value)


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
