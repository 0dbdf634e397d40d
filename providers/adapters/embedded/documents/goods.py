"""What was bought: the lines before the sums, with quantities and prices that the arithmetic confirms."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import takewhile
from typing import Final

from providers.adapters.embedded.documents.numbers import Number
from providers.adapters.embedded.documents.rows import Part, Row, trimmed

UNIT: Final = r"(?:kg|g|lb|lbs|oz|l|ml|m|h|hrs?|hours?|std|stk|st|pcs?|pz|ud|uds|un|nights?|days?)"
TIMES: Final = re.compile(rf"^\s*(?:{UNIT}\.?)?\s*[x×*@à]\s*(?:\D{{0,4}})$", re.I)
"""What stands between a quantity and the price of one."""
LEADING: Final = re.compile(
    rf"^\s*(?P<count>\d{{1,3}})\s*(?:[x×]\s+|\s(?!\s*(?:{UNIT}|pack|er|cl|cm|mm|inch|zoll)\b))(?=\s*[^\W\d_])",
    re.I,
)
"""A count before what was bought: "2 Coffee", "2 x Coffee"."""
CENT: Final = Decimal("0.01")
FEWEST_NUMBERED: Final = 3
"""Lines that are numbered in order; two may as well be one and two of something."""
TIMES_LEFT: Final = re.compile(r"\s+[x×*@àá]$", re.I)
TEXT_OF_GOODS: Final = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Good:
    """One line. `quantity` and `unit_price` are None where none is printed."""

    description: str
    quantity: Decimal | None
    unit_price: Decimal | None
    amount: Decimal


def goods_of(rows: Sequence[Row]) -> tuple[Good, ...]:
    """The goods in order; a line that goes on in the next one is one of them.

    One whose name cannot be told has none: it must not be left out as if it were not printed.
    """
    goods: list[Good] = []
    name = ""
    numbered = _are_numbered(rows)
    for row in takewhile(lambda row: row.part not in (Part.SUBTOTAL, Part.TOTAL), rows):
        if row.part is Part.GOODS or _is_counting(row):
            _add(goods, _good(row, numbered), name or _behind(row))
            name = ""
        elif row.part is Part.TEXT:
            name = trimmed(row.text) if TEXT_OF_GOODS.search(row.text) else ""
    return tuple(goods)


def _add(goods: list[Good], good: Good, name: str) -> None:
    """Add a line's good, or what the line tells of the one before. `name` is for one that has none itself."""
    before = goods[-1] if goods else None
    if good.description and before and not before.description and _explains(before, good):
        goods[-1] = replace(before, description=good.description)
    elif not good.description and before and _explains(good, before):
        goods[-1] = replace(before, quantity=good.quantity, unit_price=good.unit_price)
    else:
        goods.append(good if good.description else replace(good, description=name))


def _behind(row: Row) -> str:
    """What stands behind the amounts of a line; "" where that is no name."""
    text = trimmed(row.text[max((number.end for number in row.numbers), default=0) :])
    return text if TEXT_OF_GOODS.search(text) else ""


def _are_numbered(rows: Sequence[Row]) -> bool:
    """True where the goods are numbered 1, 2, 3: then these are no quantities."""
    starts = [LEADING.match(row.text) for row in rows if row.part is Part.GOODS]
    counts = [match["count"] if match else "" for match in starts]
    return len(counts) >= FEWEST_NUMBERED and counts == [str(place + 1) for place in range(len(counts))]


def fees_of(rows: Sequence[Row]) -> tuple[Good, ...]:
    """What is added between the first sum and the last total, such as shipping."""
    last = max((place for place, row in enumerate(rows) if row.part is Part.TOTAL), default=0)
    return tuple(_good(row) for row in rows[:last] if row.part is Part.FEE)


def _is_counting(row: Row) -> bool:
    """True for a line such as "0,768 kg x 1,99": a quantity and a price, and no name."""
    return _multiplied(row) is not None


def _explains(good: Good, other: Good) -> bool:
    """True for a line of a quantity and a price whose product is the amount of the line beside it."""
    return good.quantity is not None and good.unit_price is not None and good.amount == other.amount


def _good(row: Row, numbered: bool = False) -> Good:
    """The good of a line; `numbered` tells that a number before it is its place."""
    product = _multiplied(row)
    if product is not None:
        return _explicit(row, *product)
    amount = row.money[-1]
    count = LEADING.match(row.text)
    start = count.end() if count else 0
    others = [number for number in row.numbers if start <= number.start < amount.start and not number.percent]
    if len(others) >= 2 and fits(others[-2].value, others[-1].value, amount.value):
        return _in_columns(row, start, others[-2], others[-1])
    if count is not None and not numbered:
        return _counted(row, Decimal(count["count"]), start, others)
    start = start if numbered else 0
    if others and others[-1] in row.money and others[-1].value == amount.value:
        return Good(trimmed(row.text[start : others[-1].start]), None, amount.value, amount.value)
    return Good(trimmed(row.text[start : amount.start]), None, None, amount.value)


def _in_columns(row: Row, start: int, first: Number, second: Number) -> Good:
    """A line with a quantity and a price of one, in either order, and what the two make."""
    price, quantity = (second, first) if second.decimals >= first.decimals else (first, second)
    name = trimmed(row.text[start : first.start]) or trimmed(row.text[first.end : second.start])
    return Good(TIMES_LEFT.sub("", name), quantity.value, price.value, row.money[-1].value)


def _counted(row: Row, quantity: Decimal, start: int, others: Sequence[Number]) -> Good:
    """A line that begins with a count, with the price of one where the amount confirms it."""
    amount = row.money[-1]
    prices = [number for number in others if number in row.money]
    if prices and fits(quantity, prices[-1].value, amount.value):
        name = trimmed(row.text[start : prices[-1].start])
        return Good(name, quantity, prices[-1].value, amount.value)
    return Good(trimmed(row.text[start : amount.start]), quantity, None, amount.value)


def _explicit(row: Row, quantity: Number, price: Number) -> Good:
    """A line with "2 x 3,50": the printed amount that the two make, else what they make."""
    printed = _made_of(row, quantity, price)
    made = (quantity.value * price.value).quantize(CENT, rounding=ROUND_HALF_UP)
    amount = printed[-1].value if printed else made
    start = min([quantity, *printed], key=lambda number: number.start).start
    return Good(trimmed(row.text[:start]), quantity.value, price.value, amount)


def _multiplied(row: Row) -> tuple[Number, Number] | None:
    """The quantity and the price of "2 x 3,50" in a line; a picture of 10 x 15 is none."""
    for first, second in zip(row.numbers, row.numbers[1:], strict=False):
        between = row.text[first.end : second.start]
        if TIMES.match(between) and first.value > 0:
            alone = second in row.money and all(number in (first, second) for number in row.money)
            if alone or _made_of(row, first, second):
                return first, second
    return None


def _made_of(row: Row, quantity: Number, price: Number) -> list[Number]:
    """The amounts of a line that a quantity and a price make."""
    others = [number for number in row.money if number not in (quantity, price)]
    return [number for number in others if fits(quantity.value, price.value, number.value)]


def fits(quantity: Decimal, price: Decimal, amount: Decimal) -> bool:
    """True where the product is the amount, to a cent."""
    return abs(quantity * price - amount) <= CENT
