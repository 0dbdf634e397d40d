"""One question of a node, studied: the figures of its reviews, ready to be shown. Reads no rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone

from conversations.admin.quality import figures
from conversations.admin.quality.confusion import Confusion, confusion
from conversations.admin.quality.figures import (
    Calibration,
    Direction,
    Level,
    Point,
    Share,
    Split,
    Weighted,
)
from conversations.admin.quality.queries import Reviewed
from conversations.admin.quality.suggesting import Suggestion, suggest
from conversations.admin.quality.thresholds import Held
from conversations.judging import NO, YES, Given

EVEN: Final = Held("none of its own", 0.5)
"""At which a noul without thresholds is parted."""


@dataclass(frozen=True)
class Judged:
    """An answer that somebody reviewed, and what would have been right, in a word."""

    review: Reviewed
    given: Given
    truth: str

    @property
    def is_right(self) -> bool:
        """Whether the answer says what is right."""
        return self.given.word == self.truth

    @property
    def certainty(self) -> float:
        """The probability of what it says."""
        return certainty_of(self.given)

    @property
    def prediction(self) -> Point:
        """What was predicted and whether it came true: of a noul yes, else the answer itself."""
        if self.given.kind == "noul":
            return self.given.number or 0.0, self.truth == YES
        return self.certainty, self.is_right


@dataclass(frozen=True)
class Group:
    """Reviewed answers that have something in common."""

    name: tuple[str, ...]
    agreement: Share
    error: float | None


@dataclass(frozen=True)
class AtThreshold:
    """What a threshold of the node does to the reviewed answers as it stands."""

    held: Held
    split: Split


@dataclass(frozen=True)
class Study:
    """All that is told of a question.

    `kind` is that of its answers, "" where there is none. `unanswered` decisions were reviewed though
    nobody had answered, `other_kind` ones when the question was of another kind: neither is in a figure.
    `population` counts the answers, reviewed or not, that `weighted` and coverage are about.
    """

    kind: str
    direction: Direction
    reviews: int
    unanswered: int
    other_kind: int
    population: int
    agreement: Share
    weighted: Weighted
    calibration: Calibration
    levels: tuple[Level, ...]
    suggestion: Suggestion
    at_thresholds: tuple[AtThreshold, ...]
    confusion: Confusion
    models: tuple[Group, ...]
    weeks: tuple[tuple[date, Share], ...]
    sources: tuple[str, ...]

    @property
    def side(self) -> str:
        """The direction of the curve's thresholds in words."""
        return self.direction.replace("_", " ")


def study(
    reviews: Sequence[Reviewed], everything: Sequence[Given], held: Sequence[Held], target: float
) -> Study:
    """Count what was reviewed.

    `reviews` has each decision's newest one, the newest first, `everything` the answers that tell how
    often which figure comes, `held` the thresholds that the question has now; `target` is an accuracy, 0
    to 1.
    """
    answered = [(review, review.given) for review in reviews if review.given is not None]
    kind = answered[0][1].kind if answered else next((given.kind for given in everything), "")
    judged = [
        Judged(review, given, review.said.truth_for(given))
        for review, given in answered
        if given.kind == kind
    ]
    population = [given for given in everything if given.kind == kind]
    direction = held[0].direction if held and kind == "noul" else "at_least"
    levels = figures.curve((_taken(one, direction) for one in judged), map(_compared, population), direction)
    return Study(
        kind=kind,
        direction=direction,
        reviews=len(judged),
        unanswered=len(reviews) - len(answered),
        other_kind=len(answered) - len(judged),
        population=len(population),
        agreement=figures.share(one.is_right for one in judged),
        weighted=figures.weighted(
            ((one.certainty, one.is_right) for one in judged), map(certainty_of, population)
        ),
        calibration=figures.calibration(one.prediction for one in judged),
        levels=levels,
        suggestion=suggest(levels, target, len(judged), direction),
        at_thresholds=tuple(
            AtThreshold(threshold, _split(threshold, judged))
            for threshold in held or ([EVEN] if kind == "noul" else [])
        ),
        confusion=confusion([(one.truth, one.given.word) for one in judged], _order(kind, judged)),
        models=_by_model(judged),
        weeks=weeks((one.review.at, one.is_right) for one in judged),
        sources=tuple(sorted({one.review.source for one in judged if one.review.source})),
    )


