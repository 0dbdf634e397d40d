"""The parts of a message that tell of one object each, and what an object's members are in such a part."""

import re
from dataclasses import replace
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.text import Span, Utterance, plain
from providers.adapters.embedded.readers.booleans import read_boolean
from providers.adapters.embedded.readers.contacts import read_code, read_form
from providers.adapters.embedded.readers.dated import read_date, read_time
from providers.adapters.embedded.readers.enums import read_option
from providers.adapters.embedded.readers.lists import read_list
from providers.adapters.embedded.readers.names import read_person
from providers.adapters.embedded.readers.numeric import COUNT_NAMES, read_number
from providers.adapters.embedded.readers.page import ENOUGH, Page, Reading
from providers.adapters.embedded.readers.places import read_place
from providers.adapters.embedded.readers.wordy import read_words

MOST: Final = 20
"""Objects made of one message; more than this is no answer but a mistake."""

PIECES: Final = re.compile(
    r"\s*(?:,\s*(?:and\b|then\b|plus\b)?|;|\n|\band\b(?! a half)|\bplus\b|\bthen\b|\balso\b)\s*"
    r"|[.!?](?=\s|$)",
    re.I,
)


def segments(page: Page) -> list[Span]:
    """The message cut at commas, full stops and joining words; empty pieces left out."""
    text, start, found = page.utterance.text, 0, []
    for match in PIECES.finditer(text):
        found.append(Span(start, match.start()))
        start = match.end()
    found.append(Span(start, len(text)))
    return [span for span in found if text[span.start : span.end].strip()]


def piece(page: Page, span: Span) -> Utterance:
    """A part of the message as an utterance of its own, with every word in its place."""
    return Utterance(" " * span.start + page.utterance.text[span.start : span.end])


def part_page(page: Page, span: Span, members: tuple[Field, ...]) -> Page:
    """A part of the message to read the members of one object from."""
    return replace(page, utterance=piece(page, span), fields=members)


def member_readings(page: Page, member: Field) -> list[Reading]:
    """What a part of the message says about a member, sure enough to be dealt to an object."""
    match member.kind:
        case Kind.DATE | Kind.MONTH | Kind.MOMENT:
            return [reading for reading in read_date(page, member) if reading.score >= 0.3]
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
        case Kind.EMAIL | Kind.PHONE | Kind.POSTCODE | Kind.ADDRESS_OF_PAGE:
            return read_form(page, member)
        case Kind.CODE:
            return read_code(page, member)
        case Kind.LIST:
            return read_list(page, member)[:1]
        case Kind.WORDS:
            return read_words(page, member)[:1]
        case _:
            return []


def counts_objects(member: Field) -> bool:
    """True for a member that says how many of the object there are, such as an order's quantity."""
    named = plain(member.name).split()[-1] in COUNT_NAMES
    described = re.match(r"(?:how many|number of|quantity)\b", member.description, re.I)
    return member.kind is Kind.NUMBER and bool(named or described)


def first_values(page: Page, members: tuple[Field, ...]) -> dict[str, Any]:
    """The surest value of every member in a part of the message, by member name."""
    values: dict[str, Any] = {}
    for member in members:
        readings = sorted(member_readings(page, member), key=lambda reading: -reading.score)
        if readings:
            values[member.name] = readings[0].value
    return values
