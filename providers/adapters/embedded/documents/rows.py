"""The lines of a paper, each with what it is and the numbers on it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from providers.adapters.embedded.documents.numbers import DATES_AND_TIMES, MARK, Number, numbers_in
from providers.adapters.embedded.documents.words import (
    INCLUDED,
    NUMBER_OF,
    PAYMENT,
    SUBTOTAL,
    TAX,
    TIP,
    TOTAL,
)


class Part(StrEnum):
    """What a line is."""

    TEXT = "text"
    GOODS = "goods"
    SUBTOTAL = "subtotal"
    FEE = "fee"
    """What comes after a sum and is neither tax nor tip nor payment, such as shipping."""
    TAX = "tax"
    TIP = "tip"
    TOTAL = "total"
    PAYMENT = "payment"
    TABLE = "table"
    """A line of a table of taxes."""


MOST_LABEL_WORDS: Final = 4
"""Words of a label that says what a sum is; what is longer is about something that was bought."""
EDGES: Final = re.compile(r"^[\s|:;,.*_=·…-]+|(?:[\s|:;,*_=·…(@-]|\s\.|\.{2,})+$")
MARKS: Final = re.compile(rf"(?<!\w){MARK}(?!\w)")


@dataclass(frozen=True)
class Row:
    """A line. `money` are its numbers that are amounts, `label` is what stands before the first number."""

    text: str
    part: Part
    numbers: tuple[Number, ...]
    money: tuple[Number, ...]

    @property
    def label(self) -> str:
        """The text before the first amount or rate, without marks and leaders."""
        ends = [number.start for number in self.numbers if number in self.money or number.percent]
        return trimmed(self.text[: min(ends, default=len(self.text))])


def rows_of(lines: Sequence[str], sign: str, *, whole_money: bool, loose: bool) -> tuple[Row, ...]:
    """The lines with their parts. `whole_money` tells that amounts have no decimals.

    `loose` takes "2 140,00" for one number among the goods, too; it is one in every sum.
    """
    rows: list[Row] = []
    summing = False
    for line in lines:
        numbers, money = _numbers(line, sign, loose=True, whole_money=whole_money)
        part = _part(line, numbers, money, summing)
        if part in (Part.GOODS, Part.FEE) and not loose:
            numbers, money = _numbers(line, sign, loose=False, whole_money=whole_money)
        summing = summing or part in (Part.SUBTOTAL, Part.TOTAL)
        rows.append(Row(_without_first_day(line), part, numbers, money))
    return tuple(rows)


def _numbers(
    line: str, sign: str, *, loose: bool, whole_money: bool
) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """The numbers of a line, and those of them that are money."""
    numbers = numbers_in(line, sign, loose=loose)
    return numbers, tuple(number for number in numbers if _is_money(number, whole_money))


def _without_first_day(line: str) -> str:
    """The line with blanks in place of a day at its beginning, as statements have it."""
    day = DATES_AND_TIMES.match(line.lstrip())
    start = len(line) - len(line.lstrip())
    return " " * (start + day.end()) + line[start + day.end() :] if day else line


def tidied(text: str) -> str:
    """A text without ornaments around it, its gaps made narrow."""
    return re.sub(r"\s+", " ", text.strip(" \t*=_#|·-"))


def trimmed(text: str) -> str:
    """A text without leaders and marks of currencies at its ends, its gaps made narrow."""
    before = None
    while text != before:
        before = text
        text = EDGES.sub("", text)
        text = re.sub(rf"^(?:{MARKS.pattern})|(?:{MARKS.pattern})$", "", text)
    return re.sub(r"\s+", " ", text)


def _is_money(number: Number, whole_money: bool) -> bool:
    if number.percent:
        return False
    return number.decimals == 2 or number.marked or (whole_money and number.decimals == 0)


def _part(line: str, numbers: Sequence[Number], money: Sequence[Number], summing: bool) -> Part:
    """What a line is; `summing` tells that a sum has come before it."""
    if not money:
        return Part.TEXT
    label = line[: money[0].start] or line
    is_short = len(re.findall(r"[^\W\d_]{2,}", label)) <= MOST_LABEL_WORDS
    sums = summing or is_short
    if sums and SUBTOTAL.search(label):
        return Part.SUBTOTAL
    if sums and TOTAL.search(label) and (not TAX.search(label) or INCLUDED.search(label)):
        return Part.TOTAL
    if sums and _is_tax(line, label, summing):
        return Part.TAX
    if sums and TIP.search(label):
        return Part.TIP
    if not summing:
        return Part.GOODS
    if any(number.percent for number in numbers) and len(money) > 1:
        return Part.TABLE
    return Part.PAYMENT if PAYMENT.search(label) else Part.FEE


def _is_tax(line: str, label: str, summing: bool) -> bool:
    found = TAX.search(line if summing else label)
    return found is not None and not NUMBER_OF.search(line[found.end() : found.end() + 12].lstrip(" .-:"))
