"""Lists of objects: "two fender benders in March 2024 and June 2025" is two of them.

The options of the objects' first option field are the anchors: each mention opens an object, a
number before it repeats it, and dates, numbers and words are dealt to the nearest one.
"""

import re
from dataclasses import replace
from typing import Any, Final

from providers.adapters.embedded.booleans import read_boolean
from providers.adapters.embedded.dated import read_date, read_time
from providers.adapters.embedded.enums import Match, find_options, read_option
from providers.adapters.embedded.fields import Field, Kind
from providers.adapters.embedded.lists import declined_list
from providers.adapters.embedded.names import NOT_NAMES, read_person
from providers.adapters.embedded.numeric import read_number
from providers.adapters.embedded.page import ENOUGH, Page, Reading
from providers.adapters.embedded.places import read_place
from providers.adapters.embedded.text import Span, Utterance
from providers.adapters.embedded.wordy import read_words

MOST: Final = 20
"""Objects made of one message; more than this is no answer but a mistake."""

FURTHER: Final = re.compile(r"\s*(?:both|all|each|none of them|neither|my|not my|it was|they were)\b", re.I)
"""How a segment begins that tells more of the things before it."""
PIECES: Final = re.compile(
    r"\s*(?:,\s*(?:and\b|then\b|plus\b)?|;|\n|\band\b(?! a half)|\bplus\b|\bthen\b|\balso\b)\s*", re.I
)


def read_items(page: Page, wanted: Field) -> list[Reading]:
    """The objects that the message tells of; an object may lack members, for which will be asked."""
    anchor = next((member for member in wanted.members if member.kind is Kind.OPTION), None)
    objects = _anchored(page, wanted, anchor) if anchor else _pieces(page, wanted)
    if objects:
        span = Span(0, len(page.utterance.text))
        strength = 0.62 if anchor else 0.57 + 0.1 * min(page.mentions(wanted), 1.0)
        return [Reading(wanted, objects[:MOST], span, strength + page.standing(wanted), shared=True)]
    completed = _completed(page, wanted)
    return completed or declined_list(page, wanted)


def missing_members(wanted: Field, value: Any) -> tuple[Field, ...]:
    """The required members that some object of the list still lacks."""
    objects = value if isinstance(value, list) else []
    return tuple(
        member
        for member in wanted.members
        if member.required and any(isinstance(one, dict) and member.name not in one for one in objects)
    )


def _anchored(page: Page, wanted: Field, anchor: Field) -> list[dict[str, Any]]:
    places: list[tuple[Span, Any, int]] = []
    unmatched: Span | None = None
    for start, end in _segments(page):
        span = Span(start, end)
        further = unmatched is not None and FURTHER.match(page.utterance.text[start:end]) is not None
        match = _option_in(page, wanted, anchor, span)
        if unmatched and further:
            # "Two fender benders, both my fault": the number stands before what tells the kind.
            span = Span(unmatched.start, end)
            match = match or _option_in(page, wanted, anchor, span)
        if match is None:
            unmatched = span
            continue
        count = _count(page, match.span)
        if unmatched and further:
            numbers = [quantity for quantity in page.quantities if quantity.span.overlaps(unmatched)]
            count = int(numbers[0].value) if numbers and 1 <= numbers[0].value <= MOST else count
        places.append((span, match.option.value, count))
        unmatched = None
    places = _merged(page, wanted, anchor, places)
    objects: list[dict[str, Any]] = []
    for index, (span, value, count) in enumerate(places):
        end = places[index + 1][0].start if index + 1 < len(places) else len(page.utterance.text)
        start = span.start if index else 0
        members = _members(page, wanted, anchor, Span(start, max(end, span.end)), count)
        objects += [{anchor.name: value, **one} for one in members]
    return objects


def _option_in(page: Page, wanted: Field, anchor: Field, span: Span) -> Match | None:
    piece = Utterance(_only(page.utterance.text, span.start, span.end))
    return _best(find_options(piece, anchor.options), page.asked(wanted))


def _segments(page: Page) -> list[tuple[int, int]]:
    text, start, segments = page.utterance.text, 0, []
    for match in re.finditer(PIECES.pattern + r"|[.!?](?=\s|$)", text, re.I):
        segments.append((start, match.start()))
        start = match.end()
    segments.append((start, len(text)))
    return [(first, last) for first, last in segments if text[first:last].strip()]


def _only(text: str, start: int, end: int) -> str:
    """The part of a text with its places kept."""
    return " " * start + text[start:end]


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


