"""One message under the reader's eye: its words, dates, times and numbers, and what the talk is about."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.dates import DateMention, find_dates
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.numbers import find_quantities
from providers.adapters.embedded.language.quantity import Quantity
from providers.adapters.embedded.language.retracting import ruled_out, takes_back
from providers.adapters.embedded.language.text import Span, Utterance, Word
from providers.adapters.embedded.language.times import TimeMention, find_times
from providers.adapters.embedded.language.units import DIMENSIONS, unit_of_field

REACH: Final = 5
"""Words to either side of a value that may say which field it belongs to."""

SHORT_DAY: Final = re.compile(r"[\d/]+|(?:\W*|[a-z]+ )\d+\.\d+\.", re.I)
"""Days that may be other numbers as well."""

MOST_VALUES: Final = 24
"""Dates and times each that are told apart in one message."""

ENOUGH: Final = 0.55
"""Score from which a reading counts. Below it a value is not sure enough to be the customer's answer."""

MOMENTS: Final = frozenset({Kind.DATE, Kind.MONTH, Kind.MOMENT})
FORMED: Final = MOMENTS | {Kind.TIME, Kind.STATE}
"""Kinds whose values nobody writes by the way."""


SPANS_OF_TIME: Final = frozenset(
    unit for unit, dimension in DIMENSIONS.items() if dimension in {"time", "calendar"}
)


@dataclass(frozen=True)
class Reading:
    """A value found for a field. `shared` readings leave their words for other fields, too."""

    field: Field
    value: Any
    span: Span
    score: float
    shared: bool = False


@dataclass(frozen=True)
class Context:
    """What holds when a message is read.

    `asked` are the keys of the fields that the assistant's last message asked for, in its order;
    `values` what is known by key; `recent` the keys that the customer's message before set;
    `correcting` True after "actually" and its like; `distant` True for messages to an earlier stage,
    of which only plainly labelled values count; `spent` texts of values that another tool has used;
    `held` what lists hold by now, for messages that add to them or take away; `sent_on` True for a message
    that another node has sent to this one.
    """

    today: date
    asked: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    recent: tuple[str, ...] = ()
    correcting: bool = False
    distant: bool = False
    spent: frozenset[str] = frozenset()
    subject: str = ""
    held: Mapping[str, Any] = field(default_factory=dict)
    sent_on: bool = False


