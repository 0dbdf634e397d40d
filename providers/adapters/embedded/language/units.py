"""Units of measure: which one a number has, which one a field wants, and the way from one to the other."""

import re
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.quantity import Quantity
from providers.adapters.embedded.language.text import Span, Utterance, plain

MEASURES: Final = {
    "mass": {
        "gram": (1.0, "g gr gram grams gramme grammes"),
        "kilogram": (1000.0, "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes"),
        "pound": (453.59237, "lb lbs pound pounds"),
        "ounce": (28.349523, "oz ounce ounces"),
        "ton": (1_000_000.0, "t ton tons tonne tonnes"),
    },
    "length": {
        "millimeter": (0.001, "mm millimeter millimeters millimetre millimetres"),
        "centimeter": (0.01, "cm cms centimeter centimeters centimetre centimetres"),
        "meter": (1.0, "m meter meters metre metres"),
        "kilometer": (1000.0, "km kms kilometer kilometers kilometre kilometres"),
        "inch": (0.0254, "inch inches"),
        "foot": (0.3048, "ft foot feet"),
        "yard": (0.9144, "yd yards yard"),
        "mile": (1609.344, "mi mile miles"),
    },
    "area": {
        "square meter": (1.0, "m2 sqm square-meters square-meter square-metres square-metre sq-m"),
        "square foot": (0.09290304, "sqft ft2 square-feet square-foot sq-ft"),
    },
    "volume": {
        "milliliter": (0.001, "ml milliliter milliliters millilitre millilitres"),
        "liter": (1.0, "l liter liters litre litres"),
        "gallon": (3.785411784, "gal gallon gallons"),
    },
    "time": {
        "minute": (1.0, "min mins minute minutes"),
        "hour": (60.0, "h hr hrs hour hours"),
        "day": (1440.0, "day days"),
        "night": (1440.0, "night nights"),
        "week": (10080.0, "wk wks week weeks"),
        "fortnight": (20160.0, "fortnight fortnights"),
    },
    "calendar": {
        "month": (1.0, "month months mths"),
        "year": (12.0, "y yr yrs year years yeers"),
        "decade": (120.0, "decade decades"),
    },
}
"""Dimension, unit, its size, its spellings. Weeks are no share of a month: there are two kinds of time."""

SIZES: Final = {unit: size for units in MEASURES.values() for unit, (size, _) in units.items()}
DIMENSIONS: Final = {unit: dimension for dimension, units in MEASURES.items() for unit in units}
SPELLINGS: Final = {
    spelling.replace("-", " "): unit
    for units in MEASURES.values()
    for unit, (_, spellings) in units.items()
    for spelling in spellings.split()
}
_ANY: Final = "|".join(sorted(map(re.escape, SPELLINGS), key=len, reverse=True))
_SPOKEN: Final = "|".join(
    sorted((word for word in map(re.escape, SPELLINGS) if len(word) > 2), key=len, reverse=True)
)
UNIT_AFTER_DIGITS: Final = re.compile(rf"[\s-]?(?P<unit>{_ANY})\b(?!')", re.I)
UNIT_AFTER_WORDS: Final = re.compile(rf"[\s-](?P<unit>{_SPOKEN})\b(?!')", re.I)
SPOKEN_UNITS: Final = _SPOKEN
COMPOUND: Final = re.compile(
    r"(?<![\w.:])(?P<large>\d{1,2})\s?(?P<unit>(?:m|h)(?=\s?\d\d)|ft|foot|feet|')"
    r"\s?(?P<small>\d{1,2})(?:\s?(?:\"|''|in\b))?(?![\w:])",
    re.I,
)
"""Two numbers around one unit: "1m80", "1h30", "5'11"."""

SMALLER: Final = {"meter": "centimeter", "foot": "inch", "hour": "minute"}
"""What a number without a unit counts right after another one: "one meter eighty"."""

NO_UNITS: Final = frozenset({"day", "month", "year", "week", "night", "min"})
"""Words of field names that are a calendar field or a minimum rather than a unit."""