def _merged(
    page: Page, wanted: Field, anchor: Field, places: list[tuple[Span, Any, int]]
) -> list[tuple[Span, Any, int]]:
    """Neighbouring segments that together describe one thing ("two fender benders, both my fault") become
    one.
    """
    merged: list[tuple[Span, Any, int]] = []
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
        if previous and not counted and "and" not in between and not (own_date and before_date):
            joint = Span(previous[0].start, span.end)
            whole = _best(
                find_options(Utterance(_only(page.utterance.text, joint.start, joint.end)), anchor.options),
                True,
            )
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
    part = replace(
        page, utterance=Utterance(_only(page.utterance.text, span.start, span.end)), fields=wanted.members
    )
    columns: dict[str, list[Any]] = {}
    for member in wanted.members:
        if member is anchor:
            continue
        values = [reading.value for reading in _readings(part, member) if reading.score >= 0.3]
        if values:
            columns[member.name] = list(dict.fromkeys(values)) if member.kind is Kind.DATE else values
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


def _readings(page: Page, member: Field) -> list[Reading]:
    match member.kind:
        case Kind.DATE | Kind.MONTH | Kind.MOMENT:
            return read_date(page, member)
        case Kind.TIME:
            return read_time(page, member)
        case Kind.NUMBER | Kind.YEAR:
            return [reading for reading in read_number(page, member) if reading.score >= 0.35]
        case Kind.OPTION:
            return read_option(page, member)[:1]
        case Kind.PERSON | Kind.FIRST_NAME | Kind.LAST_NAME:
            return read_person(page, member)
        case Kind.PLACE:
            return read_place(page, member)[:1]
        case Kind.BOOLEAN:
            return [reading for reading in read_boolean(page, member) if reading.score >= ENOUGH][:1]
        case Kind.WORDS:
            return read_words(page, member)[:1]
        case _:
            return []


def _pieces(page: Page, wanted: Field) -> list[dict[str, Any]]:
    """Objects without options, such as order lines: one for each part of the list that fills what an
    object needs.
    """
    if not (page.asked(wanted) or page.mentions(wanted) >= 0.7 or _counts_things(wanted)):
        return []
    objects: list[dict[str, Any]] = []
    for start, end in _segments(page):
        part = replace(
            page, utterance=Utterance(_only(page.utterance.text, start, end)), fields=wanted.members
        )
        one: dict[str, Any] = {}
        for member in wanted.members:
            readings = sorted(_readings(part, member), key=lambda reading: -reading.score)
            if readings and readings[0].value not in one.values():
                one[member.name] = readings[0].value
        one.update(_thing(part, wanted, one))
        if one and all(member.name in one for member in wanted.members if member.required):
            objects.append(one)
    return objects


def _counts_things(wanted: Field) -> bool:
    kinds = [member.kind for member in wanted.members if member.required]
    return Kind.NUMBER in kinds and Kind.WORDS in kinds


def _thing(part: Page, wanted: Field, one: dict[str, Any]) -> dict[str, Any]:
    """ "3 blue mugs": the words after the number are the thing."""
    words = [member for member in wanted.members if member.kind is Kind.WORDS and member.name not in one]
    numbers = [member for member in wanted.members if member.kind is Kind.NUMBER]
    match = re.search(
        r"(?:^|\s)(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten"
        r"|twelve)\s*(?:x\s*)?(?P<thing>[a-z][\w' -]*?)(?:\s+please)?[.!]?\s*$",
        part.utterance.text,
        re.I,
    )
    persons = [member for member in wanted.members if member.kind is Kind.PERSON and member.name not in one]
    named = re.search(r"\b[A-Z][a-z][\w'-]*(?: [A-Z][\w'-]*)?", part.utterance.text)
    if persons and named and named.group().lower() not in NOT_NAMES:
        return {persons[0].name: named.group()}
    if not words or not match or not numbers:
        return {}
    found: dict[str, Any] = {words[0].name: re.sub(r"^(?:of|x)\s+", "", match["thing"]).strip()}
    if numbers[0].name not in one:
        lead = match.group().strip().split()[0].lower()
        found[numbers[0].name] = (
            int(part.quantities[0].value) if part.quantities else 1 if lead in {"a", "an", "one"} else None
        )
    return {name: value for name, value in found.items() if value is not None}


def _completed(page: Page, wanted: Field) -> list[Reading]:
    """The answer to a question about objects that lacked a member."""
    before = page.context.values.get(wanted.key)
    if not isinstance(before, list) or not page.asked(wanted):
        return []
    lacking = missing_members(wanted, before)
    objects = [dict(one) for one in before if isinstance(one, dict)]
    part = replace(page, fields=wanted.members)
    changed = False
    for member in lacking:
        values = [reading.value for reading in _readings(part, member)]
        waiting = [one for one in objects if member.name not in one]
        if len(values) == 1 or len(values) == len(waiting):
            for index, one in enumerate(waiting):
                one[member.name] = values[0] if len(values) == 1 else values[index]
                changed = True
    if not changed:
        return []
    return [
        Reading(wanted, objects, Span(0, len(page.utterance.text)), 0.7 + page.standing(wanted), shared=True)
    ]
