"""Lists out of one answer: options by groups and exceptions, and numbers."""

from typing import Any

import pytest

from tests.providers.embedded.answers import answered

WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
EXTRAS = ["child_seat", "gps", "snow_chains"]

DAYS: list[tuple[str, list[str]]] = [
    ("Monday and Friday", ["monday", "friday"]),
    ("Tues and Thurs", ["tuesday", "thursday"]),
    ("Mon, Wed, Fri", ["monday", "wednesday", "friday"]),
    ("weekdays", WEEK[:5]),
    ("weekends", WEEK[5:]),
    ("every day", WEEK),
    ("every day except Sunday", WEEK[:6]),
    ("all but Monday", WEEK[1:]),
    ("weekdays except Friday", WEEK[:4]),
    ("not Monday, Tuesday", ["tuesday"]),
    ("Monday to Wednesday", WEEK[:3]),
    ("the last two", WEEK[5:]),
]
CHOICES: list[tuple[str, list[str]]] = [
    ("all three", EXTRAS),
    ("everything", EXTRAS),
    ("all except gps", ["child_seat", "snow_chains"]),
    ("both gps and chains", ["gps", "snow_chains"]),
    ("the first two", ["child_seat", "gps"]),
    ("chilld seat", ["child_seat"]),
    ("nothing extra", []),
]
AGES: list[tuple[str, list[int]]] = [
    ("none", []),
    ("nobody", []),
    ("no children", []),
    ("5 and 12", [5, 12]),
    ("three kids: 4, 7 and 9", [4, 7, 9]),
    ("two, 3 and 8", [3, 8]),
    ("twins, both 6", [6, 6]),
    ("they are 2, 4 and 17", [2, 4, 17]),
    ("one is 5, the other 8", [5, 8]),
    ("just a ten-year-old", [10]),
]


def options(description: str, values: list[str]) -> dict[str, Any]:
    """The schema of a list of options."""
    return {"type": "array", "description": description, "items": {"type": "string", "enum": values}}


@pytest.mark.parametrize(("message", "days"), DAYS)
def test_days_of_the_week_are_named_alone_and_in_groups(message: str, days: list[str]) -> None:
    assert answered(options("Days on which you can work", WEEK), message, "days") == days


@pytest.mark.parametrize(("message", "extras"), CHOICES)
def test_options_are_taken_together_or_but_for_some(message: str, extras: list[str]) -> None:
    assert answered(options("Extras for the car, empty for none", EXTRAS), message, "extras") == extras


@pytest.mark.parametrize(("message", "ages"), AGES)
def test_numbers_of_a_list_are_not_mixed_up_with_their_count(message: str, ages: list[int]) -> None:
    schema = {
        "type": "array",
        "description": "Ages of the travellers under 18, empty if none",
        "items": {"type": "integer", "minimum": 0, "maximum": 120},
    }
    assert answered(schema, message, "ages") == ages
