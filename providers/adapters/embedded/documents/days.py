"""The days that are printed on a paper, and what each is for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from providers.adapters.embedded.documents.words import DATE, DUE, SERVICE
from providers.adapters.embedded.language.calendar_words import FOREIGN_MONTHS, MONTHS, existing_day

ISO: Final = re.compile(r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)")
SHORT: Final = re.compile(
    r"(?<![\d.,])(?P<first>\d{1,2})(?P<sign>[-/.])(?P<second>\d{1,2})(?P=sign)(?P<year>\d{4}|\d{2})(?!\d)"
)
DAY_FIRST: Final = re.compile(
    r"(?<!\d)(?P<day>\d{1,2})(?:\.|st|nd|rd|th|er|º)?[\s-]+(?:de |of )?(?P<month>[^\W\d_]{3,})\.?,?[\s-]+"
    r"(?:de |del )?(?P<year>\d{4})(?!\d)",
    re.I,
)
MONTH_FIRST: Final = re.compile(
    r"(?P<month>[^\W\d_]{3,})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})(?!\d)", re.I
)
NAMES: Final = {month: place + 1 for place, month in enumerate(MONTHS)} | {
    month: place + 1 for month, place in FOREIGN_MONTHS.items()
}
CENTURY: Final = 2000
"""Of years with two digits."""
MONTHS_FIRST: Final = frozenset({"USD"})
"""Currencies of countries that write 3/14/2026."""


class Role(StrEnum):
    """What a day is for."""

    PURCHASE = "purchase"
    DUE = "due"
    SERVICE = "service"


@dataclass(frozen=True)
class Day:
    """A printed day. `other` is what it is with day and month the other way round, where that is one.

    `named` tells that its line says what it is.
    """

    role: Role
    day: date
    other: date | None = None
    named: bool = False


def days_in(lines: Sequence[str], currency: str | None) -> tuple[Day, ...]:
    """The days of a paper, in order. `currency` tells how short dates are written."""
    month_first = currency in MONTHS_FIRST
    return tuple(
        Day(_role(about), day, other, named=DATE.search(about) is not None)
        for line in lines
        for about, day, other in _read(line, month_first)
    )


def without_days(line: str) -> str:
    """The line without the days in it."""
    for pattern in (DAY_FIRST, MONTH_FIRST, ISO, SHORT):
        line = pattern.sub(" ", line)
    return line


def _role(line: str) -> Role:
    if DUE.search(line):
        return Role.DUE
    return Role.SERVICE if SERVICE.search(line) else Role.PURCHASE


def _read(line: str, month_first: bool) -> Iterator[tuple[str, date, date | None]]:
    """The days of a line, each with what the line says of it: the whole line, or what leads to each."""
    found = sorted([*_named(line), *_iso(line), *_short(line, month_first)], key=lambda one: one[0])
    before = 0
    for start, day, other in found:
        yield line if len(found) == 1 else line[before:start], day, other
        before = start


def _named(line: str) -> Iterator[tuple[int, date, None]]:
    for pattern in (DAY_FIRST, MONTH_FIRST):
        for match in pattern.finditer(line):
            month = _month(match["month"])
            day = existing_day(int(match["year"]), month, int(match["day"])) if month else None
            if day is not None:
                yield match.start(), day, None


def _iso(line: str) -> Iterator[tuple[int, date, None]]:
    for match in ISO.finditer(line):
        day = existing_day(int(match["year"]), int(match["month"]), int(match["day"]))
        if day is not None:
            yield match.start(), day, None


def _short(line: str, month_first: bool) -> Iterator[tuple[int, date, date | None]]:
    for match in SHORT.finditer(line):
        first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
        year += CENTURY if len(match["year"]) == 2 else 0
        swapped = month_first and match["sign"] != "."
        readings = [existing_day(year, second, first), existing_day(year, first, second)]
        known = [day for day in (reversed(readings) if swapped else readings) if day is not None]
        if known:
            yield match.start(), known[0], known[1] if len(known) > 1 and known[0] != known[1] else None


def _month(word: str) -> int:
    """The number of a month by its name or its first letters, 0 for any other word."""
    name = word.lower()
    if name in NAMES:
        return NAMES[name]
    found = {number for month, number in NAMES.items() if month.startswith(name)}
    return found.pop() if len(found) == 1 else 0
