"""Calendar arithmetic that the rules of all graphs share."""

import re
from datetime import date
from typing import Final

DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MONTH: Final = re.compile(r"[0-9]{4}-[0-9]{2}")


def read_day(text: str) -> date | None:
    """The day written YYYY-MM-DD, None where there is no such day."""
    if not DAY.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def read_month(text: str) -> date | None:
    """The first day of the month written YYYY-MM, None where there is no such month."""
    return read_day(f"{text}-01") if MONTH.fullmatch(text) else None


def years_between(birth: date, today: date) -> int:
    """Full years. Someone born on 29 February is a year older on 1 March in a common year."""
    before_birthday = (today.month, today.day) < (birth.month, birth.day)
    return today.year - birth.year - before_birthday


def months_between(earlier: date, later: date) -> int:
    """Calendar months, whatever the days; negative where `earlier` is the later one."""
    return (later.year - earlier.year) * 12 + later.month - earlier.month


def written_day(day: date) -> str:
    """A day as customers read it, such as "March 5, 2027"."""
    return f"{day:%B} {day.day}, {day.year}"
