"""Objects that an option opens: "two fender benders in March 2024 and June 2025" is two of them.

Each mention of an option opens an object, a number before it repeats it, and dates, numbers and words
belong to the object in whose part of the message they stand.
"""

import re
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import Span, content_stems
from providers.adapters.embedded.readers.item_parts import (
    MOST,
    counts_objects,
    member_readings,
    part_page,
    piece,
    segments,
)
from providers.adapters.embedded.readers.option_matching import Match, find_options
from providers.adapters.embedded.readers.page import Page

FURTHER: Final = re.compile(r"\s*(?:both|all|each|none of them|neither|my|not my|it was|they were)\b", re.I)
"""How a segment begins that tells more of the things before it."""

Opened = tuple[Span, Any, int]
"""Where an object is told of, its option (None where that is open), how many there are."""


def anchored(page: Page, wanted: Field, anchor: Field) -> list[dict[str, Any]]:
    """The objects that the options of one member open, each with the members of its part."""
    places = _merged(page, anchor, _opened(page, wanted, anchor))
    objects: list[dict[str, Any]] = []
    for index, (span, value, count) in enumerate(places):
        end = places[index + 1][0].start if index + 1 < len(places) else len(page.utterance.text)
        start = span.start if index else 0
        own = {} if value is None else {anchor.name: value}
        members = _members(page, wanted, anchor, Span(start, max(end, span.end)), count)
        objects += [{**own, **one} for one in members]
    return objects


def _opened(page: Page, wanted: Field, anchor: Field) -> list[Opened]:
    places: list[Opened] = []
    unmatched: Span | None = None
    for span in segments(page):
        further = unmatched is not None and FURTHER.match(page.utterance.text[span.start : span.end])
        match = _option_in(page, wanted, anchor, span)
        if unmatched and further:
            # "Two fender benders, both my fault": the number stands before what tells the kind.
            span = Span(unmatched.start, span.end)
            match = match or _option_in(page, wanted, anchor, span)
        if match is None:
            if _opens_without_option(page, wanted, anchor, span, places):
                places.append((span, None, 1))
            unmatched = span
            continue
        count = _count(page, match.span)
        if unmatched and further:
            numbers = [quantity for quantity in page.quantities if quantity.span.overlaps(unmatched)]
            count = int(numbers[0].value) if numbers and 1 <= numbers[0].value <= MOST else count
            if places and places[-1][0] == unmatched:
                places.pop()
        places.append((span, match.option.value, count))
        unmatched = None
    return places


def _opens_without_option(page: Page, wanted: Field, anchor: Field, span: Span, before: list[Opened]) -> bool:
    """True for a part that tells of an object of which only the option is open.

    That is a word which several options share ("an accident"), with more about it, or a thing beside an
    amount of its own after an object that has one ("dinner for 41").
    """
    part = part_page(page, span, wanted.members)
    amounts = [member for member in wanted.members if member.kind is Kind.NUMBER and member.required]
    told = any(
        member_readings(part, member)
        for member in wanted.members
        if member.kind in {Kind.DATE, Kind.MONTH, Kind.NUMBER, Kind.MOMENT}
    )
    words = [word for word in part.utterance.words if word.content and not word.negated]
    shared = any(_shared_by_options(word.lower, anchor) for word in words)
    if told and shared:
        return True
    things = [
        word
        for word in words
        if not any(word.span.overlaps(value) for value in page.value_spans)
        and not any(quantity.span.end <= word.span.start < quantity.end for quantity in page.quantities)
        and not any(word.stem in member.weights for member in wanted.members)
        and word.lower != "old"
    ]
    has_amount = any(member_readings(part, member) for member in amounts)
    return bool(before and things and has_amount and before[-1][2] == 1)


def _shared_by_options(word: str, anchor: Field) -> bool:
    fitting = [
        option
        for option in anchor.options
        if any(stem_match(word, target) >= 0.8 for target in content_stems(option.label))
    ]
    return len(fitting) > 1


def _option_in(page: Page, wanted: Field, anchor: Field, span: Span) -> Match | None:
    return _best(find_options(piece(page, span), anchor.options), page.asked(wanted))


