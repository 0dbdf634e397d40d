"""Days, months and times in everyday words, counted from Thursday, 15 January 2026."""

from datetime import date
from typing import Any

import pytest
from pydantic import BaseModel, Field

from tests.providers.embedded.answers import UNREAD, answered
from tests.providers.embedded.talk import Talk, tool

VISIT = {"type": "string", "format": "date", "description": "Day of the visit"}
BIRTH = {"type": "string", "format": "date", "description": "Your date of birth"}
LOSS = {"type": "string", "format": "date", "description": "The day it happened"}
MONTH = {"type": "string", "pattern": r"^\d{4}-\d{2}$", "description": "Month of the ticket"}
TIME = {"type": "string", "format": "time", "description": "Time of the appointment"}

DAYS: list[tuple[dict[str, Any], str, str]] = [
    (VISIT, "not Monday, Tuesday", "2026-01-20"),
    (VISIT, "Monday? no, Wednesday", "2026-01-21"),
    (VISIT, "not on Monday", UNREAD),
    (VISIT, "nice weather today", UNREAD),
    (VISIT, "today", "2026-01-15"),
    (VISIT, "5.3.2026", "2026-03-05"),
    (VISIT, "3/5/2026", "2026-03-05"),
    (VISIT, "24.12.", "2026-12-24"),
    (VISIT, "on 24.12. at 8pm", "2026-12-24"),
    (VISIT, "31.04.", "2026-04-31"),
    (VISIT, "in 3 days", "2026-01-18"),
    (VISIT, "in two weeks at 8pm", "2026-01-29"),
    (VISIT, "in two weeks at the office", UNREAD),
    (VISIT, "morgen um 19 Uhr", "2026-01-16"),
    (VISIT, "guten Morgen", UNREAD),
    (VISIT, "a week from Monday", "2026-01-26"),
    (VISIT, "Friday in two weeks", "2026-01-30"),
    (VISIT, "in a fortnight", "2026-01-29"),
    (VISIT, "the first Monday in March", "2026-03-02"),
    (VISIT, "last Sunday of February", "2026-02-22"),
    (VISIT, "Wednesday the 21st", "2026-01-21"),
    (VISIT, "two weeks from tomorrow", "2026-01-30"),
    (BIRTH, "today", UNREAD),
    (BIRTH, "June 1 2031", UNREAD),
    (BIRTH, "May 5", UNREAD),
    (BIRTH, "7.4.1988", "1988-04-07"),
    (BIRTH, "4 7 88", "1988-04-07"),
    (BIRTH, "19880704", "1988-07-04"),
    (LOSS, "last night", "2026-01-14"),
    (LOSS, "on Monday", "2026-01-12"),
    (LOSS, "last Saturday", "2026-01-10"),
    (MONTH, "last year in May", "2025-05"),
    (MONTH, "two years ago in March", "2024-03"),
    (MONTH, "2023-7", "2023-07"),
    (MONTH, "March two thousand twenty-two", "2022-03"),
    (MONTH, "right now", UNREAD),
]
TIMES: list[tuple[str, str]] = [
    ("ten past nine in the morning", "09:10"),
    ("five to six pm", "17:55"),
    ("quarter to 5 pm", "16:45"),
    ("twenty past ten am", "10:20"),
    ("9h15", "09:15"),
    ("0930", "09:30"),
    ("1645", "16:45"),
    ("8 tonight", "20:00"),
    ("18h", "18:00"),
    ("at 18 h", "18:00"),
    ("for 3h at 10h", "10:00"),
    ("um 19 Uhr", "19:00"),
    ("19.30 Uhr", "19:30"),
    ("20:00", "20:00"),
    ("two tonight, 8pm", "20:00"),
    ("two tonight", UNREAD),
    ("half past 4", "16:30"),
]


@pytest.mark.parametrize(("schema", "message", "wanted"), DAYS)
def test_a_day_is_read_as_its_field_means_it(schema: dict[str, Any], message: str, wanted: str) -> None:
    assert answered(schema, message) == wanted


@pytest.mark.parametrize(("message", "wanted"), TIMES)
def test_a_time_of_day_is_read(message: str, wanted: str) -> None:
    assert answered(TIME, message) == wanted


class Stay(BaseModel):
    start: date = Field(description="First day of the stay")
    end: date = Field(description="Last day of the stay")


STAY = tool("book", Stay, "Book a stay.")


@pytest.mark.parametrize(
    "message",
    [
        "from the first to the eighth of August 2027",
        "1–8 Aug 2027",
        "vom 1. bis 8. August 2027",
        "1.8. bis 8.8.2027",
        "du 1er au 8 août 2027",
        "del 1 al 8 de agosto de 2027",
        "dal 1 al 8 agosto 2027",
        "van 1 tot 8 augustus 2027",
        "a week from August 1st 2027",
        "7 nights starting August 1 2027",
        "August 1 2027, we stay 7 nights",
        "we arrive on August 1st 2027 and leave on the 8th",
    ],
)
def test_a_range_of_days_is_read_in_the_languages_of_customers(message: str) -> None:
    talk = Talk(STAY)
    talk.opens()
    talk.says(message)
    assert talk.last == {"start": "2027-08-01", "end": "2027-08-08"}
