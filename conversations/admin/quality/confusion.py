"""Which answers stand where which would have been right: counted, without rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conversations.admin.quality.figures import Share


@dataclass(frozen=True)
class Confusion:
    """How often which answer stands where which would have been right.

    `words` head rows and columns; `counts` has a row for each truth. `others` words were rare and are
    put together under the last one.
    """

    words: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    others: int = 0

    @property
    def rows(self) -> list[tuple[str, tuple[int, ...], Share]]:
        """Each truth with its counts, and what part of it was answered right.

        Among words put together an answer may be right or not, so their row tells no part.
        """
        told = []
        for number, (word, counts) in enumerate(zip(self.words, self.counts, strict=True)):
            together = self.others and number == len(self.words) - 1
            told.append((word, counts, Share(0, 0) if together else Share(counts[number], sum(counts))))
        return told


OTHERS: Final = "others"
"""Stands for rare words; a label of that name is among them."""


def confusion(pairs: Sequence[tuple[str, str]], order: Sequence[str] = (), most: int = 12) -> Confusion:
    """Count pairs of truth and answer. Words come as in `order`, then the more frequent first.

    At most `most` words have a line of their own.
    """
    frequency: dict[str, int] = {}
    for truth, answer in pairs:
        for word in (truth, answer):
            frequency[word] = frequency.get(word, 0) + 1
    frequent = sorted(frequency, key=lambda word: (-frequency[word], word))
    kept = frequent if len(frequent) <= most else [word for word in frequent if word != OTHERS][: most - 1]
    place = {word: number for number, word in enumerate(order)}
    words = sorted(kept, key=lambda word: place.get(word, len(place)))
    others = len(frequent) - len(kept)
    if others:
        words.append(OTHERS)
    line = {word: number for number, word in enumerate(words)}
    counts = [[0] * len(words) for _ in words]
    for truth, answer in pairs:
        counts[line.get(truth, len(words) - 1)][line.get(answer, len(words) - 1)] += 1
    return Confusion(tuple(words), tuple(map(tuple, counts)), others)