def certainty_of(given: Given) -> float:
    """The probability of what an answer says: of a noul, of the likelier of yes and no."""
    if given.kind == "noul":
        number = given.number or 0.0
        return max(number, 1 - number)
    return given.probability or 0.0


def weeks(pairs: Iterable[tuple[datetime, bool]]) -> tuple[tuple[date, Share], ...]:
    """Shares by the Monday of the week, the oldest first, in the site's time zone."""
    by_week = figures.by((_monday(at), is_right) for at, is_right in pairs)
    return tuple(sorted(by_week.items()))


def _monday(at: datetime) -> date:
    day = timezone.localtime(at).date()
    return day - timedelta(days=day.weekday())


def _compared(given: Given) -> float:
    """What the curve's thresholds are compared with: the probability of yes, or that of the answer."""
    return (given.number if given.kind == "noul" else given.probability) or 0.0


def _taken(one: Judged, direction: Direction) -> Point:
    """A reviewed answer on the curve: of a noul, whether it is right to take it for what the side says."""
    if one.given.kind == "noul":
        return _compared(one.given), one.truth == (YES if direction == "at_least" else NO)
    return _compared(one.given), one.is_right


def _split(held: Held, judged: Iterable[Judged]) -> Split:
    """What a threshold takes of the reviewed answers, and what it should."""
    return figures.split(
        (
            figures.is_on_side(one.given.figure or 0.0, held.number, held.direction),
            _should_be_taken(one, held),
        )
        for one in judged
        if held.holds_for(one.review.source)
    )


def _should_be_taken(one: Judged, held: Held) -> bool:
    match one.given.kind:
        case "noul":
            return one.truth == (YES if held.direction == "at_least" else NO)
        case "score":
            return one.truth.isdigit() and figures.is_on_side(int(one.truth), held.number, held.direction)
        case _:
            return one.is_right


def _order(kind: str, judged: Iterable[Judged]) -> list[str]:
    """How the words of a kind are told: levels upwards, yes before no, labels as frequency has it."""
    if kind == "noul":
        return [YES, NO]
    if kind == "score":
        words = {word for one in judged for word in (one.truth, one.given.word) if word.isdigit()}
        return sorted(words, key=int)
    return []


def _by_model(judged: Sequence[Judged]) -> tuple[Group, ...]:
    """Groups by provider, model and source of figures, the largest first."""
    found: dict[tuple[str, str, str], list[Judged]] = {}
    for one in judged:
        found.setdefault((one.review.provider, one.review.model, one.review.source), []).append(one)
    groups = (
        Group(
            name,
            figures.share(one.is_right for one in inside),
            figures.calibration(one.prediction for one in inside).error,
        )
        for name, inside in found.items()
    )
    return tuple(sorted(groups, key=lambda group: (-group.agreement.count, group.name)))


@dataclass(frozen=True)
class WholeStudy:
    """What reviewers said about where decisions led, whatever the single answers were."""

    agreement: Share
    models: tuple[Group, ...]
    weeks: tuple[tuple[date, Share], ...]


def study_of_the_whole(reviews: Sequence[Reviewed]) -> WholeStudy:
    """Count the newest verdicts on decisions as a whole."""
    by_model = figures.by(((one.provider, one.model, one.source), one.said.agrees) for one in reviews)
    groups = (Group(name, agreement, None) for name, agreement in by_model.items())
    return WholeStudy(
        agreement=figures.share(one.said.agrees for one in reviews),
        models=tuple(sorted(groups, key=lambda group: (-group.agreement.count, group.name))),
        weeks=weeks((one.at, one.said.agrees) for one in reviews),
    )
