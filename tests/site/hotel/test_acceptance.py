"""The conversation that the hotel graph was specified with, through the real engine, providers scripted."""

import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.core import serializers

from conversations.models import Decision, DecisionAnswer, DecisionCapture, SessionStatus
from conversations.testing import (
    call,
    calls,
    says,
)
from ezgraph_site.graphs.hotel.nodes.amenity import AmenityNode
from ezgraph_site.graphs.hotel.nodes.budget import BudgetNode
from ezgraph_site.graphs.hotel.nodes.date_range import DateRangeNode
from ezgraph_site.graphs.hotel.nodes.distance import DistanceNode
from ezgraph_site.graphs.hotel.nodes.present import PresentNode
from ezgraph_site.graphs.hotel.nodes.presentation import PresentationDecisionNode
from ezgraph_site.graphs.hotel.nodes.readiness import CriteriaReadinessDecisionNode
from ezgraph_site.graphs.hotel.nodes.room_type import RoomTypeNode
from ezgraph_site.graphs.hotel.nodes.router import RouterDecisionNode
from ezgraph_site.graphs.hotel.wording import CAPABILITIES, NOTHING_FOUND, QUESTIONS
from providers.database import in_database
from tests.site.hotel.conversing import OUTAGE, Hotel, at_most, draft, judged, reviewed, revise, routed, stay
from tests.site.hotel.samples import TODAY

pytestmark = pytest.mark.django_db(transaction=True)

FOUND = ("The Quiet Heron", "Runway Nine Hotel", "Meridian Park Hotel", "The Observatory")
INVENTED = "Four hotels: The Quiet Heron, Runway Nine Hotel, Meridian Park Hotel and the Moonbeam Palace."
DRAFT = "Your four: The Quiet Heron, Runway Nine Hotel, Meridian Park Hotel, The Observatory. Which one?"


async def bring_to_summary(hotel: Hotel) -> None:
    """Turns 1 to 13: five criteria, with all the wrong turns that customers take."""
    turn, chat = hotel.turn, hotel.chat
    told = await turn(
        "What's the weather like on Mars?", decides=(routed("unclear"),), cursor="RouterDecisionNode"
    )
    assert told.message == CAPABILITIES

    told = await turn("Hello there", decides=(routed("dates", "prompt_next"),), cursor="DateRangeNode")
    assert told.message == QUESTIONS["dates"]

    await turn(
        "February 30 to March 5, 2027",
        chat=(stay("2027-02-30", "2027-03-05"), says("February 30 does not exist.")),
        cursor="DateRangeNode",
    )
    assert "2027-02-30 is not a real date" in hotel.model.request.messages[-1].text

    await turn(
        "August 1 to 8, 2025",
        chat=(stay("2025-08-01", "2025-08-08"), says("That has passed.")),
        cursor="DateRangeNode",
    )
    assert "after today" in hotel.model.request.messages[-1].text
    assert not (await chat.channel(DateRangeNode)).answered

    told = await turn(
        "August 1 to 8, 2027",
        chat=(stay("2027-08-01", "2027-08-08"),),
        decides=(routed("budget", "prompt_next"),),
        cursor="BudgetNode",
    )
    assert told.message.endswith(QUESTIONS["budget"])
    assert "August 1, 2027 to August 8, 2027" in told.message

    await turn(
        "at least 800, at most 500",
        chat=(calls(call("capture_budget", min=800, max=500)), says("Which way around?")),
        cursor="BudgetNode",
    )
    assert "lowest price cannot be higher" in hotel.model.request.messages[-1].text

    await turn(
        "at most 700",
        chat=(at_most(700),),
        decides=(routed("room_type", "prompt_next"),),
        cursor="RoomTypeNode",
    )
    budget = await chat.channel(BudgetNode)
    assert (budget.min, budget.max) == (None, 700)

    await turn(
        "a suite",
        chat=(calls(call("capture_room_type", room_type="suite")),),
        decides=(routed("amenities", "prompt_next"),),
        cursor="AmenityNode",
    )

    mistaken = calls(call("capture_amenities", amenities=["beach"]), call("reroute_request"))
    told = await turn(
        "change the dates to August 3 to 9, 2027",
        chat=(mistaken, stay("2027-08-03", "2027-08-09")),
        decides=(routed("dates", "apply_request"), routed("amenities", "prompt_next")),
        cursor="AmenityNode",
    )
    assert told.message.endswith(QUESTIONS["amenities"])
    assert hotel.model.request.messages[-1].text == "change the dates to August 3 to 9, 2027"
    assert (await chat.channel(DateRangeNode)).start == "2027-08-03"

    await turn(
        "wifi and parking",
        chat=(calls(call("capture_amenities", amenities=["free_wifi", "free_parking"])),),
        decides=(routed("distance", "prompt_next"),),
        cursor="DistanceNode",
    )

    await turn(
        "the airport within -5 miles",
        chat=(calls(call("capture_distance", airport=-5)), says("A distance cannot be negative.")),
        cursor="DistanceNode",
    )
    assert "cannot be negative" in hotel.model.request.messages[-1].text

    told = await turn(
        "distance does not matter",
        chat=(calls(call("capture_distance")),),
        decides=(routed("review"),),
        cursor="RouterDecisionNode",
    )
    assert "any distance" in told.message

    told = await turn("show my criteria", decides=(routed("review"),), cursor="RouterDecisionNode")
    assert "August 3, 2027 to August 9, 2027" in told.message
    assert "up to $700.00 a night" in told.message
    assert "free wifi, free parking" in told.message


