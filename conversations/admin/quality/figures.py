"""How good answers are, judged by reviews: pure functions of plain numbers, without rows.

Intervals are Wilson's, which stay honest for few reviews and for shares near 0 and 1, and hold 95 of 100
times. Where the words say *answers*, those are meant that somebody reviewed.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Final, Literal, TypeAlias, TypeVar

Direction: TypeAlias = Literal["at_least", "at_most"]
Point: TypeAlias = tuple[float, bool]
"""What was predicted, 0 to 1, and whether it came true."""

Key = TypeVar("Key", bound=Hashable)

Z: Final = 1.959963984540054
"""Of the normal distribution: 95 of 100 lie within so many standard deviations."""

BINS: Final = 10
"""Of equal width; each holds its lower end, the last one 1 as well."""

_LOWER_ENDS: Final = tuple(number / BINS for number in range(BINS))

FEWEST: Final = 30
"""Reviews below which nothing is suggested."""

STEPS: Final = 100
"""Thresholds that are looked at: 0.00, 0.01 … 1.00."""


@dataclass(frozen=True)
class Share:
    """`right` of `count`."""

    right: int
    count: int

    @property
    def value(self) -> float | None:
        """The share itself, 0 to 1; None of nothing."""
        return self.right / self.count if self.count else None

    @property
    def low(self) -> float:
        """The lower end of its Wilson interval."""
        return wilson(self.right, self.count)[0]

    @property
    def high(self) -> float:
        """The upper end of its Wilson interval."""
        return wilson(self.right, self.count)[1]


def wilson(right: int, count: int) -> tuple[float, float]:
    """The Wilson score interval of `right` of `count`; everything from 0 to 1 where nothing was counted."""
    if not count:
        return 0.0, 1.0
    share, square = right / count, Z * Z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = Z / (1 + square / count) * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    return (
        0.0 if right == 0 else max(0.0, middle - half),
        1.0 if right == count else min(1.0, middle + half),
    )


def share(truths: Iterable[bool]) -> Share:
    """How many are true."""
    counted = list(truths)
    return Share(sum(counted), len(counted))


def by(pairs: Iterable[tuple[Key, bool]]) -> dict[Key, Share]:
    """A share for each key, in the order in which the keys come first."""
    right: dict[Key, int] = {}
    count: dict[Key, int] = {}
    for key, is_right in pairs:
        right[key] = right.get(key, 0) + is_right
        count[key] = count.get(key, 0) + 1
    return {key: Share(right[key], count[key]) for key in count}


@dataclass(frozen=True)
class Bin:
    """Answers whose prediction lies from `low` to `high`; `predicted` is the mean, None of none."""

    low: float
    high: float
    predicted: float | None
    came_true: Share


@dataclass(frozen=True)
class Calibration:
    """The bins, and the expected calibration error: None where there is no answer.

    `by_chance` is about the error that so many answers would show if every probability were exact: with
    few answers the shares in the bins are off by chance alone.
    """

    bins: tuple[Bin, ...]
    error: float | None
    by_chance: float | None


def bin_of(predicted: float) -> int:
    """The number of the bin, from 0 on, that a prediction falls into."""
    return min(bisect_right(_LOWER_ENDS, predicted), BINS) - 1


def calibration(points: Iterable[Point]) -> Calibration:
    """Whether what is predicted with 70 % comes true 70 of 100 times.

    The expected calibration error is the mean distance of a bin's prediction from what came true, each
    bin counted as often as it holds answers.
    """
    held: list[list[Point]] = [[] for _ in range(BINS)]
    for point in points:
        held[bin_of(point[0])].append(point)
    bins = tuple(
        Bin(
            low=number / BINS,
            high=(number + 1) / BINS,
            predicted=math.fsum(predicted for predicted, _ in inside) / len(inside) if inside else None,
            came_true=share(came_true for _, came_true in inside),
        )
        for number, inside in enumerate(held)
    )
    count = sum(one.came_true.count for one in bins)
    distances = (
        abs(one.predicted * one.came_true.count - one.came_true.right)
        for one in bins
        if one.predicted is not None
    )
    if not count:
        return Calibration(bins, None, None)
    return Calibration(bins, math.fsum(distances) / count, math.fsum(map(_mean_slip, held)) / count)


def _mean_slip(inside: Iterable[Point]) -> float:
    """How far the number of those that come true is off its expectation, in the mean, as a normal number."""
    variance = math.fsum(predicted * (1 - predicted) for predicted, _ in inside)
    return math.sqrt(2 / math.pi * variance)


@dataclass(frozen=True)
class Weighted:
    """What reviews tell of all answers: each bin's share counted as often as answers fall into it.

    `value` is None where no bin has both. `unseen` is the part of all answers, 0 to 1, in whose bins
    nobody reviewed anything: of them nothing is known.
    """

    value: float | None
    unseen: float


def weighted(points: Iterable[Point], everything: Iterable[float]) -> Weighted:
    """What part of `everything`, reviewed or not, is right as far as the reviewed `points` tell."""
    reviewed = by((bin_of(certainty), is_right) for certainty, is_right in points)
    counts = [0] * BINS
    for certainty in everything:
        counts[bin_of(certainty)] += 1
    seen = sum(counts[number] for number in reviewed)
    total = sum(counts)
    if not seen:
        return Weighted(None, 1.0 if total else 0.0)
    right = math.fsum(
        counts[number] * one.right / one.count for number, one in reviewed.items() if counts[number]
    )
    return Weighted(right / seen, 1 - seen / total)


@dataclass(frozen=True)
class Level:
    """What a threshold would do.

    `accuracy` is of the answers on its side, `coverage` the part of all answers, reviewed or not, that
    are on it (None where there are none), and `recall` what part of those that are right it keeps.
    """

    threshold: float
    accuracy: Share
    coverage: float | None
    recall: Share


class _Ranked:
    """Answers in the order of their predictions, so that each threshold is found at once."""

    def __init__(self, points: Iterable[Point], direction: Direction) -> None:
        ordered = sorted(points)
        self._predictions = [predicted for predicted, _ in ordered]
        self._right = [0, *accumulate(int(came_true) for _, came_true in ordered)]
        self._direction = direction

    def on_the_side_of(self, threshold: float) -> Share:
        if self._direction == "at_least":
            first = bisect_left(self._predictions, threshold)
            return Share(self._right[-1] - self._right[first], len(self._predictions) - first)
        last = bisect_right(self._predictions, threshold)
        return Share(self._right[last], last)

    @property
    def right(self) -> int:
        return self._right[-1]


def curve(
    points: Iterable[Point], everything: Iterable[float], direction: Direction = "at_least"
) -> tuple[Level, ...]:
    """Accuracy and coverage for each threshold from 0 to 1; a figure equal to it is on its side.

    `points` are the reviewed answers: the figure that the threshold is compared with, and whether an
    answer on its side is right. `everything` are the figures of all answers.
    """
    reviewed = _Ranked(points, direction)
    population = _Ranked(((figure, False) for figure in everything), direction)
    total = population.on_the_side_of(0.0 if direction == "at_least" else 1.0).count
    levels = []
    for step in range(STEPS + 1):
        threshold = step / STEPS
        kept = reviewed.on_the_side_of(threshold)
        held = population.on_the_side_of(threshold).count
        levels.append(
            Level(threshold, kept, held / total if total else None, Share(kept.right, reviewed.right))
        )
    return tuple(levels)


@dataclass(frozen=True)
class Split:
    """Answers parted by a threshold, and by what is true: how many are in each corner."""

    taken_right: int
    taken_wrong: int
    left_wrong: int
    left_right: int

    @property
    def precision(self) -> Share:
        """Of those that were taken, the right ones."""
        return Share(self.taken_right, self.taken_right + self.taken_wrong)

    @property
    def recall(self) -> Share:
        """Of those that should have been taken, those that were."""
        return Share(self.taken_right, self.taken_right + self.left_wrong)

    @property
    def accuracy(self) -> Share:
        """Of all, those on the right side."""
        right = self.taken_right + self.left_right
        return Share(right, right + self.taken_wrong + self.left_wrong)


def split(pairs: Iterable[tuple[bool, bool]]) -> Split:
    """Count pairs of whether an answer was taken, and whether it should have been."""
    counts = by((pair, True) for pair in pairs)

    def count(*pair: bool) -> int:
        return counts[pair].count if pair in counts else 0

    return Split(count(True, True), count(True, False), count(False, True), count(False, False))


def is_on_side(figure: float, threshold: float, direction: Direction) -> bool:
    """Whether a figure counts at a threshold."""
    return figure >= threshold if direction == "at_least" else figure <= threshold


def sign_test(better: int, worse: int) -> float:
    """How probable so uneven a pair is, or a more uneven one, where both are as likely: 0 to 1.

    Of answers that were asked twice only those tell anything of which one attempt is right and the
    other wrong.
    """
    count, fewer = better + worse, min(better, worse)
    if not count:
        return 1.0
    tail = sum(math.comb(count, number) for number in range(fewer + 1))
    return min(1.0, float(Fraction(2 * tail, 1 << count)))


def quantile(values: Sequence[float], part: float) -> float | None:
    """The value below which a `part`, 0 to 1, of the values lie, between two where it is there."""
    if not values:
        return None
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
