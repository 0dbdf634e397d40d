"""The checks of the criteria: what is wrong with an answer, in words for the customer. Pure functions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Final

from ezgraph_site.graphs.dates import read_day, written_day
from ezgraph_site.graphs.hotel.values import (
    ROOM_TYPES,
    Amenities,
    Budget,
    Criteria,
    Criterion,
    Dates,
    Distance,
    Room,
)

MOST_NIGHTS: Final = 365
"""Longer stays are no hotel stays, and every night of one is priced."""


@dataclass(frozen=True)
class Issue:
    """Why a search cannot start: the criterion to ask for, and the reason."""

    criterion: Criterion
    reason: str


def issues_of(criteria: Criteria, today: date) -> tuple[Issue, ...]:
    """What stands in the way of a search, in the order in which criteria are asked for."""
    return tuple(_issues(criteria, today))


def first_issue(criteria: Criteria, today: date) -> Issue | None:
    """The issue whose owner is the next collector; None where a search can start."""
    return next(_issues(criteria, today), None)


def dates_fault(dates: Dates, today: date) -> str | None:
    """What is wrong with the dates; None where they are real and end > start > today, within a year."""
    if not dates.answered:
        return "The dates of the stay are not known yet."
    for text in (dates.start, dates.end):
        if text is None or read_day(text) is None:
            return f"{text or 'That'} is not a real date; we need year, month and day."
    start, end = stay(dates)
    if start <= today:
        return f"The stay has to begin after today, {written_day(today)}."
    if end <= start:
        return "The check-out day has to be after the check-in day."
    if (end - start).days > MOST_NIGHTS:
        return f"We take stays of up to {MOST_NIGHTS} nights."
    return None


def budget_fault(budget: Budget) -> str | None:
    """What is wrong with the budget; either side may be open."""
    if not budget.answered:
        return "The budget is not known yet."
    if _is_negative(budget.min) or _is_negative(budget.max):
        return "A price for a night cannot be negative."
    if budget.min is not None and budget.max is not None and budget.min > budget.max:
        return "The lowest price cannot be higher than the highest price."
    return None


def room_fault(room: Room) -> str | None:
    """What is wrong with the room type."""
    if not room.answered:
        return "The kind of room is not known yet."
    if room.room_type not in ROOM_TYPES:
        return f"We have rooms with {', '.join(ROOM_TYPES[:-1])}, and {ROOM_TYPES[-1]}s."
    return None


def amenities_fault(amenities: Amenities) -> str | None:
    """What is wrong with the amenities; none at all is an answer."""
    return None if amenities.answered else "The amenities are not known yet."


def distance_fault(distance: Distance) -> str | None:
    """What is wrong with the distances; either may be open."""
    if not distance.answered:
        return "The distances are not known yet."
    if _is_negative(distance.airport) or _is_negative(distance.city_center):
        return "A distance cannot be negative."
    return None


def stay(dates: Dates) -> tuple[date, date]:
    """Check-in and check-out of dates that are real. Raises ValueError for others."""
    start, end = read_day(dates.start or ""), read_day(dates.end or "")
    if start is None or end is None:
        raise ValueError("These dates are not real.")
    return start, end


def _issues(criteria: Criteria, today: date) -> Iterator[Issue]:
    checks: tuple[tuple[Criterion, Callable[[], str | None]], ...] = (
        ("dates", partial(dates_fault, criteria.dates, today)),
        ("budget", partial(budget_fault, criteria.budget)),
        ("room_type", partial(room_fault, criteria.room_type)),
        ("amenities", partial(amenities_fault, criteria.amenities)),
        ("distance", partial(distance_fault, criteria.distance)),
    )
    for criterion, check in checks:
        reason = check()
        if reason is not None:
            yield Issue(criterion, reason)


def _is_negative(number: Decimal | None) -> bool:
    return number is not None and number < 0
