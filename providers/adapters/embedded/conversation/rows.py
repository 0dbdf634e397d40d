"""Rows of a tool's result: which one the customer names, describes or points at.

Nobody says an id. A row is meant by a word, a time, a day or a price that stands in it and not in the
others, by its place in the list, or by being the cheapest or the earliest. Where the message fits
several rows equally well there is no reading: the customer has to be asked which.
"""

import re
from datetime import date
from typing import Any, Final, NamedTuple

from providers.adapters.embedded.conversation.row_names import CLOCK_FORM, PRICES
from providers.adapters.embedded.forms.fields import Field, Option
from providers.adapters.embedded.language.matching import EXACT, TYPO, stem_match
from providers.adapters.embedded.language.numbers import BEYOND
from providers.adapters.embedded.language.text import Span, plain, read_text
from providers.adapters.embedded.language.times import find_times
from providers.adapters.embedded.readers.page import Page, Reading
from providers.adapters.embedded.readers.pointing import (
    BARE_NUMBER,
    CHEAPEST,
    DEAREST,
    ORDINALS,
    pointed_at,
)

EARLIEST: Final = re.compile(r"\b(?:earliest|soonest|first (?:thing|available|possible))\b", re.I)
LATEST: Final = re.compile(r"\b(?:latest(?: one)?|last (?:available|possible))\b", re.I)
OTHER: Final = re.compile(r"\bthe other(?: one)?\b", re.I)
MOMENTS: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2})?|\d{2}:\d{2}")
SMALL: Final = 10
"""A bare number below it means a row only where the row's own word stands beside it."""
SAID: Final = 0.7
"""Score of a row that was named although nobody asked."""


class Sign(NamedTuple):
    """Something in the message that fits a row."""

    row: int
    weight: float
    span: Span


def read_row(page: Page, wanted: Field) -> list[Reading]:
    """The one row that the message means."""
    pointed = _pointed(page, wanted.options) or _extreme(page, wanted.options) or _other(page, wanted)
    if pointed is not None:
        return [_reading(page, wanted, pointed.row, pointed.span)]
    signs = _signs(page, wanted.options)
    totals = [sum(sign.weight for sign in signs if sign.row == row) for row in range(len(wanted.options))]
    best = max(totals, default=0.0)
    if best <= 0 or totals.count(best) > 1:
        return []
    row = totals.index(best)
    return [_reading(page, wanted, row, next(sign.span for sign in signs if sign.row == row))]


def _reading(page: Page, wanted: Field, row: int, span: Span) -> Reading:
    return Reading(wanted, wanted.options[row].value, span, SAID + max(0.0, page.standing(wanted)))


def _pointed(page: Page, options: tuple[Option, ...]) -> Sign | None:
    """ "The second one"; of several, the last that is not ruled out ("not the first, the second")."""
    text = page.utterance.text
    bare = BARE_NUMBER.match(text)
    for match in reversed([*([bare] if bare else []), *pointed_at(text)]):
        word = match["word"].lower()
        plainly = bool(re.search(r"\b(?:one|option|choice|number|no\.|#)", match.group(), re.I))
        if any(match.start() <= mention.span.start < match.end() for mention in page.dates):
            continue
        if not plainly and len(page.utterance.words) > 4:
            continue
        place = (
            len(options) // 2 if word == "middle" else int(word) - 1 if word.isdecimal() else ORDINALS[word]
        )
        if -len(options) <= place < len(options):
            return Sign(place % len(options), 1.0, Span(*match.span()))
    return None


def _other(page: Page, wanted: Field) -> Sign | None:
    """ "No, the other one": of two, the one that was not taken before."""
    match = OTHER.search(page.utterance.text)
    values = [option.value for option in wanted.options]
    before = page.context.values.get(wanted.key)
    if not match or len(values) != 2 or before not in values:
        return None
    return Sign(1 - values.index(before), 1.0, Span(*match.span()))


