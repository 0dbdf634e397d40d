"""Several options by one word: "weekdays", "every day", "Monday to Wednesday", "the first two"."""

import re
from collections.abc import Callable
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Option
from providers.adapters.embedded.language.calendar_words import NUMBER_WORDS, WEEKDAYS
from providers.adapters.embedded.language.text import Span, Utterance
from providers.adapters.embedded.readers.option_matching import find_options
from providers.adapters.embedded.readers.page import Page

GROUPS: Final[tuple[tuple[re.Pattern[str], Callable[[int], bool]], ...]] = (
    (
        re.compile(r"\b(?:week ?days?|working days|(?:during|on|in) the week|business days)\b", re.I),
        lambda day: day < 5,
    ),
    (re.compile(r"\bweek-?ends?\b", re.I), lambda day: day >= 5),
    (re.compile(r"\b(?:every|any|each|all) days?\b|\bdaily\b|\ball week\b", re.I), lambda day: True),
)
"""Words for several days of the week, and which days they are, Monday being 0."""

FIRST_FEW: Final = re.compile(
    r"\b(?:the )?(?P<end>first|last) (?P<count>two|three|four|five|\d)\b(?! (?:weeks|days|months|years))",
    re.I,
)
EXCEPTION: Final = re.compile(
    r"\b(?:except(?: for)?|but not|apart from|other than|without|not|but|minus|excluding)\b", re.I
)
BOTH_ENDS: Final = re.compile(r"^\s*(?:-|to|through|thru|until|till)\s*$", re.I)


def grouped(page: Page, options: tuple[Option, ...], asked: bool) -> tuple[list[Any], Span] | None:
    """The options that one word of the message stands for, with the word's place; None where none does."""
    days = {option.value: WEEKDAYS.index(name) for option in options if (name := _weekday(option))}
    for form, belongs in GROUPS if len(days) >= 5 else ():
        match = form.search(page.utterance.text)
        if match:
            return [value for value, day in days.items() if belongs(day)], Span(*match.span())
    if len(days) >= 5 and (between := _range(page, options)):
        return between
    few = FIRST_FEW.search(page.utterance.text) if asked else None
    if few:
        count = int(few["count"]) if few["count"].isdecimal() else NUMBER_WORDS[few["count"].lower()]
        values = [option.value for option in options]
        if 0 < count <= len(values):
            chosen = values[:count] if few["end"].lower() == "first" else values[-count:]
            return chosen, Span(*few.span())
    return None


def excepted(page: Page, options: tuple[Option, ...], position: int) -> list[Any]:
    """The options that stand after "except" and its like, from a place of the message on."""
    exception = EXCEPTION.search(page.utterance.text, position)
    if not exception:
        return []
    rest = Utterance(" " * exception.end() + page.utterance.text[exception.end() :])
    return [match.option.value for match in find_options(rest, options) if match.strength >= 0.6]


def _weekday(option: Option) -> str | None:
    label = option.label.lower()
    return next((name for name in WEEKDAYS if label in {name, name[:3]}), None)


def _range(page: Page, options: tuple[Option, ...]) -> tuple[list[Any], Span] | None:
    matches = sorted(find_options(page.utterance, options), key=lambda match: match.span)
    if len(matches) != 2:
        return None
    first, last = matches
    between = page.utterance.text[first.span.end : last.span.start]
    values = [option.value for option in options]
    start, end = values.index(first.option.value), values.index(last.option.value)
    if not BOTH_ENDS.match(between) or start >= end:
        return None
    return values[start : end + 1], Span(first.span.start, last.span.end)
