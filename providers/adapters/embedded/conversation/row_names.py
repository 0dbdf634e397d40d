"""Rows of a tool's result, named by what people tell them apart by."""

import re
from datetime import date, datetime
from typing import Any, Final

from providers.adapters.embedded.language.text import plain

CURRENCIES: Final = (
    ("€", re.compile(r"\beur(?:os?)?\b", re.I)),
    ("£", re.compile(r"\b(?:gbp|pounds?)\b", re.I)),
)
"""Words of a key, as `plain` reads it, and the sign that they stand for."""

PRICES: Final = re.compile(
    r"\b(?:usd|eur(?:os?)?|gbp|pounds?|dollars?|rent|prices?|premiums?|costs?|(?:sub)?totals?|monthly|amounts?|fees?"
    r"|rates?|fares?)\b",
    re.I,
)
"""Words of keys, as `plain` reads them, whose values are money."""
CLOCK_FORM: Final = re.compile(r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::[0-5]\d)?")
MOMENT_FORM: Final = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?")
DAY_FORM: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
MOST_PARTS: Final = 3
"""Values that name one row; more than these nobody wants to hear in a question."""


def telling_keys(items: list[dict[str, Any]], ids: list[Any]) -> list[str]:
    """The keys whose single values differ between the rows; the ids themselves are none of them."""
    return [
        key
        for key in items[0]
        if all(is_scalar(item.get(key)) for item in items)
        and len({str(item[key]) for item in items}) > 1
        and [item[key] for item in items] != ids
    ]


def row_name(item: dict[str, Any], keys: list[str], most: int = MOST_PARTS) -> str:
    """ "Aurora at 7:45 am for $62": names first, then the day, the time and the price."""
    parts = sorted(((*_part(key, item[key]), place) for place, key in enumerate(keys)), key=_order)
    return " ".join(text for _, text, _ in parts[:most])


def spoken_time(hour: int, minute: int) -> str:
    """A time of day as people say it: 7:45 am."""
    return f"{hour % 12 or 12}:{minute:02} {'am' if hour < 12 else 'pm'}"


def spoken_day(day: date) -> str:
    """A day as people write it: January 5, 2027."""
    return f"{day:%B} {day.day}, {day.year}"


def is_scalar(value: Any) -> bool:
    """True for a text or a number."""
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _order(part: tuple[int, str, int]) -> tuple[int, int]:
    return part[0], part[2]


def spoken_price(key: str, value: float) -> str:
    """An amount with the currency that its key names, dollars where it names none."""
    sign = next((sign for sign, form in CURRENCIES if form.search(plain(key))), "$")
    return f"{sign}{value:,.2f}"


def spoken_text(text: str) -> str:
    """A text of JSON data as people write it: days and times in words, without underscores."""
    if clock := CLOCK_FORM.fullmatch(text):
        return spoken_time(int(clock["hour"]), int(clock["minute"]))
    try:
        if MOMENT_FORM.fullmatch(text):
            moment = datetime.fromisoformat(text)
            return f"{spoken_day(moment.date())} at {spoken_time(moment.hour, moment.minute)}"
        if DAY_FORM.fullmatch(text):
            return spoken_day(date.fromisoformat(text))
    except ValueError:
        return text
    return text.replace("_", " ") if re.fullmatch(r"\w+", text) else text


def _part(key: str, value: Any) -> tuple[int, str]:
    text = str(value).strip()
    if isinstance(value, int | float):
        if PRICES.search(plain(key)):
            return 3, f"for {spoken_price(key, value)}".removesuffix(".00")
        return 4, f"with {plain(key)} {value:g}"
    spoken = spoken_text(text)
    if spoken == text or not (CLOCK_FORM.fullmatch(text) or text[:4].isdigit()):
        return 0, spoken
    return (2, f"at {spoken}") if CLOCK_FORM.fullmatch(text) else (1, f"on {spoken}")
