"""Several tools on offer, corrections, and days as people name them."""

from typing import Any

import pytest

from providers.ports import ToolSpec
from tests.providers.embedded import forms_several as forms
from tests.providers.embedded.talk import Talk

CONVERSATIONS: list[tuple[tuple[ToolSpec, ...], list[str], str, dict[str, Any]]] = [
    (
        forms.BANK,
        ["how much do I have in savings, show me the balance please"],
        "show_balance",
        {"account": "savings"},
    ),
    (
        forms.BANK,
        ["block my card ending 4411, it was stolen"],
        "block_card",
        {"last_four": "4411", "reason": "stolen"},
    ),
    (forms.BANK, ["I lost my card", "4411"], "block_card", {"last_four": "4411", "reason": "lost"}),
    (
        forms.BANK,
        ["pay $80 to City Power tomorrow"],
        "pay_bill",
        {"payee": "City Power", "amount": 80, "on": "2026-01-16"},
    ),
    (forms.BANK, ["I want to talk to a human"], "talk_to_agent", {}),
    (forms.BANK, ["credit card balance"], "show_balance", {"account": "credit_card"}),
    (
        forms.HOTEL,
        ["a hotel in Lisbon from March 3 for 4 nights"],
        "search_hotels",
        {"city": "Lisbon", "check_in": "2026-03-03", "nights": 4},
    ),
    (forms.HOTEL, ["cancel booking ZX-4410"], "cancel_booking", {"booking_code": "ZX-4410"}),
    (forms.HOTEL, ["show my bookings"], "show_bookings", {}),
    (
        forms.HOTEL,
        ["I need two rooms in Porto next Friday for three nights"],
        "search_hotels",
        {"city": "Porto", "check_in": "2026-01-16", "nights": 3, "rooms": 2},
    ),
    (
        forms.HOTEL,
        ["hotel in Rome", "May 2nd", "2", "no wait, 3 nights"],
        "search_hotels",
        {"city": "Rome", "check_in": "2026-05-02", "nights": 3},
    ),
    (
        forms.PROFILE,
        ["my new address is 5 Elm Road, Salem, Oregon 97301"],
        "update_address",
        {"street": "5 Elm Road", "city": "Salem", "state": "OR", "zip_code": "97301"},
    ),
    (forms.PROFILE, ["change my email to kim@new.org"], "update_email", {"email": "kim@new.org"}),
    (forms.PROFILE, ["I moved to Dayton, Ohio"], "update_address", {"city": "Dayton", "state": "OH"}),
    (
        forms.LIFE,
        ["I'm Kim Park, born 9/9/1980, I live in Utah, non-smoker, 66 inches tall"],
        "life_quote",
        {"name": "Kim Park", "date_of_birth": "1980-09-09", "state": "UT", "smoker": False, "height_in": 66},
    ),
    (
        forms.LIFE,
        ["Kim Park", "September 9 1980", "Texas", "no", "66"],
        "life_quote",
        {"name": "Kim Park", "date_of_birth": "1980-09-09", "state": "TX", "smoker": False, "height_in": 66},
    ),
    (
        forms.LIFE,
        ["Kim Park, 9 Sept 1980, Utah, no smoking, 66 inches", "oh sorry, I meant 1981"],
        "life_quote",
        {"name": "Kim Park", "date_of_birth": "1981-09-09", "state": "UT", "smoker": False, "height_in": 66},
    ),
    (
        forms.LIFE,
        ["Kim Park, 9 Sept 1980, Utah, I don't smoke, 66", "actually I live in Idaho"],
        "life_quote",
        {"name": "Kim Park", "date_of_birth": "1980-09-09", "state": "ID", "smoker": False, "height_in": 66},
    ),
    (
        forms.LIFE,
        ["Kim Park, 9 Sept 1980, Utah, smoker", "66", "correction: non-smoker"],
        "life_quote",
        {"name": "Kim Park", "date_of_birth": "1980-09-09", "state": "UT", "smoker": False, "height_in": 66},
    ),
    (
        forms.LIFE,
        ["66 inches, I never smoke, californa, born on the 9th of september 1980", "Kim Park"],
        "life_quote",
        {"name": "Kim Park", "date_of_birth": "1980-09-09", "state": "CA", "smoker": False, "height_in": 66},
    ),
]

DAYS = [
    (forms.WHEN, "tomorrow", "2026-01-16"),
    (forms.WHEN, "the day after tomorrow", "2026-01-17"),
    (forms.WHEN, "next Friday", "2026-01-16"),
    (forms.WHEN, "in two weeks", "2026-01-29"),
    (forms.WHEN, "the 5th", "2026-02-05"),
    (forms.WHEN, "on the 20th", "2026-01-20"),
    (forms.WHEN, "Monday", "2026-01-19"),
    (forms.WHEN, "this Saturday works", "2026-01-17"),
    (forms.WHEN, "2/14", "2026-02-14"),
    (forms.WHEN, "Febuary 3rd", "2026-02-03"),
    (forms.WHEN, "first of March", "2026-03-01"),
    (forms.WHEN, "a week from today", "2026-01-22"),
    (forms.WHEN, "in ten days", "2026-01-25"),
    (forms.WHEN, "as soon as possible please", "2026-01-15"),
    (forms.WHEN, "wednesday next week", "2026-01-21"),
    (forms.WHEN, "3 march", "2026-03-03"),
    (forms.WHEN, "end of the month", "2026-01-31"),
    (forms.WHEN, "March 5th, 2026 at noon", "2026-03-05"),
    (forms.PAST, "yesterday", "2026-01-14"),
    (forms.PAST, "last Friday", "2026-01-09"),
    (forms.PAST, "three days ago", "2026-01-12"),
    (forms.PAST, "December 20th", "2025-12-20"),
    (forms.PAST, "on the 5th", "2026-01-05"),
    (forms.PAST, "two weeks ago", "2026-01-01"),
    (forms.PAST, "11/30", "2025-11-30"),
    (forms.PAST, "Jan 3, 2025", "2025-01-03"),
    (forms.PMON, "last May", "2025-05"),
    (forms.PMON, "in December", "2025-12"),
    (forms.PMON, "March 2024", "2024-03"),
    (forms.PMON, "03/2024", "2024-03"),
    (forms.PMON, "last month", "2025-12"),
    (forms.PMON, "this month", "2026-01"),
    (forms.PMON, "two months ago", "2025-11"),
    (forms.PMON, "may of last year", "2025-05"),
]


@pytest.mark.parametrize(("tools", "messages", "name", "arguments"), CONVERSATIONS)
def test_it_takes_the_tool_that_the_message_is_for(
    tools: tuple[ToolSpec, ...], messages: list[str], name: str, arguments: dict[str, Any]
) -> None:
    talk = Talk(*tools)
    talk.opens()
    for message in messages:
        talk.says(message)
    assert (talk.calls[-1].name, talk.calls[-1].arguments) == (name, arguments)


@pytest.mark.parametrize(("tools", "message", "day"), DAYS)
def test_it_counts_days_from_the_business_date(tools: tuple[ToolSpec, ...], message: str, day: str) -> None:
    talk = Talk(*tools)
    talk.opens()
    talk.says(message)
    assert talk.last is not None
    assert list(talk.last.values()) == [day]
