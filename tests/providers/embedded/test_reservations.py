"""A table is reserved in one sentence: how many, when and under which name, whatever stands beside what."""

from datetime import date, time

import pytest
from pydantic import BaseModel, Field

from tests.providers.embedded.answers import answered, several
from tests.providers.embedded.talk import Talk, tool

TONIGHT, TOMORROW = "2026-01-15", "2026-01-16"


class Table(BaseModel):
    guests: int = Field(ge=1, description="how many guests will come")
    day: date = Field(description="the day on which you will come")
    at: time = Field(description="the time at which you will come")


TABLE = tool("reserve_table", Table, "Reserve the table.")

SENTENCES: list[tuple[str, int, str, str]] = [
    ("table for two tonight at 8pm", 2, TONIGHT, "20:00"),
    ("a table for two tonight, 8 p.m.", 2, TONIGHT, "20:00"),
    ("for 2 tonight at 20:00", 2, TONIGHT, "20:00"),
    ("8pm tonight for two", 2, TONIGHT, "20:00"),
    ("two of us tonight at half past seven", 2, TONIGHT, "19:30"),
    ("table for two at eight tonight", 2, TONIGHT, "20:00"),
    ("4 tonight at 8", 4, TONIGHT, "20:00"),
    ("the two of us, tomorrow 18h", 2, TOMORROW, "18:00"),
    ("table for ten at ten tomorrow", 10, TOMORROW, "22:00"),
    ("24.12. at 7pm, two guests", 2, "2026-12-24", "19:00"),
    ("in two weeks at 8pm for 3", 3, "2026-01-29", "20:00"),
    ("in 3 days at 20h for five people", 5, "2026-01-18", "20:00"),
    ("Tisch für 2 morgen um 19 Uhr", 2, TOMORROW, "19:00"),
    ("Tisch für 2 Personen am 24.12. um 18:30 Uhr", 2, "2026-12-24", "18:30"),
]


@pytest.mark.parametrize(("message", "guests", "day", "at"), SENTENCES, ids=[row[0] for row in SENTENCES])
def test_guests_day_and_time_are_told_apart(message: str, guests: int, day: str, at: str) -> None:
    talk = Talk(TABLE)
    talk.opens()
    talk.says(message)
    assert talk.last == {"guests": guests, "day": day, "at": at}


def test_a_table_for_two_tonight_has_no_time_yet() -> None:
    talk = Talk(TABLE)
    talk.opens()
    reply = talk.says("table for two tonight")
    assert talk.calls == []
    assert "time" in reply


def test_hours_of_a_stay_are_no_time_of_day() -> None:
    parking = {"type": "integer", "description": "Hours of parking"}
    arrival = {"type": "string", "format": "time", "description": "Time of arrival"}
    assert answered(parking, "18h") == 18
    assert several("at 8 for 3h", at=arrival, hours=parking) == {"at": "08:00", "hours": 3}


def test_a_decimal_number_at_the_end_of_a_sentence_is_no_day() -> None:
    rating = {"type": "number", "description": "Rating of the stay"}
    day = {"type": "string", "format": "date", "description": "Day of the visit"}
    assert answered(rating, "I'd settle on 4.5.") == 4.5
    assert several("it was 4.5. We came on May 3", day=day, rating=rating) == {
        "day": "2026-05-03",
        "rating": 4.5,
    }
