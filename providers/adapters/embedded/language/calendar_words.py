"""Words of the calendar as numbers, and the arithmetic of days that dates need."""

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import Final

from dateutil.relativedelta import relativedelta

from providers.adapters.embedded.language.lexicon import word_list

MONTHS: Final = word_list(
    "january february march april may june july august september october november december"
)

FOREIGN_MONTHS: Final = {
    word: month
    for month, words in enumerate(
        (
            "januar januari janvier enero gennaio janeiro",
            "februar februari février fevrier febrero febbraio fevereiro",
            "märz maerz maart mars marzo março marco",
            "avril abril aprile",
            "mai mei mayo maggio maio",
            "juni juin junio giugno junho",
            "juli juillet julio luglio julho",
            "augustus août aout agosto",
            "septembre septiembre settembre setembro",
            "oktober octobre octubre ottobre outubro",
            "novembre noviembre novembro",
            "dezember décembre decembre diciembre dicembre dezembro",
        )
    )
    for word in words.split()
}
"""Month names that people bring from their own language, as places in `MONTHS`."""

WEEKDAYS: Final = word_list("monday tuesday wednesday thursday friday saturday sunday")

NUMBER_WORDS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fourteen": 14, "fifteen": 15,
    "thirty": 30, "a couple of": 2, "couple of": 2, "sixteen": 16, "eighteen": 18, "twenty": 20,
}  # fmt: skip

ORDINAL_WORDS: Final = {
    word: number
    for number, word in enumerate(
        word_list(
            """
            first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
            fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first
            twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh
            twenty-eighth twenty-ninth thirtieth thirty-first
            """
        ),
        1,
    )
}

DAYS_IN: Final = {"day": 1, "week": 7, "fortnight": 14}

HOLIDAYS: Final = {
    "christmas eve": (12, 24), "christmas": (12, 25), "christmas day": (12, 25), "new years eve": (12, 31),
    "new years": (1, 1), "new years day": (1, 1),
    "valentines": (2, 14), "valentines day": (2, 14), "halloween": (10, 31),
    "independence day": (7, 4), "fourth of july": (7, 4),
}  # fmt: skip


def existing_day(year: int, month: int, day: int) -> date | None:
    """The day, or None where no calendar has it."""
    return (
        date(year, month, day)
        if 1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
        else None
    )


def nearest_day_number(today: date, day: int, past: bool | None) -> date | None:
    """ "The 5th" without a month: the nearest one behind (`past`) or ahead."""
    step = -1 if past else 1
    for offset in range(0, 13 * step, step):
        month = today + relativedelta(months=offset, day=1)
        candidate = existing_day(month.year, month.month, day)
        if candidate and (candidate <= today if past else candidate >= today):
            return candidate
    return None


def nth_weekday(year: int, month: int, weekday: int, place: int) -> date | None:
    """The first (1), second … or last (-1) such weekday of a month; None where there is no fifth."""
    days = [date(year, month, day) for day in range(1, monthrange(year, month)[1] + 1)]
    fitting = [day for day in days if day.weekday() == weekday]
    if place == -1:
        return fitting[-1]
    return fitting[place - 1] if 1 <= place <= len(fitting) else None


def next_weekday(today: date, weekday: int) -> date:
    """The first such weekday after today; Monday is 0."""
    return today + timedelta((weekday - today.weekday() - 1) % 7 + 1)


def shifted(today: date, count: str | None, unit: str | None, way: int) -> date | None:
    """Today moved by a count of days, weeks, months or years; `way` 1 ahead, -1 back."""
    number = int(count) if count and count.isdecimal() else NUMBER_WORDS.get(count or "", 1)
    if number > 3000:
        return None
    steps = number * way
    if unit in DAYS_IN:
        return today + timedelta(steps * DAYS_IN[unit])
    moved = today.year + steps if unit == "year" else today.year + steps // 12
    if not 2 <= moved <= 9998:
        return None
    return today + (relativedelta(years=steps) if unit == "year" else relativedelta(months=steps))


def month_number(text: str | None) -> int:
    """1 to 12 for a month name or its first letters."""
    return next(number for number, name in enumerate(MONTHS, 1) if (text or "")[:3] == name[:3])


def weekday_number(text: str | None) -> int:
    """0 to 6 for a weekday name or its first letters."""
    word = (text or "").strip()
    return next(number for number, name in enumerate(WEEKDAYS) if name[:3] == word[:3])


def ordinal_number(text: str | None) -> int:
    """ "5th", "fifth" or "5" as a number, 0 for anything else."""
    word = (text or "").replace(" ", "-")
    if word in ORDINAL_WORDS:
        return ORDINAL_WORDS[word]
    digits = re.match(r"\d+", word)
    return int(digits.group()) if digits else 0


def year_number(text: str | None, today: date) -> int | None:
    """A year in digits, two digits or words. Two digits more than ten years ahead are of the last century."""
    if not text:
        return None
    digits = text.strip("'")
    if digits.isdecimal():
        number = int(digits)
        if len(digits) != 2:
            return number
        return 2000 + number if number <= today.year % 100 + 10 else 1900 + number
    if text.startswith("two thousand"):
        return 2000 + _two_digits(text.removeprefix("two thousand").removeprefix(" and").strip())
    century, rest = re.split(r"[- ]", text, maxsplit=1)
    return (1900 if century == "nineteen" else 2000) + _two_digits(rest)


def _two_digits(text: str) -> int:
    teens = {**NUMBER_WORDS, "thirteen": 13, "seventeen": 17, "nineteen": 19}
    tens = {
        "twenty": 20,
        "thirty": 30,
        "forty": 40,
        "fifty": 50,
        "sixty": 60,
        "seventy": 70,
        "eighty": 80,
        "ninety": 90,
    }
    first, _, last = text.replace("-", " ").partition(" ")
    return tens.get(first, teens.get(first, 0)) + NUMBER_WORDS.get(last, 0)