async def test_twenty_three_turns_lead_from_small_talk_to_a_booking(hotel: Hotel):
    turn, chat = hotel.turn, hotel.chat
    await bring_to_summary(hotel)

    told = await turn("search", decides=(routed("search"), reviewed("budget")), cursor="BudgetNode")
    assert told.message == QUESTIONS["budget"]

    await turn("max 700", chat=(at_most(700),), decides=(routed("review"),), cursor="RouterDecisionNode")

    told = await turn(
        "search",
        chat=(draft(INVENTED),),
        decides=(routed("search"), *OUTAGE, judged(0.1)),
        cursor="PresentNode",
    )
    assert all(name in told.message for name in FOUND)
    assert "Moonbeam" not in told.message
    assert "$3,288.60" in told.message

    await turn(
        "make it 500 at most",
        chat=(revise(), at_most(500)),
        decides=(routed("budget", "apply_request"), routed("review")),
        cursor="RouterDecisionNode",
    )
    assert (await chat.channel(BudgetNode)).max == 500

    told = await turn("search", decides=(routed("search"), reviewed("ready")), cursor="RouterDecisionNode")
    assert told.message == NOTHING_FOUND
    assert (await chat.channel(RouterDecisionNode)).notice == ""

    await turn(
        "then 750 at most",
        chat=(at_most(750),),
        decides=(routed("budget", "apply_request"), routed("review")),
        cursor="RouterDecisionNode",
    )

    told = await turn(
        "search",
        chat=(draft(DRAFT),),
        decides=(routed("search"), reviewed("ready"), *OUTAGE),
        cursor="PresentNode",
    )
    assert told.message != DRAFT
    assert all(name in told.message for name in FOUND)

    await turn(
        "760 at most",
        chat=(revise(), at_most(760)),
        decides=(routed("budget", "apply_request"), routed("review")),
        cursor="RouterDecisionNode",
    )

    told = await turn(
        "search",
        chat=(draft(DRAFT),),
        decides=(routed("search"), reviewed("ready"), judged(0.95)),
        cursor="PresentNode",
    )
    assert told.message == DRAFT

    told = await turn("book hotel 1", chat=(calls(call("choose_hotel", hotel=1)),), cursor="end")
    assert told.completed
    assert re.search(r"\b\d{6}\b", told.message)
    assert "The Quiet Heron" in told.message

    await everything_is_as_it_should_be(hotel)


async def everything_is_as_it_should_be(hotel: Hotel) -> None:
    chat = hotel.chat
    assert (await chat.session()).status == SessionStatus.COMPLETED
    dates = await chat.channel(DateRangeNode)
    assert (dates.start, dates.end) == ("2027-08-03", "2027-08-09")
    budget = await chat.channel(BudgetNode)
    assert (budget.min, budget.max) == (None, Decimal(760))
    assert (await chat.channel(RoomTypeNode)).room_type == "suite"
    assert (await chat.channel(AmenityNode)).amenities == ("free_wifi", "free_parking")
    distance = await chat.channel(DistanceNode)
    assert (distance.answered, distance.airport, distance.city_center) == (True, None, None)
    present = await chat.channel(PresentNode)
    assert present.selected_hotel.name == "The Quiet Heron"
    assert re.fullmatch(r"\d{6}", present.confirmation_number)
    assert (await chat.channel(CriteriaReadinessDecisionNode)).accepted
    assert (await chat.channel(PresentationDecisionNode)).accepted

    rows = await chat.decisions_on_record()
    assert len(rows) >= sum(1 for reply in hotel.decisions.replies if reply not in OUTAGE)
    fallen_back = [row.node for row in rows if row.outcome == "fallback"]
    assert fallen_back == ["CriteriaReadinessDecisionNode", "PresentationDecisionNode"]
    assert {row.outcome for row in rows} == {"success", "fallback"}

    record = await in_database(everything_on_record)
    # "search" is also the name of a label.
    said = {text for role, text in await chat.transcript() if role == "human"} - {"search"}
    for text in (*said, *FOUND, "Alderhaven", "2027-08", "free_wifi", "criteria", "customer"):
        assert text not in record, text
    for request in hotel.decisions.requests:
        for question in request.questions.values():
            for text in texts_of(question.model_dump(exclude={"kind"})):
                assert json.dumps(text) not in record


def everything_on_record() -> str:
    """Every column of every audit row, as text. Labels and questions' names are no customer's words."""
    assert not DecisionCapture.objects.exists()
    kept = [*Decision.objects.all(), *DecisionAnswer.objects.all()]
    return serializers.serialize("json", kept)


def texts_of(value: Any) -> Iterator[str]:
    """Every text of JSON data that is no key."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for inner in value.values() for text in texts_of(inner))
    elif isinstance(value, list | tuple):
        yield from (text for inner in value for text in texts_of(inner))


async def test_confirmation_numbers_are_not_drawn_again_when_the_step_is_repeated(hotel: Hotel):
    await bring_to_summary(hotel)
    await hotel.turn(
        "search",
        chat=(draft(DRAFT),),
        decides=(routed("search"), reviewed("ready"), judged(0.95)),
        cursor="PresentNode",
    )
    twice = calls(call("choose_hotel", hotel="heron"), call("choose_hotel", hotel="1"))
    told = await hotel.turn("the heron", chat=(twice,), cursor="end")
    assert told.completed


def test_the_day_of_these_conversations_is_the_specified_one():
    assert date(2026, 1, 15) == TODAY
