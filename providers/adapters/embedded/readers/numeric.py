"""Number and year fields: which number of the message is whose, in the unit that the field wants."""

import re
from dataclasses import replace
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Bound, Field, Kind
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.numbers import BEST_MARKS
from providers.adapters.embedded.language.periods import in_period, period_of
from providers.adapters.embedded.language.quantity import Quantity
from providers.adapters.embedded.language.text import Span, content_stems, plain
from providers.adapters.embedded.language.units import (
    DIMENSIONS,
    SPELLINGS,
    SPOKEN_UNITS,
    converted,
    unit_of_field,
)
from providers.adapters.embedded.readers.floors import read_floor
from providers.adapters.embedded.readers.nothing import none_at_all
from providers.adapters.embedded.readers.page import Page, Reading
from providers.adapters.embedded.readers.party import counts_people, read_party

UNITS: Final = (
    frozenset({"year", "yr", "yrs"}), frozenset({"month"}), frozenset({"week"}), frozenset({"day"}),
    frozenset({"night"}), frozenset({"hour", "hr", "hrs"}), frozenset({"minut", "min"}),
    frozenset({"mile", "mi"}), frozenset({"km", "kilometer", "kms"}), frozenset({"percent", "pct"}),
    frozenset({"pound", "lb", "lbs"}), frozenset({"kg", "kilo"}), frozenset({"feet", "foot", "ft"}),
    frozenset({"inch"}), frozenset({"dollar", "buck"}), frozenset({"star"}),
    frozenset({"person", "guest"}), frozenset({"child", "kid"}),
)  # fmt: skip
"""Words for one unit a set; a number with a unit does not go to a field of another unit."""

SPENT: Final = re.compile(
    r"\b(?:paid|pay|spent|spend|costs?|charged|worth|owe|earn|make)\s*(?:about |around )?$", re.I
)
"""What stands before a price without its currency."""
COUNT_NAMES: Final = frozenset({"quantity", "qty", "count", "number", "copies", "units", "pieces"})
UNDER_ONE: Final = re.compile(
    rf"\b(?:less than|under|below|not even|not quite|nearly|almost) (?:a|one|1) (?P<unit>{SPOKEN_UNITS})\b",
    re.I,
)
AT_AGE: Final = re.compile(
    r"\b(?:when i was|since i was|at the age of|at age|i turned|aged) (?:about |around )?$", re.I
)
"""What stands before an age, which is no number of years of something else."""

AT_HOUR: Final = re.compile(r"\b(?:at|um) $", re.I)
"""What stands before an hour."""
TONIGHT: Final = re.compile(r" tonight\b", re.I)
"""What stands behind one."""

FIRST_YEAR: Final = 100
LAST_YEAR: Final = 9999
"""Years as people write them; "94110" is none."""

AGE_AFTER: Final = re.compile(r"^[\s-]*(?:years?[\s-]old|yo|y/o)\b", re.I)
AGE_BEFORE: Final = re.compile(r"\b(?:i'm|i am|im|aged|age|she's|he's|he is|she is)\s*$", re.I)


def read_number(page: Page, wanted: Field) -> list[Reading]:
    """Every number of the message as a reading for the field, in the field's unit."""
    unit = unit_of_field(wanted) if wanted.kind is Kind.NUMBER else None
    under_one = _under_one(page, wanted, unit)
    readings = []
    for quantity in page.quantities:
        if quantity.open and wanted.bound is None:
            continue
        if any(quantity.span.overlaps(one.span) for one in under_one):
            continue
        if unit == "year" and AT_AGE.search(page.utterance.lead(quantity.span.start)):
            continue
        if unit == "year" and _counts_from(page, wanted, quantity):
            quantity = _years_since(page, quantity)
        own = measured(wanted, quantity, unit)
        value = _value(own, wanted) if own else None
        if own is None or value is None:
            continue
        readings.append(Reading(wanted, value, own.span, _score(page, wanted, own, unit)))
    return (
        readings + read_party(page, wanted) + read_floor(page, wanted) + under_one + none_at_all(page, wanted)
    )