@dataclass(frozen=True)
class Page:
    """A message, or the part of it after a correction, with the fields that it may answer."""

    utterance: Utterance
    fields: tuple[Field, ...]
    context: Context

    @cached_property
    def dates(self) -> tuple[DateMention, ...]:
        """Dates and months."""
        return _upheld(self.utterance, self.all_dates)

    @cached_property
    def all_dates(self) -> tuple[DateMention, ...]:
        """Dates and months, also those that the message takes back or rules out."""
        found = find_dates(self.utterance, self.context.today)[:MOST_VALUES]
        if any(_wants(field, {Kind.DATE, Kind.MONTH, Kind.MOMENT}) for field in self.fields):
            return found
        # Where no date is wanted, "7/10" is a mark and no day, and "on 4.5." ends a sentence.
        return tuple(
            mention
            for mention in found
            if not SHORT_DAY.fullmatch(self.utterance.text[mention.span.start : mention.span.end])
        )

    @cached_property
    def times(self) -> tuple[TimeMention, ...]:
        """Times of day, only where some field wants one."""
        if not any(_wants(field, {Kind.TIME, Kind.MOMENT}) for field in self.fields):
            return ()
        taken = [mention.span for mention in self.dates]
        found = find_times(self.utterance, self.context.subject)[:MOST_VALUES]
        if any(mention.sure for mention in found):
            found = tuple(mention for mention in found if mention.sure)
        return tuple(mention for mention in found if not any(mention.span.overlaps(span) for span in taken))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Numbers that are no part of a date or of a sure time; "in 36 months" may be a term as well."""
        spans_of_time = any(unit_of_field(field) in SPANS_OF_TIME for field in self.of_kind(Kind.NUMBER))
        taken = (
            *(
                mention.span
                for mention in self.all_dates
                if not (spans_of_time and mention.relative and not mention.urgent and not mention.weekday)
            ),
            *(mention.span for mention in self.times if mention.sure),
        )
        return find_quantities(self.utterance, taken)

    @cached_property
    def value_spans(self) -> tuple[Span, ...]:
        """Where dates, times and numbers stand."""
        return (
            *(mention.span for mention in self.dates),
            *(mention.span for mention in self.times),
            *(quantity.span for quantity in self.quantities),
        )

    def asked(self, wanted: Field) -> bool:
        """True where the assistant has just asked for the field."""
        return wanted.key in self.context.asked

    def known(self, wanted: Field) -> bool:
        """True where the field has a value already."""
        return wanted.key in self.context.values

    def held(self, wanted: Field) -> Any:
        """What the field holds before this message, as it was said or as data tells it."""
        return self.context.held.get(wanted.key, self.context.values.get(wanted.key))

    def of_kind(self, *kinds: Kind) -> tuple[Field, ...]:
        """The fields of some kinds."""
        return tuple(field for field in self.fields if field.kind in kinds)

    def standing(self, wanted: Field) -> float:
        """What the course of the talk adds to or takes from a reading for the field."""
        score = 0.0
        if self.asked(wanted):
            score += 0.45 - 0.02 * self.context.asked.index(wanted.key)
        if self.context.correcting and self.known(wanted):
            score += 0.4 if wanted.key in self.context.recent else 0.3
        elif self.known(wanted) and not self.asked(wanted) and not self.only_changes(wanted):
            score -= 0.3
        if self.context.distant:
            score -= 0.15
        return score

    def only_changes(self, wanted: Field) -> bool:
        """True for a date, time or state that can only be a change: every field of its form is known, and
        none is asked for.
        """
        if wanted.kind not in FORMED:
            return False
        rivals = self.of_kind(*(MOMENTS if wanted.kind in MOMENTS else {wanted.kind}))
        return all(self.known(rival) and not self.asked(rival) for rival in rivals)

    def nearby(self, span: Span) -> tuple[tuple[Word, float], ...]:
        """Words around a value in its clause, up to the next value, with a weight that falls with
        distance.
        """
        others = [other for other in self.value_spans if not other.overlaps(span)]
        clauses = {word.clause for word in self.utterance.within(span)}
        result: list[tuple[Word, float]] = []
        for words, loss in ((self.utterance.after(span.end), 0.0), (self.utterance.before(span.start), 0.08)):
            previous = span
            for step, word in enumerate(words[: REACH + 2]):
                between = Span(min(previous.end, word.span.end), max(previous.start, word.span.start))
                if any(other.overlaps(between) or other.overlaps(word.span) for other in others):
                    break
                if word.span.end <= span.start and _belongs_to(self.utterance, others, word):
                    break
                if (
                    clauses
                    and word.clause not in clauses
                    and not _bridged(self.utterance, previous, word.span)
                ):
                    break
                result.append((word, max(0.3, 1.0 - loss - 0.07 * step)))
                previous = word.span
        return tuple(result)

    def cue(self, wanted: Field, span: Span) -> float:
        """How plainly the words around a value name the field, 0 to 1."""
        return max(
            (
                stem_match(word.lower, target) * weight * nearness
                for word, nearness in self.nearby(span)
                if word.content or word.lower in wanted.weights
                for target, weight in wanted.weights.items()
            ),
            default=0.0,
        )

    def mentions(self, wanted: Field) -> float:
        """How plainly the field is named anywhere in the message, 0 to 1."""
        return max(
            (
                stem_match(word.lower, target) * weight
                for word in self.utterance.words
                if word.content
                for target, weight in wanted.weights.items()
            ),
            default=0.0,
        )


def _wants(wanted: Field, kinds: set[Kind]) -> bool:
    inner = (*wanted.members, *((wanted.item,) if wanted.item else ()))
    return wanted.kind in kinds or any(_wants(member, kinds) for member in inner)


def _upheld(utterance: Utterance, dates: tuple[DateMention, ...]) -> tuple[DateMention, ...]:
    kept: list[DateMention] = []
    for mention in dates:
        if kept and takes_back(utterance.text[kept[-1].span.end : mention.span.start]):
            kept.pop()
        if not ruled_out(utterance.lead(mention.span.start)):
            kept.append(mention)
    return tuple(kept)


def _belongs_to(utterance: Utterance, values: list[Span], word: Word) -> bool:
    """True for the unit of an earlier value: in "3 rooms for 400" the rooms are not the unit of 400."""
    return any(
        0 < word.span.start - value.end <= 2 and not utterance.text[value.end : word.span.start].strip(" -")
        for value in values
    )


def _bridged(utterance: Utterance, first: Span, second: Span) -> bool:
    """A colon or an opening bracket joins a label and its value although a clause ends there."""
    start, end = sorted((first, second))
    return utterance.text[start.end : end.start].strip() in {":", "(", "="}
