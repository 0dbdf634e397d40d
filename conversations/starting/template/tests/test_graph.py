"""The graph new_graph without a model: what one would say comes from a script, all else is real."""

from datetime import date, timedelta

import pytest

from conversations.authoring import faults_of
from conversations.starting.template.graph import NewGraph
from conversations.starting.template.nodes.callback import CallbackNode
from conversations.starting.template.rules import DAYS_AHEAD, refusal
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says

MONDAY = date(2027, 3, 1)
SUNDAY = MONDAY - timedelta(days=1)


def test_it_has_no_faults() -> None:
    assert faults_of(NewGraph) == []


def test_a_day_of_the_coming_two_weeks_is_taken() -> None:
    assert refusal(MONDAY, today=MONDAY) is None
    assert refusal(MONDAY + timedelta(days=DAYS_AHEAD), today=MONDAY) is None


def test_days_that_are_over_far_off_or_sundays_are_refused() -> None:
    assert refusal(SUNDAY, today=MONDAY) == "That day has passed already."
    assert refusal(MONDAY + timedelta(days=DAYS_AHEAD + 1), today=MONDAY) is not None
    assert refusal(SUNDAY + timedelta(days=7), today=MONDAY) == "Nobody works here on Sundays."


@pytest.mark.django_db(transaction=True)
async def test_a_refused_day_is_asked_for_again_and_a_good_one_is_saved() -> None:
    model = ScriptedChat(
        [
            calls(call("arrange_callback", name="Ada", day="2027-03-07")),
            says("Nobody works on Sundays. Which other day suits you?"),
            calls(call("arrange_callback", name="Ada", day="2027-03-08")),
        ]
    )
    async with GraphHarness(NewGraph, model, today=MONDAY) as chat:
        asked_again = await chat.send("I am Ada, call me next Sunday")
        arranged = await chat.send("Then on Monday")
        saved = (await chat.channel(CallbackNode)).callback

    assert asked_again.message == "Nobody works on Sundays. Which other day suits you?"
    assert not asked_again.completed
    assert arranged.message == "Thank you, Ada! We will call you on Monday, March 8."
    assert arranged.completed
    assert saved.day == date(2027, 3, 8)