def _extreme(page: Page, options: tuple[Option, ...]) -> Sign | None:
    """ "The cheapest", "the latest one"."""
    for form, is_price, highest in (
        (CHEAPEST, True, False),
        (DEAREST, True, True),
        (EARLIEST, False, False),
        (LATEST, False, True),
    ):
        match = form.search(page.utterance.text)
        if not match:
            continue
        values = [_measure(option, is_price) for option in options]
        known = [value for value in values if value is not None]
        if len(known) < len(options):
            continue
        best = max(known) if highest else min(known)
        if known.count(best) == 1:
            return Sign(known.index(best), 1.0, Span(*match.span()))
    return None


def _measure(option: Option, is_price: bool) -> Any:
    """A row's price, or its day and time as a text that sorts."""
    if is_price:
        return next(
            (
                value
                for key, value in option.row
                if PRICES.search(plain(key)) and isinstance(value, int | float)
            ),
            None,
        )
    moments = [str(value) for _, value in option.row if MOMENTS.match(str(value))]
    return " ".join(sorted(moments, key=len, reverse=True)) or None


def _signs(page: Page, options: tuple[Option, ...]) -> list[Sign]:
    signs = []
    for row, option in enumerate(options):
        for key, value in option.row:
            signs += [Sign(row, weight, span) for weight, span in _fits(page, key, value)]
    return signs


def _fits(page: Page, key: str, value: Any) -> list[tuple[float, Span]]:
    text = str(value)
    if not isinstance(value, str):
        return _numbers(page, key, float(value)) if abs(value) < BEYOND else []
    found: list[tuple[float, Span]] = []
    if day := re.match(r"\d{4}-\d{2}-\d{2}", text):
        found += _days(page, day.group())
        text = text[day.end() :].lstrip("T ")
    if clock := CLOCK_FORM.match(text):
        return found + _times(page, int(clock["hour"]), int(clock["minute"]))
    return found or _words(page, text)


def _days(page: Page, text: str) -> list[tuple[float, Span]]:
    day = date.fromisoformat(text)
    return [
        (1.0, mention.span)
        for mention in page.dates
        if mention.day == day.day and mention.month in {None, day.month}
    ]


def _times(page: Page, hour: int, minute: int) -> list[tuple[float, Span]]:
    """The time itself counts most; twelve hours off it may be what was meant ("a quarter past nine")."""
    found = [
        (1.0 if mention.hour == hour else 0.6, mention.span)
        for mention in find_times(page.utterance)
        if mention.minute == minute and mention.hour % 12 == hour % 12
    ]
    written = re.compile(rf"(?<![\d.,$]){hour % 12 or 12}[.:h ]?{minute:02}(?![\d.,])")
    return found or [(0.6, Span(*match.span())) for match in written.finditer(page.utterance.text)]


def _numbers(page: Page, key: str, value: float) -> list[tuple[float, Span]]:
    stems = {word.stem for word in read_text(key.replace("_", " ")).words}
    found = []
    for quantity in page.quantities:
        beside = {word.stem for word, _ in page.nearby(quantity.span)[:2]}
        if quantity.value == value and (quantity.money or value >= SMALL or beside & stems):
            found.append((1.0, quantity.span))
    return found


def _words(page: Page, text: str) -> list[tuple[float, Span]]:
    """The words of a name that the message has; each counts once."""
    found = []
    for part in dict.fromkeys(word for word in read_text(text).words if word.content or word.text.isupper()):
        said = next(
            (
                word
                for word in page.utterance.words
                if not word.negated
                and (word.lower == part.lower or (len(part.lower) > 2 and _alike(word.lower, part.stem)))
            ),
            None,
        )
        if said is not None and not (
            said.lower.isdecimal() and len(said.lower) <= 3 and int(said.lower) < SMALL
        ):
            found.append((1.0, said.span))
    return found


def _alike(word: str, stem: str) -> bool:
    strength = stem_match(word, stem)
    # A word of the same meaning would also fit what belongs to other fields.
    return strength in {EXACT, TYPO} or (len(stem) >= 4 and word.endswith(stem) and len(word) > len(stem))
