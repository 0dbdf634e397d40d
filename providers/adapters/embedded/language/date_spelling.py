"""Dates as people type them, misspelt or in their own language, in plain English.

Spans must keep their places, so every text fills the space of the one that it stands for.
"""

import re
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from providers.adapters.embedded.language.calendar_words import FOREIGN_MONTHS, MONTHS, WEEKDAYS

DAY_OF_MONTH: Final = re.compile(
    rf"\b(?P<day>\d{{1,2}})\.? (?:de |di |d')?(?P<month>{'|'.join(FOREIGN_MONTHS)})\b(?: de(?:l)?(?= \d))?"
)
""" "1. juni", "8 de agosto": a day of a month in the customer's own language."""
TO: Final = r"(?:bis(?: zum)?|au|al|tot|ate|até|ao|do)"
DAY_TO: Final = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:\.|er)? {TO} (?:(?:den|dem|le|el|il|the) )?(?=\d{{1,2}}(?:\.|er)? \w)"
)
""" "1. bis 8. August": the first day of a range, its month still to come."""
DOTTED_TO: Final = re.compile(
    rf"\b(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.? (?:{TO}|to|until|-) (?=\d{{1,2}}\.\d{{1,2}}\.)"
)
""" "1.8. bis 8.8.2027": the first day of a range, its year still to come."""
DOTTED_DAY: Final = re.compile(rf"\b(?P<day>\d{{1,2}})\. (?=(?:{'|'.join(MONTHS)})\b)")
""" "8. August", whose month is called the same in both languages."""
WORD: Final = re.compile(r"[a-z]{6,9}")


@lru_cache(maxsize=256)
def in_english(text: str) -> str:
    """A text in small letters with month and weekday names put right, and foreign dates in English."""
    ranges = DAY_TO.sub(_first_day, DOTTED_TO.sub(_first_date, WORD.sub(_mended, text)))
    return DOTTED_DAY.sub(r" \g<day> ", DAY_OF_MONTH.sub(_day_of_month, ranges))


def _mended(match: re.Match[str]) -> str:
    """A name with a slip of the finger put right."""
    word = match.group()
    for name in (*MONTHS, *WEEKDAYS, "tomorrow"):
        if len(name) == len(word) and word != name and OSA.distance(word, name, score_cutoff=1) <= 1:
            return name
        if (
            len(word) + 1 == len(name)
            and word[0] == name[0]
            and OSA.distance(word, name, score_cutoff=1) <= 1
        ):
            return name[:3].rjust(len(word)) if name in MONTHS else word
    return word


def _day_of_month(match: re.Match[str]) -> str:
    """ "1. juni" as "1 jun"."""
    name = MONTHS[FOREIGN_MONTHS[match["month"]]][:3]
    return f"{match['day']} {name}".rjust(len(match.group()))


def _first_day(match: re.Match[str]) -> str:
    """ "1. bis " as "1 to "."""
    return f"{match['day']} to ".rjust(len(match.group()))


def _first_date(match: re.Match[str]) -> str:
    """ "1.8. bis " as "1 aug to "; as it is where that does not fit."""
    month = int(match["month"])
    if not 1 <= month <= len(MONTHS):
        return match.group()
    written = f"{match['day']} {MONTHS[month - 1][:3]} to ".rjust(len(match.group()))
    return written if len(written) == len(match.group()) else match.group()
