"""The same conversation in everyday wording, with the providers that a fresh checkout has."""

import re
from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
import pytest_asyncio
from pytest_django import Settings

from conversations.models import GraphSettings
from conversations.testing import GraphHarness
from ezgraph_site.graphs.hotel.graph import DecisionHotelGraph
from ezgraph_site.graphs.hotel.nodes.amenity import AmenityNode
from ezgraph_site.graphs.hotel.nodes.budget import BudgetNode
from ezgraph_site.graphs.hotel.nodes.date_range import DateRangeNode
from ezgraph_site.graphs.hotel.nodes.present import PresentNode
from ezgraph_site.graphs.hotel.wording import CAPABILITIES, NOTHING_FOUND, QUESTIONS
from providers.adapters.embedded import EmbeddedProvider
from providers.database import in_database
from providers.registry import override_provider
from tests.site.hotel.samples import TODAY

pytestmark = [pytest.mark.any_database, pytest.mark.django_db(transaction=True)]

FOUND = ("The Quiet Heron", "Runway Nine Hotel", "Meridian Park Hotel", "The Observatory")


@pytest_asyncio.fixture(params=["words", "sense"])
async def chat(request: pytest.FixtureRequest, settings: Settings) -> AsyncIterator[GraphHarness]:
    """With the sentence model where it is installed, and without: either way the customer gets there."""
    settings.EZGRAPH_BUSINESS_DATE = TODAY
    row, _ = await in_database(GraphSettings.objects.get_or_create, graph="hotel")
    row.decision_provider = "embedded"
    await in_database(row.save)
    embedded = (
        EmbeddedProvider("embedded")
        if request.param == "sense"
        else EmbeddedProvider("embedded", sentence_model=lambda: None)
    )
    with override_provider("embedded", embedded):
        async with GraphHarness(DecisionHotelGraph) as harness:
            yield harness


async def say(chat: GraphHarness, text: str, cursor: str) -> str:
    result = await chat.send(text)
    assert result.success, result.cause
    assert await chat.cursor() == cursor, result.message
    return result.message


async def test_everyday_words_lead_from_small_talk_to_a_booking(chat: GraphHarness):
    assert await say(chat, "What's the weather like on Mars?", "RouterDecisionNode") == CAPABILITIES
    reply = await say(chat, "I need a place to sleep from February 30 to March 5, 2027", "DateRangeNode")
    assert "2027-02-30 is not a real date" in reply
    assert "after today" in await say(chat, "1 to 8 August 2025", "DateRangeNode")
    reply = await say(chat, "from the first to the eighth of August 2027", "BudgetNode")
    assert reply.endswith(QUESTIONS["budget"])
    assert "lowest price" in await say(chat, "at least 800 and at most 500", "BudgetNode")
    assert (await say(chat, "at most 700", "RoomTypeNode")).endswith(QUESTIONS["room_type"])
    await say(chat, "a suite, please", "AmenityNode")
    reply = await say(chat, "change the dates to 3–9 Aug 2027", "AmenityNode")
    assert "August 3, 2027 to August 9, 2027" in reply
    assert (await chat.channel(DateRangeNode)).end == "2027-08-09"
    await say(chat, "wifi and parking", "DistanceNode")
    assert (await chat.channel(AmenityNode)).amenities == ("free_wifi", "free_parking")
    assert "negative" in await say(chat, "within -5 miles of the airport", "DistanceNode")
    assert "any distance" in await say(chat, "distance does not matter", "RouterDecisionNode")
    assert "up to $700.00 a night" in await say(chat, "show my criteria", "RouterDecisionNode")

    reply = await say(chat, "search", "PresentNode")
    assert all(name in reply for name in FOUND)
    await say(chat, "no, make it 500 at most", "RouterDecisionNode")
    assert (await chat.channel(BudgetNode)).max == Decimal(500)
    assert await say(chat, "search", "RouterDecisionNode") == NOTHING_FOUND
    await say(chat, "then at most 750", "RouterDecisionNode")
    await say(chat, "search", "PresentNode")
    await say(chat, "let me raise that to 760 at most", "RouterDecisionNode")
    reply = await say(chat, "search", "PresentNode")
    assert "$3,288.60" in reply

    reply = await say(chat, "book the first one", "end")
    assert re.search(r"\b\d{6}\b", reply)
    assert (await chat.channel(PresentNode)).selected_hotel.name == FOUND[0]
    assert (await chat.channel(BudgetNode)).max == Decimal(760)

    rows = await chat.decisions_on_record()
    assert {row.answered_by for row in rows if row.outcome == "success"} == {"embedded"}
    assert {row.node for row in rows if row.outcome == "fallback"} == {
        "CriteriaReadinessDecisionNode",
        "PresentationDecisionNode",
    }


