"""Rates: what is said for a month, where the field wants a year."""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.quantity import Quantity
from providers.adapters.embedded.language.text import plain

A_YEAR: Final = {"year": 1, "month": 12, "week": 52, "day": 365}
"""How often a period comes in a year. Nobody knows how many hours a year somebody works."""

FIELD_PERIOD: Final = re.compile(
    r"\b(?:(?P<year>yearly|annual|annually)|(?P<month>monthly)|(?P<week>weekly)|(?P<day>daily)"
    r"|(?:a|an|per|each|every|in one) (?P<unit>year|month|week|day|hour))\b",
    re.I,
)


def period_of(wanted: Field) -> str:
    """The period that an amount of the field is for: "year" in "Your yearly income"; empty for none."""
    return _period(f"{plain(wanted.name)} {wanted.description}")


@lru_cache(maxsize=4096)
def _period(text: str) -> str:
    match = FIELD_PERIOD.search(text)
    if not match:
        return ""
    return next(
        match["unit"].lower() if name == "unit" else name for name, part in match.groupdict().items() if part
    )


def in_period(wanted: Field, quantity: Quantity) -> Quantity | None:
    """The quantity for the field's period; None where one cannot be had from the other."""
    period = period_of(wanted)
    if not period or not quantity.per or quantity.per == period:
        return quantity
    if quantity.per not in A_YEAR or period not in A_YEAR:
        return None
    value = quantity.value * A_YEAR[quantity.per] / A_YEAR[period]
    return replace(quantity, value=float(round(value)) if wanted.whole_number else round(value, 2))
