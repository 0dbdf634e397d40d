"""The checks of the criteria, as a table."""

from typing import Any

import pytest

from ezgraph_site.graphs.hotel.criteria import first_issue, issues_of
from ezgraph_site.graphs.hotel.values import CRITERIA, Amenities, Budget, Criteria, Dates, Distance, Room
from tests.site.hotel.samples import TODAY, criteria


def dates(start: str | None, end: str | None) -> dict[str, Any]:
    return {"dates": Dates(answered=True, start=start, end=end)}


def budget(low: int | None, high: int | None) -> dict[str, Any]:
    return {"budget": Budget.model_validate({"answered": True, "min": low, "max": high})}


def distance(airport: str | None, city_center: str | None) -> dict[str, Any]:
    limits = {"answered": True, "airport": airport, "city_center": city_center}
    return {"distance": Distance.model_validate(limits)}


def room(kind: str | None) -> dict[str, Any]:
    return {"room_type": Room(answered=True, room_type=kind)}


FINE: tuple[dict[str, Any], ...] = (
    {},
    dates("2026-01-16", "2026-01-17"),
    dates("2028-02-29", "2028-03-01"),
    dates("2026-02-01", "2027-02-01"),
    budget(None, None),
    budget(0, 0),
    budget(500, 500),
    budget(300, None),
    budget(None, 300),
    {"room_type": Room(answered=True, room_type="one bed")},
    {"room_type": Room(answered=True, room_type="two beds")},
    {"amenities": Amenities(answered=True)},
    distance("0", None),
    distance(None, "3.5"),
)

FAULTY: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"dates": Dates()}, "dates", "not known"),
    (dates(None, None), "dates", "real date"),
    (dates("2027-02-30", "2027-03-05"), "dates", "2027-02-30 is not a real date"),
    (dates("2027-02-28", "2027-02-29"), "dates", "2027-02-29 is not a real date"),
    (dates("soon", "later"), "dates", "real date"),
    (dates("2027-8-1", "2027-08-08"), "dates", "real date"),
    (dates("2025-08-01", "2025-08-08"), "dates", "after today, January 15, 2026"),
    (dates("2026-01-15", "2026-01-16"), "dates", "after today"),
    (dates("2027-08-08", "2027-08-08"), "dates", "after the check-in day"),
    (dates("2027-08-08", "2027-08-01"), "dates", "after the check-in day"),
    (dates("2026-02-01", "2027-02-02"), "dates", "365 nights"),
    ({"budget": Budget()}, "budget", "not known"),
    (budget(800, 500), "budget", "lowest"),
    (budget(-1, None), "budget", "negative"),
    (budget(None, -1), "budget", "negative"),
    ({"room_type": Room()}, "room_type", "not known"),
    (room(None), "room_type", "suite"),
    (room("three beds"), "room_type", "suite"),
    ({"amenities": Amenities()}, "amenities", "not known"),
    ({"distance": Distance()}, "distance", "not known"),
    (distance("-5", None), "distance", "negative"),
    (distance(None, "-0.1"), "distance", "negative"),
)


@pytest.mark.parametrize("changes", FINE)
def test_these_criteria_have_no_issue(changes: dict[str, Any]):
    assert issues_of(criteria(**changes), TODAY) == ()
    assert first_issue(criteria(**changes), TODAY) is None


@pytest.mark.parametrize(("changes", "criterion", "reason"), FAULTY)
def test_these_criteria_have_one_issue_with_its_reason(changes: dict[str, Any], criterion: str, reason: str):
    (issue,) = issues_of(criteria(**changes), TODAY)
    assert issue.criterion == criterion
    assert reason in issue.reason


def test_issues_come_in_the_order_in_which_criteria_are_asked_for():
    assert tuple(issue.criterion for issue in issues_of(Criteria(), TODAY)) == CRITERIA


def test_the_first_issue_is_that_of_the_next_collector():
    issue = first_issue(criteria(**budget(800, 500), amenities=Amenities()), TODAY)
    assert issue is not None
    assert issue.criterion == "budget"