async def test_a_customer_who_changes_their_mind_gets_there_too(chat: GraphHarness):
    await say(chat, "June 5 to June 7", "BudgetNode")
    reply = await say(chat, "we don't want to spend more than 900 a night", "RoomTypeNode")
    assert "up to $900.00" in reply
    await say(chat, "two beds please", "AmenityNode")
    assert "suite" in await say(chat, "hmm, actually make it a suite", "AmenityNode")
    await say(chat, "indoor pool", "DistanceNode")
    assert "not known yet" in await say(chat, "what do you have so far?", "RouterDecisionNode")
    await say(chat, "3 miles from the center at most", "RouterDecisionNode")
    await say(chat, "search", "PresentNode")
    reply = await say(chat, "which one is the nearest to the airport?", "PresentNode")
    assert "cannot answer" in reply
    assert "booked" in await say(chat, "OK, the cheapest one", "end")
    found = (await chat.channel(PresentNode)).hotels_found
    cheapest = min(found, key=lambda offer: offer.low)
    assert (await chat.channel(PresentNode)).selected_hotel == cheapest


async def test_the_customer_may_write_german(chat: GraphHarness):
    await say(chat, "vom 1. bis 8. August 2027", "BudgetNode")
    await say(chat, "höchstens 700", "RoomTypeNode")
    await say(chat, "eine Suite bitte", "AmenityNode")
    await say(chat, "ändern wir die Daten: 3. bis 9. August 2027", "AmenityNode")
    await say(chat, "WLAN und Parkplatz", "DistanceNode")
    assert "any distance" in await say(chat, "egal", "RouterDecisionNode")
    reply = await say(chat, "search", "PresentNode")
    assert all(name in reply for name in FOUND)


async def test_saying_goodbye_ends_it_anywhere(chat: GraphHarness):
    await say(chat, "June 5 to June 7", "BudgetNode")
    assert (await chat.send("I'd rather stop here, goodbye")).completed


async def find_four(chat: GraphHarness) -> None:
    answers = ("August 3 to 9, 2027", "any price is fine", "suite", "wifi and parking", "not important")
    for text in (*answers, "search"):
        await chat.send(text)


@pytest.mark.parametrize(
    "words",
    [
        "book hotel 2",
        "number two",
        "Runway Nine please",
        "I'll take the second one",
        "the runway nine",
        "can I have the second one?",
        "not the first one, the second",
        "I don't want the first one but the second",
    ],
)
async def test_a_hotel_is_booked_by_number_or_name(chat: GraphHarness, words: str):
    await find_four(chat)
    assert "Runway Nine Hotel" in await say(chat, words, "end")


@pytest.mark.parametrize(
    "words",
    [
        "tell me more about the second one",
        "can you tell me about hotel 2",
        "more information on the observatory please",
        "show me hotel 2",
        "details of number 1 please",
        "is the second one close to the airport?",
        "does number 2 have a gym?",
        "I'd like to see the second one",
        "I'm not sure about the first one",
        "not the first one",
        "no, not that one",
        "I don't like the first one",
    ],
)
async def test_no_hotel_is_booked_that_is_only_asked_about_or_ruled_out(chat: GraphHarness, words: str):
    await find_four(chat)
    await say(chat, words, "PresentNode")
    assert (await chat.channel(PresentNode)).selected_hotel is None