def measured(wanted: Field, quantity: Quantity, unit: str | None) -> Quantity | None:
    """The quantity in the field's unit and period; None where it counts something else."""
    if quantity.centre is not None and wanted.bound is None:
        quantity = replace(quantity, value=quantity.centre, bound=None)
    if quantity.unit == "meter" and wanted.money and not unit:
        # "1.2m" is an amount in millions.
        return replace(quantity, value=quantity.value * 1e6, unit="")
    if unit and quantity.unit:
        value = converted(quantity.value, quantity.unit, unit)
        if value is None:
            return None
        if DIMENSIONS[unit] == "calendar" and not value.is_integer() and (wanted.minimum or 0) > 0:
            return None
        if wanted.whole_number and not value.is_integer():
            # Completed years count, and lengths in whole numbers are rounded.
            value = float(int(value) if DIMENSIONS[unit] == "calendar" else round(value))
        quantity = replace(quantity, value=value)
    elif wanted.money and quantity.unit:
        return None
    return in_period(wanted, quantity)


def _only_money_field(page: Page, wanted: Field) -> bool:
    return [field for field in page.of_kind(Kind.NUMBER) if field.money] == [wanted]


def _counts_from(page: Page, wanted: Field, quantity: Quantity) -> bool:
    """True for a calendar year where a number of years is wanted."""
    since = re.search(
        r"\b(?:since|in|from) (?:about |around )?$", page.utterance.lead(quantity.span.start).lower()
    )
    return _looks_like_year(page, quantity) and bool(
        since if not page.asked(wanted) else since or not _in_range(wanted, quantity.value)
    )


def _years_since(page: Page, quantity: Quantity) -> Quantity:
    """ "Since 2016" as a number of years."""
    return replace(quantity, value=float(max(0, page.context.today.year - int(quantity.value))), unit="year")


def _under_one(page: Page, wanted: Field, unit: str | None) -> list[Reading]:
    """ "Less than a year" is none completed, where whole ones count."""
    match = UNDER_ONE.search(page.utterance.text) if unit and wanted.whole_number else None
    if not match or SPELLINGS[match["unit"].lower()] != unit or not _in_range(wanted, 0):
        return []
    return [Reading(wanted, 0, Span(*match.span()), 0.85 + page.standing(wanted))]


def _value(quantity: Quantity, wanted: Field) -> Any:
    if quantity.ordinal and wanted.kind is not Kind.NUMBER:
        return None
    if wanted.kind is Kind.YEAR or wanted.whole_number:
        if not quantity.whole:
            return None
        number = int(quantity.value)
        if wanted.kind is Kind.YEAR and not FIRST_YEAR <= number <= LAST_YEAR:
            return None
        return number
    return int(quantity.value) if quantity.whole else quantity.value


def _score(page: Page, wanted: Field, quantity: Quantity, unit: str | None) -> float:
    cue = page.cue(wanted, quantity.span)
    score = 0.2 + 0.55 * cue + page.standing(wanted)
    if unit and quantity.unit:
        score += 0.4
    elif wanted.kind is Kind.NUMBER:
        score += _unit_score(page, wanted, quantity)
    if quantity.per and quantity.per == period_of(wanted):
        score += 0.3
    elif wanted.money and not quantity.per and period_of(wanted) and cue < 0.3:
        # Who means an income says so; a bare amount is what the talk is about.
        score -= 0.1
    score += _mark_score(wanted, quantity)
    if quantity.ordinal:
        score -= 0.4
    if wanted.kind is Kind.YEAR:
        score += 0.42 if _looks_like_year(page, quantity) else -0.3
    elif _looks_like_year(page, quantity) and not quantity.in_words and cue < 0.5:
        score -= 0.1
    if _too_many(page, wanted, quantity) and cue < 0.3:
        score -= 0.3
    if quantity.money:
        score += 0.3 if wanted.money else -0.7
        if page.known(wanted) and not page.asked(wanted) and _only_money_field(page, wanted):
            # An amount with its currency changes the one field that holds an amount.
            score += 0.3
    elif wanted.money and SPENT.search(page.utterance.lead(quantity.span.start)):
        score += 0.3
    elif wanted.money and quantity.value >= 20 and not _looks_like_year(page, quantity):
        score += 0.1
    elif wanted.money and quantity.value < 13 and cue < 0.4:
        score -= 0.15
    if not _in_range(wanted, quantity.value):
        score -= 0.6 if not (page.asked(wanted) or cue >= 0.5) else 0.1
    score += _bound_score(page, wanted, quantity)
    if cue < 0.75 and any(
        weight >= 0.9 and stem_match(word, target)
        for target, weight in wanted.weights.items()
        for word in page.utterance.vocabulary
    ):
        # Named elsewhere in the message: "close to the center, 2 miles at most".
        score += 0.15
    if _only_number_field(page, wanted, quantity) and not page.known(wanted):
        score += 0.2
        if wanted.minimum is not None and wanted.maximum is not None and _in_range(wanted, quantity.value):
            score += 0.1
    if "age" in wanted.weights and AGE_AFTER.match(page.utterance.text[quantity.span.end :]):
        score += 0.5
    elif "age" in wanted.weights and AGE_BEFORE.search(page.utterance.lead(quantity.span.start)):
        score += 0.3
    if cue < 0.5 and _counts_subject(page, wanted, quantity):
        score += 0.45
    if counts_people(page, wanted, quantity):
        score += 0.35
    elif cue < 0.3 and not unit and _is_an_hour(page, quantity):
        score -= 0.2
    return score