JOINING: Final = re.compile(r"^\s*(?:and\s+)?$", re.I)
IN_UNIT: Final = re.compile(
    rf"\bin (?:full |whole |complete |completed |us |metric )?(?P<unit>{_SPOKEN}|km|cm|mm|kg|lb)\b"
    rf"|\((?P<bracket>{_ANY})\)"
    rf"|\b(?:how many|number of|count of) (?:[a-z]+ ){{0,2}}?(?P<counted>{_SPOKEN})\b"
    rf"|^(?:the )?(?P<leading>{_SPOKEN})(?<=s) ",
    re.I,
)


def unit_of_field(wanted: Field) -> str | None:
    """The unit that a field's name or description states; None for money and for mere counts."""
    unit = _stated(plain(wanted.name), wanted.description)
    return None if wanted.money and unit == "pound" else unit


@lru_cache(maxsize=4096)
def _stated(name: str, description: str) -> str | None:
    match = IN_UNIT.search(description)
    if match:
        return SPELLINGS[next(text for text in match.groups() if text).lower()]
    tokens = name.split()
    pairs = [f"{first} {second}" for first, second in pairwise(tokens)]
    for token in (*pairs, *tokens):
        if token in SPELLINGS and len(token) > 1 and token not in NO_UNITS:
            return SPELLINGS[token]
    return None


def converted(value: float, unit: str, into: str) -> float | None:
    """A value in another unit of the same dimension, rounded to three places; None for another dimension."""
    if DIMENSIONS[unit] != DIMENSIONS[into]:
        return None
    return round(value * SIZES[unit] / SIZES[into], 3)


def compounds(utterance: Utterance) -> list[Quantity]:
    """ "1m80", "1h30" and "5'11" as one quantity each."""
    found = []
    for match in COMPOUND.finditer(utterance.text):
        unit = SPELLINGS.get(match["unit"].lower(), "foot")
        small = float(match["small"]) * SIZES[SMALLER[unit]] / SIZES[unit]
        if small < 1:
            found.append(
                Quantity(float(match["large"]) + small, Span(*match.span()), unit=unit, unit_end=match.end())
            )
    return found


def with_units(utterance: Utterance, quantities: list[Quantity]) -> list[Quantity]:
    """The quantities with their units; "1 kg 200 g" and "five foot eleven" become one quantity each."""
    result: list[Quantity] = []
    for quantity in (_with_unit(utterance, one) for one in quantities):
        last = result[-1] if result else None
        joined = _joined(utterance, last, quantity) if last else None
        if joined:
            result[-1] = joined
        else:
            result.append(quantity)
    return result


def _with_unit(utterance: Utterance, quantity: Quantity) -> Quantity:
    if quantity.unit or quantity.money or quantity.ordinal:
        return quantity
    form = UNIT_AFTER_WORDS if quantity.in_words else UNIT_AFTER_DIGITS
    match = form.match(utterance.text, quantity.span.end)
    if not match:
        inches = re.match(r"\"|''", utterance.text[quantity.span.end :])
        feet = re.match(r"'(?!\w)", utterance.text[quantity.span.end :])
        if inches or feet:
            return replace(quantity, unit="inch" if inches else "foot", unit_end=quantity.span.end + 1)
        return quantity
    if re.match(r"[\s-]old\b", utterance.text[match.end() :], re.I):
        return quantity
    return replace(quantity, unit=SPELLINGS[match["unit"].lower()], unit_end=match.end())


def _joined(utterance: Utterance, first: Quantity, second: Quantity) -> Quantity | None:
    if not first.unit or second.money or second.ordinal or second.bound:
        return None
    between = utterance.text[first.end : second.span.start]
    unit = second.unit or ("" if between.strip() else SMALLER.get(first.unit, ""))
    if not unit or not JOINING.match(between) or DIMENSIONS[unit] != DIMENSIONS[first.unit]:
        return None
    small = second.value * SIZES[unit] / SIZES[first.unit]
    if SIZES[unit] >= SIZES[first.unit] or not 0 < small < 1:
        return None
    return replace(
        first,
        value=round(first.value + small, 9),
        span=Span(first.span.start, second.span.end),
        unit_end=second.end,
    )
