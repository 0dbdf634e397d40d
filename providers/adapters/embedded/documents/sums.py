"""The sums of a paper: of all that is called a total, those which the arithmetic confirms."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import Final

from providers.adapters.embedded.documents.goods import CENT, Good, fees_of
from providers.adapters.embedded.documents.numbers import Number
from providers.adapters.embedded.documents.rows import Part, Row, trimmed
from providers.adapters.embedded.documents.words import ADDED, DISCOUNT, INCLUDED, PAYMENT, TAX

ZERO: Final = Decimal(0)
PERCENT: Final = re.compile(r"\(?\s*\d[\d.,]*\s?%\s*\)?")


@dataclass(frozen=True)
class Tax:
    """A tax. `rate` is in percent; `included` tells that the prices hold it."""

    label: str
    rate: Decimal | None
    amount: Decimal
    included: bool


@dataclass(frozen=True)
class Sums:
    """How a paper adds up: the goods make `subtotal`, and that with added taxes and tip makes `total`.

    `confirmed` is False where it does not add up as it was read.
    """

    goods: tuple[Good, ...]
    subtotal: Decimal
    taxes: tuple[Tax, ...]
    tip: Decimal | None
    total: Decimal
    confirmed: bool


def sums_of(rows: Sequence[Row], goods: tuple[Good, ...]) -> Sums | None:
    """The sums of a paper; None where it prints no total."""
    totals = [row.money[-1].value for row in rows if row.part is Part.TOTAL]
    if not totals:
        return None
    taxes = taxes_of(rows)
    tips = [row.money[-1].value for row in rows if row.part is Part.TIP]
    subtotals = [row.money[-1].value for row in rows if row.part is Part.SUBTOTAL]
    tip = tips[-1] if tips else None
    for total in _credible(rows):
        for signed in _variants(goods, fees_of(rows)):
            for subtotal in _subtotals(signed, subtotals, totals):
                for read in _readings(taxes, tip):
                    if _adds_up(subtotal, *read, total):
                        return Sums(signed, subtotal, *read, total, confirmed=True)
    first = next(_subtotals(goods, subtotals, totals), totals[-1])
    return Sums(goods, first, taxes, tip, totals[-1], confirmed=False)


def _credible(rows: Sequence[Row]) -> Iterator[Decimal]:
    """The totals, the last printed first; what was handed over for them may be more than any of them.

    A sum is no total of the whole where more is to be paid than that.
    """
    printed = [row for row in rows if row.part is Part.TOTAL]
    claims = [row.money[-1].value for row in printed if not PAYMENT.search(row.label)]
    least = max(claims, key=abs, default=ZERO)
    for total in dict.fromkeys(row.money[-1].value for row in reversed(printed)):
        if abs(total) >= abs(least):
            yield total


def _variants(goods: tuple[Good, ...], fees: tuple[Good, ...]) -> Iterator[tuple[Good, ...]]:
    """The goods, then with what is added after the subtotal."""
    yield from _signed(goods)
    if fees:
        yield from _signed((*goods, *fees))


def _signed(goods: tuple[Good, ...]) -> Iterator[tuple[Good, ...]]:
    """The goods as printed, then with every discount taken off."""
    yield goods
    taken_off = tuple(
        Good(good.description, good.quantity, good.unit_price, -good.amount)
        if DISCOUNT.search(good.description) and good.amount > 0
        else good
        for good in goods
    )
    if taken_off != goods:
        yield taken_off


def _subtotals(
    goods: Sequence[Good], printed: Sequence[Decimal], totals: Sequence[Decimal]
) -> Iterator[Decimal]:
    """What the goods may add up to: a printed sum that they make, else their sum; without goods any."""
    if not goods:
        yield from (*printed, *totals)
        return
    made = sum((good.amount for good in goods), ZERO)
    tolerance = CENT * len(goods)
    near = [value for value in (*printed, *totals) if abs(value - made) <= tolerance]
    yield from dict.fromkeys([*near, made])


def _readings(
    taxes: tuple[Tax, ...], tip: Decimal | None
) -> Iterator[tuple[tuple[Tax, ...], Decimal | None]]:
    """Taxes added or included, with the tip or before it."""
    for with_tip in dict.fromkeys((tip, None)):
        for included in (False, True):
            yield _as(taxes, included), with_tip


def _as(taxes: tuple[Tax, ...], included: bool) -> tuple[Tax, ...]:
    """The taxes that do not say so themselves, taken as included or added."""
    return tuple(Tax(tax.label, tax.rate, tax.amount, tax.included or included) for tax in taxes)


def _adds_up(subtotal: Decimal, taxes: Sequence[Tax], tip: Decimal | None, total: Decimal) -> bool:
    added = sum((tax.amount for tax in taxes if not tax.included), ZERO)
    return subtotal + added + (tip or ZERO) == total


def taxes_of(rows: Sequence[Row]) -> tuple[Tax, ...]:
    """The taxes, each once: a sum of taxes is none, and a table may repeat what a line says."""
    found: list[Tax] = []
    for row in rows:
        tax = _tax(row)
        if tax is not None and not any(_repeats(tax, row, other) for other in found):
            found.append(tax)
    return tuple(tax for tax in found if not _sums_up(tax, found))


def _repeats(tax: Tax, row: Row, other: Tax) -> bool:
    """True for the same tax in a table, or by the same name; two of one rate may have two names."""
    same_rate = tax.rate == other.rate or None in (tax.rate, other.rate)
    same_name = row.part is Part.TABLE or tax.label.casefold() == other.label.casefold()
    return same_rate and same_name and tax.amount == other.amount


def _sums_up(tax: Tax, taxes: Sequence[Tax]) -> bool:
    others = [other for other in taxes if other is not tax]
    return (
        tax.rate is None and len(others) > 1 and sum((other.amount for other in others), ZERO) == tax.amount
    )


def _tax(row: Row) -> Tax | None:
    if row.part not in (Part.TAX, Part.TABLE):
        return None
    rates = [number.value for number in row.numbers if number.percent]
    rate = rates[0] if rates else None
    amount = _amount(row.money, rate)
    if amount is None:
        return None
    return Tax(_label(row), rate, amount, included=INCLUDED.search(row.text) is not None)


def _amount(money: Sequence[Number], rate: Decimal | None) -> Decimal | None:
    """The tax among the amounts of its line, where the net or gross sum may stand, too."""
    values = [number.value for number in money]
    if len(values) == 1:
        return values[0]
    for one, other in combinations(values, 2):
        small, large = sorted((one, other), key=abs)
        if rate is not None and _is_tax_of(small, large, rate):
            return small
    return values[-1] if rate is None else None


def _is_tax_of(tax: Decimal, base: Decimal, rate: Decimal) -> bool:
    of_net = base * rate / 100
    of_gross = base * rate / (100 + rate)
    return min(abs(of_net - tax), abs(of_gross - tax)) <= CENT


def _label(row: Row) -> str:
    """What the tax is called: the words of the line, without rate and amounts and without "includes"."""
    before, after = _around_rate(row.text[: row.money[0].start])
    text = before if TAX.search(before) else f"{before}  {after}"
    text = trimmed(ADDED.sub(" ", INCLUDED.sub(" ", text)))
    if text:
        return text
    named = TAX.search(row.text)
    return named.group() if named else trimmed(row.text)


def _around_rate(text: str) -> tuple[str, str]:
    """What stands before the rate of a line and behind it; all of it is before where there is none."""
    rate = PERCENT.search(text)
    return (text[: rate.start()], text[rate.end() :]) if rate else (text, "")
