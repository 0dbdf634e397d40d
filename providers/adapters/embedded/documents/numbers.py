"""Numbers as papers print them: 1,234.50 and 1.234,50, with currencies, signs and percent."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from providers.adapters.embedded.documents.currencies import CODES

MARK: Final = rf"(?:[A-Z]{{1,3}}\$|[€£$¥₹₩₺₪]|\b(?:{'|'.join(sorted(CODES))})\b|\bFr\.|\bzł|\bKč|\bkr\b)"
"""What stands beside an amount and says its currency."""
DIGITS: Final = r"(?:\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,4})?|\d{1,10}(?:[.,]\d{1,4})?)"
SPACED: Final = r"\d{1,3}(?: \d{3})+[.,]\d{2}"
"""Thousands apart by a space: "2 140,00" may as well be two numbers."""


def _pattern(before_spaced: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<sign>(?<!\w)[-–−](?=[^\s-]))?(?P<mark>{MARK}\s?)?(?P<inner>[-–−])?"
        rf"(?P<digits>{before_spaced}{SPACED}(?![\w.,])"
        rf"|(?:(?<![\w.,'’])|(?<=\s[x×X])){DIGITS}(?![\w,'’]|\.\d))"
        rf"(?P<after>\s?(?:{MARK}))?(?P<behind>-(?!\d))?(?P<percent>\s?%)?"
    )


NUMBER: Final = _pattern(r"(?:(?<=\s\s)|(?<=[\t|€£$]))")
"""Thousands are apart only after a gap or a sign of a currency."""
LOOSE_NUMBER: Final = _pattern(r"(?<!\d\s)(?<![\w.,'’])")
"""Thousands are apart wherever no other number is just before."""
MONEY_DECIMALS: Final = re.compile(r"\d([.,])\d{2}(?![\d%])(?!\s?%)")
DATES_AND_TIMES: Final = re.compile(
    r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b"
    r"|\b\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?",
    re.I,
)


@dataclass(frozen=True)
class Number:
    """A number in a line, from `start` to `end`, its mark and sign within.

    `decimals` counts the digits after the decimal sign; `marked` tells that a currency stands beside it.
    """

    value: Decimal
    decimals: int
    marked: bool
    percent: bool
    start: int
    end: int


def decimal_sign(text: str) -> str:
    """The sign before the cents in most amounts of a paper; "." where there are none."""
    signs = [match[1] for match in MONEY_DECIMALS.finditer(without_dates(text))]
    return "," if signs.count(",") > signs.count(".") else "."


def without_dates(line: str) -> str:
    """The line with blanks in place of days and times, so that everything else keeps its place."""
    return DATES_AND_TIMES.sub(lambda match: " " * len(match.group()), line)


def numbers_in(line: str, sign: str, *, loose: bool) -> tuple[Number, ...]:
    """The numbers of a line, where `sign` is the paper's decimal sign. Days and times are none.

    `loose` takes "2 140,00" for one number.
    """
    return tuple(_numbers(without_dates(line), sign, LOOSE_NUMBER if loose else NUMBER))


def _numbers(line: str, sign: str, pattern: re.Pattern[str]) -> Iterator[Number]:
    for match in pattern.finditer(line):
        whole, decimals = _parts(match["digits"], sign)
        value = Decimal(f"{whole}.{decimals}" if decimals else whole)
        negative = any(match[group] for group in ("sign", "inner", "behind"))
        yield Number(
            value=-value if negative else value,
            decimals=len(decimals),
            marked=bool(match["mark"] or match["after"]),
            percent=bool(match["percent"]),
            start=match.start(),
            end=match.end(),
        )


def _parts(digits: str, sign: str) -> tuple[str, str]:
    """The digits before and after the decimal sign."""
    plain = re.sub(r"[ '’\u00a0\u202f]", "", digits)
    signs = re.findall(r"[.,]", plain)
    last = signs[-1] if signs else ""
    groups_only = len(signs) > 1 and len(set(signs)) == 1
    thousands = last != sign and re.search(r"[.,]\d{3}$", plain) is not None and len(set(signs)) == 1
    if not last or groups_only or thousands:
        return re.sub(r"[.,]", "", plain), ""
    whole, _, decimals = plain.rpartition(last)
    return re.sub(r"[.,]", "", whole), decimals
