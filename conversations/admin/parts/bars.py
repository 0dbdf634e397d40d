"""An answer of a decision as bars: how probable each label or level was, or a yes.

A page that shows them has `BARS_MEDIA` among its media.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.forms import Media
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from pydantic import JsonValue

from conversations.judging import NO, YES, word_of
from conversations.models import DecisionAnswer
from providers.questions import Choice, Noul, Question, Score

BARS_MEDIA: Final = Media(css={"all": ["conversations/admin/bars.css"]})

MOST_OPEN: Final = 12
"""Bars of one answer that show at once; the less probable ones of a long list open on a click."""


@dataclass(frozen=True)
class Mark:
    """A threshold: `place` is where it stands on a track from 0 to 1."""

    name: str
    number: str
    place: float


@dataclass(frozen=True)
class Bar:
    """One label or level, or one side of a noul.

    `description` is what its question says of it, where that is known. `marks` are thresholds that its
    probability can be compared with.
    """

    name: str
    description: str
    share: float
    number: str
    is_answer: bool
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Scale:
    """Where a score stands between its lowest level and its highest one, with its thresholds."""

    number: str
    highest: int
    place: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class AnswerBars:
    """Everything that is shown of one answer. `more` are the bars that open on a click."""

    question: str
    kind: str
    answer: str
    confidence: str
    bars: tuple[Bar, ...]
    more: tuple[Bar, ...]
    marks: tuple[Mark, ...]
    scale: Scale | None


def bars(answer: DecisionAnswer, declared: Question | None = None) -> SafeString:
    """An answer as bars, for a page; `declared` is its question, where that is known.

    The row need not be saved: an answer that is kept in another form is shown by a row made of it.
    """
    return render_to_string("conversations/admin/parts/bars.html", {"shown": answer_bars(answer, declared)})


def answer_bars(answer: DecisionAnswer, declared: Question | None = None) -> AnswerBars:
    """What is shown of an answer."""
    of_score = answer.kind == "score"
    marks = _marks(answer.thresholds, highest=_highest_level(answer) if of_score else 1)
    found = tuple(_bars(answer, descriptions(declared), () if of_score else marks))
    is_long = len(found) > MOST_OPEN
    return AnswerBars(
        question=answer.question,
        kind=answer.kind,
        answer=answer_text(answer),
        confidence=figure(answer.confidence),
        bars=found[:MOST_OPEN] if is_long else found,
        more=found[MOST_OPEN:] if is_long else (),
        marks=marks,
        scale=_scale(answer, marks) if of_score else None,
    )


def answer_text(answer: DecisionAnswer) -> str:
    """The answer in a word or two: a label, a score, or the likelier side of a noul."""
    if answer.kind == "score":
        return figure(answer.number)
    return word_of(answer.kind, answer.label, answer.number) or figure(None)


def answer_probability(answer: DecisionAnswer) -> float | None:
    """How probable that is: of a noul, that of the likelier side."""
    probability = answer.probability
    return (
        max(probability, 1 - probability)
        if answer.kind == "noul" and probability is not None
        else probability
    )


def figure(value: float | None) -> str:
    """A probability, a score or a threshold with the digits that people compare; "–" for none.

    What is not quite 0 or 1 is never shown as such.
    """
    if value is None:
        return "–"
    if 0 < value < 0.001:
        return "<0.001"
    if 0.999 < value < 1:
        return ">0.999"
    return f"{value:.3f}".rstrip("0").rstrip(".")


def descriptions(declared: Question | None) -> dict[str, str]:
    """What a question says of each label, level or side, by its name, where it says it in a text."""
    said: Mapping[str, JsonValue] | Sequence[JsonValue]
    match declared:
        case Choice():
            said = declared.criteria
        case Score():
            said = {str(level): one for level, one in enumerate(declared.criteria)}
        case Noul():
            said = {YES: declared.true, NO: declared.false}
        case None:
            said = {}
    return {name: text for name, text in said.items() if isinstance(text, str)}


def _bars(answer: DecisionAnswer, said: Mapping[str, str], marks: tuple[Mark, ...]) -> Iterator[Bar]:
    """Labels with the most probable first, levels from the lowest up, or yes and no."""
    chosen = word_of(answer.kind, answer.label, answer.number)
    for name, share in _shares(answer):
        yield Bar(
            name=name,
            description=said.get(name, ""),
            share=min(1.0, max(0.0, share)),
            number=figure(share),
            is_answer=name == chosen,
            # What a node compares of a noul is the probability of yes.
            marks=() if name == NO and answer.kind == "noul" else marks,
        )


def _shares(answer: DecisionAnswer) -> list[tuple[str, float]]:
    if answer.kind == "noul":
        yes = answer.number
        return [] if yes is None else [(YES, yes), (NO, 1 - yes)]
    if isinstance(answer.probabilities, Mapping):
        return sorted(answer.probabilities.items(), key=lambda one: (-one[1], one[0]))
    return [(str(level), share) for level, share in enumerate(answer.probabilities)]


def _highest_level(answer: DecisionAnswer) -> int:
    return max(1, len(answer.probabilities) - 1)


def _marks(thresholds: Mapping[str, float], highest: int) -> tuple[Mark, ...]:
    return tuple(
        Mark(name, figure(value), min(1.0, max(0.0, value / highest)))
        for name, value in sorted(thresholds.items(), key=lambda one: (one[1], one[0]))
    )


def _scale(answer: DecisionAnswer, marks: tuple[Mark, ...]) -> Scale | None:
    if answer.number is None:
        return None
    highest = _highest_level(answer)
    return Scale(figure(answer.number), highest, min(1.0, max(0.0, answer.number / highest)), marks)
