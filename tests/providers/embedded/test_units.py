"""Numbers with units: a customer's pounds, feet and weeks in the unit that the field wants."""

from typing import Any

import pytest

from tests.providers.embedded.answers import UNREAD, answered, several

WEIGHT = {"type": "number", "description": "Weight of your luggage in kilograms", "exclusiveMinimum": 0}
LENGTH = {
    "type": "integer",
    "description": "Length of the desk in centimeters",
    "minimum": 20,
    "maximum": 400,
}
DISTANCE = {"type": "number", "description": "How far you are willing to travel, in km", "minimum": 0}
MINUTES = {"type": "integer", "description": "How long the meeting takes in minutes", "minimum": 5}
NIGHTS = {"type": "integer", "description": "Number of nights", "minimum": 1}
WEEKS = {"type": "integer", "description": "Notice period in weeks", "minimum": 0}
EXPERIENCE = {"type": "integer", "description": "Years of experience", "minimum": 0, "maximum": 60}
SALARY = {"type": "number", "description": "Your yearly salary in dollars", "minimum": 0}

ANSWERS: list[tuple[dict[str, Any], str, Any]] = [
    (WEIGHT, "23 kg", 23),
    (WEIGHT, "750 grams", 0.75),
    (WEIGHT, "1,5 kilos", 1.5),
    (WEIGHT, "half a kilogram", 0.5),
    (WEIGHT, "20 pounds", 9.072),
    (WEIGHT, "3 1/2 kilos", 3.5),
    (WEIGHT, "two and a half kg", 2.5),
    (WEIGHT, "800g", 0.8),
    (WEIGHT, "a kilo", 1),
    (WEIGHT, "one kilogram and 300 grams", 1.3),
    (WEIGHT, "20", 20),
    (LENGTH, "1.40 m", 140),
    (LENGTH, "five feet", 152),
    (LENGTH, "4'6\"", 137),
    (LENGTH, "1 m 20", 120),
    (LENGTH, "1,60m", 160),
    (LENGTH, "1600 mm", 160),
    (LENGTH, "one and a half meters", 150),
    (DISTANCE, "500 m", 0.5),
    (DISTANCE, "10 miles", 16.093),
    (MINUTES, "an hour and a half", 90),
    (MINUTES, "1h30", 90),
    (MINUTES, "1 hour 15 minutes", 75),
    (MINUTES, "three quarters of an hour", 45),
    (NIGHTS, "3 weeks", 21),
    (NIGHTS, "one week and two days", 9),
    (WEEKS, "14 days", 2),
    (WEEKS, "a month", UNREAD),
    (EXPERIENCE, "less than a year", 0),
    (EXPERIENCE, "six months", 0),
    (EXPERIENCE, "a decade", 10),
    (EXPERIENCE, "since 2016", 10),
    (EXPERIENCE, "since I was 20", UNREAD),
    (SALARY, "6k a month", 72000),
    (SALARY, "5,000 monthly", 60000),
    (SALARY, "95K per year", 95000),
    (SALARY, "$30 an hour", UNREAD),
]


@pytest.mark.parametrize(("schema", "message", "wanted"), ANSWERS)
def test_a_measure_is_given_in_the_unit_of_its_field(
    schema: dict[str, Any], message: str, wanted: Any
) -> None:
    assert answered(schema, message) == wanted


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("3kg, 40cm", {"weight": 3, "length": 40}),
        ("40 cm and 3 kilos", {"weight": 3, "length": 40}),
        ("half a meter, 800 grams", {"weight": 0.8, "length": 50}),
    ],
)
def test_the_unit_tells_which_field_a_number_is_for(message: str, wanted: dict[str, Any]) -> None:
    length = {"type": "number", "description": "Length in centimeters"}
    assert several(message, weight=WEIGHT, length=length) == wanted
