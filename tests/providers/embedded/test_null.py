"""Saying that there is no value: null in everyday words, alone or beside another answer."""

from typing import Any

import pytest

from tests.providers.embedded.answers import UNREAD, answered, several


def nullable(kind: str, description: str, **more: Any) -> dict[str, Any]:
    """A schema that also takes null."""
    return {"anyOf": [{"type": kind, **more}, {"type": "null"}], "description": description}


END = nullable("string", "Last day of the rental, null when open ended", format="date")
BACK = nullable("string", "Day of the return flight, null for one way", format="date")
JOB = nullable("string", "Month the job ended, null when it is still going on", pattern=r"^\d{4}-\d{2}$")
LOWEST = nullable("number", "Lowest price in dollars, null when open", minimum=0)
HIGHEST = nullable("number", "Highest price in dollars, null when open", minimum=0)
BLOOD = nullable("string", "Blood type, null when unknown", enum=["A", "B", "AB", "O"])
MEDICINE = {"type": "boolean", "description": "Whether you take medicine"}
PEOPLE = {"type": "integer", "description": "How many passengers", "minimum": 1, "maximum": 9}

ANSWERS: list[tuple[dict[str, Any], str, Any]] = [
    (END, "open ended", None),
    (END, "it's still open", None),
    (END, "n/a", None),
    (END, "until further notice", None),
    (END, "never", None),
    (END, "March 3", "2026-03-03"),
    (END, "no idea yet", UNREAD),
    (BACK, "one way only please", None),
    (BACK, "Feb 2", "2026-02-02"),
    (JOB, "I still work there", None),
    (JOB, "ongoing", None),
    (JOB, "it hasn't ended", None),
    (JOB, "May 2022", "2022-05"),
]
RANGES: list[tuple[str, float | None, float | None]] = [
    ("up to 700", None, 700),
    ("at least 300", 300, None),
    ("from 300 upwards, no upper limit", 300, None),
    ("anything under 90 dollars", None, 90),
    ("no more than twelve hundred", None, 1200),
    ("a maximum of 1k", None, 1000),
    ("over a hundred", 100, None),
    ("between 200 and 400", 200, 400),
    ("300-500", 300, 500),
    ("around 500, give or take 50", 450, 550),
    ("no limits", None, None),
]


@pytest.mark.parametrize(("schema", "message", "wanted"), ANSWERS)
def test_null_is_understood_in_everyday_words(schema: dict[str, Any], message: str, wanted: Any) -> None:
    assert answered(schema, message) == wanted


@pytest.mark.parametrize(("message", "low", "high"), RANGES)
def test_a_range_with_one_end_leaves_the_other_open(
    message: str, low: float | None, high: float | None
) -> None:
    wanted = {"lowest_price": low, "highest_price": high}
    assert several(message, lowest_price=LOWEST, highest_price=HIGHEST) == wanted


@pytest.mark.parametrize(
    ("message", "blood", "medicine"), [("none, no", None, False), ("unknown, yes", None, True)]
)
def test_two_answers_in_one_go_to_the_two_questions(message: str, blood: None, medicine: bool) -> None:
    assert several(message, blood_type=BLOOD, medicine=MEDICINE) == {
        "blood_type": blood,
        "medicine": medicine,
    }


@pytest.mark.parametrize(
    ("message", "people"), [("none, just me", 1), ("one way, two of us", 2), ("no return, my wife and I", 2)]
)
def test_no_return_does_not_hide_how_many_travel(message: str, people: int) -> None:
    assert several(message, return_day=BACK, passengers=PEOPLE) == {
        "return_day": None,
        "passengers": people,
    }
