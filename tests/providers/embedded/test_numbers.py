"""Numbers in everyday words: counts, parties, floors, marks and money."""

from typing import Any

import pytest

from tests.providers.embedded.answers import UNREAD, answered

SEATS = {"type": "integer", "description": "How many seats you need", "minimum": 1, "maximum": 50}
FLOOR = {"type": "integer", "description": "Floor of the flat, 0 for the ground floor", "minimum": 0}
SALARY = {"type": "number", "description": "Your yearly salary in dollars", "minimum": 0}

COUNTS: list[tuple[str, Any]] = [
    ("seven", 7),
    ("two dozen", 24),
    ("a pair", 2),
    ("thirty-six", 36),
    ("just for me", 1),
    ("only myself", 1),
    ("me and two friends", 3),
    ("the three of us", 3),
    ("my husband and I", 2),
    ("four adults and two children", 6),
    ("six, no seven", 7),
    ("12, sorry, 14", 14),
    ("not 5 but 6", 6),
    ("One seat.", 1),
    ("fourteen of us", 14),
    ("the cheapest one", UNREAD),
    ("this one please", UNREAD),
    ("five or six", UNREAD),
    ("between 4 and 6", UNREAD),
]
AMOUNTS: list[tuple[str, Any]] = [
    ("a hundred and twenty thousand", 120000),
    ("3 and a half thousand", 3500),
    ("a hundred thousand dollars", 100000),
    ("64 000", 64000),
    ("USD 52.000,00", 52000),
    ("a quarter million", 250000),
    ("fourteen fifty", 1450),
    ("nothing at all", 0),
    ("eighty five grand", 85000),
    ("9000ish", 9000),
    ("seventy-something", UNREAD),
]
FLOORS: list[tuple[str, Any]] = [
    ("2", 2),
    ("0", 0),
    ("second floor", 2),
    ("on the ground floor", 0),
    ("the 3rd", 3),
    ("twelfth", 12),
    ("street level", 0),
    ("4th floor, no lift", 4),
]


@pytest.mark.parametrize(("message", "wanted"), COUNTS)
def test_a_party_is_counted_and_nothing_undecided_is_taken(message: str, wanted: Any) -> None:
    assert answered(SEATS, message, "seats") == wanted


@pytest.mark.parametrize(("message", "wanted"), AMOUNTS)
def test_an_amount_is_read_however_it_is_written(message: str, wanted: Any) -> None:
    assert answered(SALARY, message, "salary") == wanted


@pytest.mark.parametrize(("message", "wanted"), FLOORS)
def test_floors_are_counted_from_the_ground(message: str, wanted: Any) -> None:
    assert answered(FLOOR, message, "floor") == wanted