def _is_an_hour(page: Page, quantity: Quantity) -> bool:
    """True for the number of "at 8" and "8 tonight" where a time is wanted as well."""
    said = AT_HOUR.search(page.utterance.lead(quantity.span.start)) or TONIGHT.match(
        page.utterance.text, quantity.span.end
    )
    return bool(said) and any(mention.span.overlaps(quantity.span) for mention in page.times)


def _mark_score(wanted: Field, quantity: Quantity) -> float:
    """ "Nine out of ten" is for the field that goes up to ten."""
    if quantity.best is not None:
        return 0.5 if wanted.maximum == quantity.best else -0.5
    return 0.5 if quantity.rated and wanted.maximum in BEST_MARKS else 0.0


def _unit_score(page: Page, wanted: Field, quantity: Quantity) -> float:
    """Rewards the field's own unit right after the number and refuses another one."""
    following = page.utterance.after(quantity.span.end)[:2]
    if not following or page.utterance.text[quantity.span.end : following[0].span.start].strip(" -"):
        return 0.0
    word = following[0]
    unit = None if word.lower.endswith("ly") else next((names for names in UNITS if word.stem in names), None)
    if unit is None:
        own = max(
            (stem_match(word.lower, target) * weight for target, weight in wanted.weights.items()),
            default=0.0,
        )
        further = page.utterance.after(quantity.span.end)[1:3]
        if not own and any(stem_match(other.lower, target) for other in further for target in wanted.weights):
            return 0.05
        return 0.15 * own if own or not word.content else -0.12
    if any(stem_match(word.lower, target) for target in wanted.weights) or unit & set(wanted.weights):
        return 0.25
    others = any(names & set(wanted.weights) for names in UNITS)
    return -0.5 if others or not page.asked(wanted) else -0.1


def _looks_like_year(page: Page, quantity: Quantity) -> bool:
    text = page.utterance.text[quantity.span.start : quantity.span.end]
    return quantity.whole and 1900 <= quantity.value <= 2100 and "," not in text and not quantity.money


def _in_range(wanted: Field, value: float) -> bool:
    return (wanted.minimum is None or value >= wanted.minimum) and (
        wanted.maximum is None or value <= wanted.maximum
    )


def _bound_score(page: Page, wanted: Field, quantity: Quantity) -> float:
    if quantity.bound is None or wanted.bound is None:
        # "Over ten years" is still ten years for a field that has no ends, and a bare price is no lowest
        # price.
        ranged = any(other.bound is Bound.HIGH for other in page.of_kind(Kind.NUMBER))
        return -0.25 if wanted.bound is Bound.LOW and quantity.bound is None and ranged else 0.0
    return 0.4 if quantity.bound is wanted.bound else -0.8


def _only_number_field(page: Page, wanted: Field, quantity: Quantity) -> bool:
    """True for the one number of the message where one number is wanted; years aside, which look like
    years.
    """
    if wanted.kind is Kind.YEAR:
        return len(page.of_kind(Kind.NUMBER, Kind.YEAR)) == 1 and len(page.quantities) == 1
    others = [
        other for other in page.quantities if other is not quantity and not _looks_like_year(page, other)
    ]
    return len(page.of_kind(Kind.NUMBER)) == 1 and not others


def _too_many(page: Page, wanted: Field, quantity: Quantity) -> bool:
    """Thousands are no count of things, unless the field says how many there may be or was asked for."""
    counts = (
        wanted.kind is Kind.NUMBER and wanted.whole_number and not wanted.money and wanted.maximum is None
    )
    return counts and quantity.value > 1000 and not page.asked(wanted)


def _counts_subject(page: Page, wanted: Field, quantity: Quantity) -> bool:
    """ "Two large pizzas" for a field called quantity where the tool is about pizzas."""
    if plain(wanted.name).split()[-1] not in COUNT_NAMES:
        return False
    subject = set(content_stems(page.context.subject))
    return any(word.content and word.stem in subject for word in page.utterance.after(quantity.span.end)[:5])