def _best(matches: list[Match], asked: bool) -> Match | None:
    ranked = sorted(matches, key=lambda match: (-round(match.strength, 2), -match.weight))
    if not ranked or ranked[0].weight < (0.4 if asked else 0.5):
        return None
    if (
        len(ranked) > 1
        and round(ranked[0].strength, 2) == round(ranked[1].strength, 2)
        and abs(ranked[0].weight - ranked[1].weight) < 0.05
    ):
        return None
    return ranked[0]


def _merged(page: Page, anchor: Field, places: list[Opened]) -> list[Opened]:
    """Neighbouring segments that together describe one thing ("two fender benders, both my fault") become
    one.
    """
    merged: list[Opened] = []
    for span, value, count in places:
        previous = merged[-1] if merged else None
        between = page.utterance.text[previous[0].end : span.start] if previous else ""
        counted = re.match(
            r"\s*(?:a|an|one|two|three|four|five|six|\d+|another)\b",
            page.utterance.text[span.start : span.end],
            re.I,
        )
        own_date = any(span.start <= mention.span.start < span.end for mention in page.dates)
        before_date = previous is not None and any(
            previous[0].start <= mention.span.start < previous[0].end for mention in page.dates
        )
        if (
            previous
            and value is not None
            and not counted
            and "and" not in between
            and not (own_date and before_date)
        ):
            joint = Span(previous[0].start, span.end)
            whole = _best(find_options(piece(page, joint), anchor.options), True)
            merged[-1] = (joint, whole.option.value if whole else value, max(previous[2], count))
        elif previous and re.search(
            r"\bboth\b|\ball\b|\beach\b", page.utterance.text[span.start : span.end], re.I
        ):
            merged[-1] = (Span(previous[0].start, span.end), value, previous[2])
        else:
            merged.append((span, value, count))
    return merged


def _count(page: Page, span: Span) -> int:
    before = [
        quantity
        for quantity in page.quantities
        if quantity.span.end <= span.start + 1 and not quantity.ordinal
    ]
    if not before:
        return 1
    last = before[-1]
    between = page.utterance.text[last.span.end : span.start]
    near = len(between.split()) <= 3 and not re.search(r"[,;.]|\band\b", between)
    return int(last.value) if near and last.whole and 1 <= last.value <= MOST and not last.money else 1


def _members(page: Page, wanted: Field, anchor: Field, span: Span, count: int) -> list[dict[str, Any]]:
    """The other members of `count` objects, dealt out in order where there is one value for each."""
    part = part_page(page, span, wanted.members)
    columns: dict[str, list[Any]] = {}
    counted = _counting_span(part, span)
    counting = next((member for member in wanted.members if counts_objects(member)), None)
    for member in wanted.members:
        if member is anchor or member is counting:
            continue
        values = [
            reading.value
            for reading in member_readings(part, member)
            if member.kind is not Kind.NUMBER or reading.span != counted
        ]
        if values:
            columns[member.name] = list(dict.fromkeys(values)) if member.kind is Kind.DATE else values
    if counting:
        columns = {name: values[:1] for name, values in columns.items()}
        if _counted(part, count):
            columns[counting.name] = [count]
        count = 1
    longest = max((len(values) for values in columns.values()), default=0)
    size = count if count > 1 or longest < 2 else longest
    return [
        {
            name: values[0] if len(values) == 1 else values[index]
            for name, values in columns.items()
            if len(values) == 1 or index < len(values)
        }
        for index in range(min(size, MOST))
    ]


def _counting_span(part: Page, span: Span) -> Span | None:
    """Where the part begins with how many there are: the "two" of "two cats, 2 and 7"."""
    first = next(iter(part.quantities), None)
    if first is None or first.money or first.unit:
        return None
    leads = not re.search(r"\w", part.utterance.text[span.start : first.span.start])
    return (
        first.span if leads and re.match(r"\s+[a-z]", part.utterance.text[first.span.end :], re.I) else None
    )


def _counted(part: Page, count: int) -> bool:
    """True where the part says how many: "two large ones", "a small one"."""
    one = re.match(r"\W*(?:\w+\W+){0,3}?(?:an?|one)\b", part.utterance.text, re.I)
    return count > 1 or one is not None
