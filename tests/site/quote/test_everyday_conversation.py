"""The same eight turns in everyday wording, with the model that a fresh checkout has."""

import re
from collections.abc import AsyncIterator
from datetime import date

import pytest
import pytest_asyncio
from pytest_django import Settings

from conversations.testing import GraphHarness
from ezgraph_site.graphs.quote.graph import QuoteGraph
from ezgraph_site.graphs.quote.nodes.driver import DriverNode
from ezgraph_site.graphs.quote.nodes.history import HistoryNode
from ezgraph_site.graphs.quote.nodes.quote import QuoteNode
from ezgraph_site.graphs.quote.nodes.vehicle import VehicleNode
from providers.adapters.embedded import EmbeddedProvider
from providers.registry import override_provider

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture
async def chat(settings: Settings) -> AsyncIterator[GraphHarness]:
    settings.EZGRAPH_BUSINESS_DATE = date(2026, 6, 15)
    with override_provider("embedded", EmbeddedProvider("embedded")):
        async with GraphHarness(QuoteGraph) as harness:
            yield harness


async def say(chat: GraphHarness, text: str) -> str:
    result = await chat.send(text)
    assert result.success
    return result.message


async def test_eight_turns_lead_from_the_first_message_to_a_reference(chat: GraphHarness):
    reply = await say(
        chat,
        "Hi, I'm Jordan Lee, born April 12, 1988. I have a valid California license "
        "and have been licensed for 15 years.",
    )
    assert "Jordan Lee" in reply
    assert reply.endswith("?")
    assert await chat.cursor() == "VehicleNode"

    reply = await say(chat, "It's a 2019 Toyota Camry")
    assert all(trim in reply for trim in ("LE", "SE", "XSE"))

    await say(chat, "The SE. It's financed, I drive about 12,000 miles a year and park it on the driveway")
    assert await chat.cursor() == "HistoryNode"
    assert (await chat.channel(VehicleNode)).vehicle.id == "2019-toyota-camry-se"

    await say(chat, "I'm currently insured with no lapse, and I got one speeding ticket in March this year")
    assert await chat.cursor() == "CoverageNode"
    (incident,) = (await chat.channel(HistoryNode)).history.incidents
    assert (incident.type, incident.month) == ("violation", date(2026, 3, 1))

    reply = await say(
        chat, "Just standard liability only please, no collision or comprehensive, starting July 1"
    )
    assert "lender" in reply
    assert await chat.cursor() == "CoverageNode"

    reply = await say(chat, "OK, then 500 deductible for both, and add rental")
    assert await chat.cursor() == "QuoteNode"
    assert all(price in reply for price in ("$99.96", "$140.43", "$182.17"))

    reply = await say(chat, "What if the deductibles were 1000?")
    assert "$130.49" in reply
    assert await chat.cursor() == "QuoteNode"

    reply = await say(chat, "I'll take the selected one")
    assert re.search(r"\bQT-\d{6}\b", reply)
    assert (await chat.channel(QuoteNode)).accepted.tier.name == "selected"


async def test_a_suspended_license_is_refused_with_its_reason_until_it_is_valid(chat: GraphHarness):
    reply = await say(
        chat, "I'm Jordan Lee, born April 12, 1988, California, licensed 15 years, but it is suspended"
    )
    assert "suspended" in reply
    assert await chat.cursor() == "DriverNode"
    await say(chat, "OK, it's valid again")
    assert (await chat.channel(DriverNode)).driver.license_status == "valid"


async def test_a_customer_may_answer_bit_by_bit(chat: GraphHarness):
    for text in (
        "Hi",
        "Jordan Lee",
        "April 12, 1988, California",
        "It's valid, 15 years",
        "Toyota Camry 2019",
        "SE",
        "still paying it off",
        "12k miles, on the driveway",
        "yes, no",
        "a speeding ticket in March 2026",
        "standard, 500",
        "500, starting July 1",
    ):
        reply = await say(chat, text)
        assert reply.count("?") <= 2
    assert await chat.cursor() == "QuoteNode"


async def test_everything_at_once_still_goes_stage_by_stage(chat: GraphHarness):
    await say(chat, "Maria Gonzalez, 3/14/1990, valid Texas license since 12 years")
    await say(chat, "2021 Honda CR-V, leased, 8,000 miles a year, street parking")
    assert await chat.cursor() == "HistoryNode"


async def test_saying_goodbye_ends_it(chat: GraphHarness):
    result = await chat.send("I'd rather stop here, goodbye")
    assert result.completed


async def test_only_a_customer_who_picks_an_offer_accepts_it(chat: GraphHarness):
    await say(chat, "Maria Gonzalez, 3/14/1990, valid Texas license since 12 years")
    await say(chat, "2021 Honda CR-V, leased, 8,000 miles a year, street parking")
    await say(chat, "insured, no lapse, no accidents or tickets")
    await say(chat, "standard liability, 500 for both deductibles, starting July 1")
    assert await chat.cursor() == "QuoteNode"
    for text in (
        "too expensive, can we go lower?",
        "that's a lot of money",
        "no thanks",
        "what about premium?",
    ):
        await say(chat, text)
        assert (await chat.channel(QuoteNode)).accepted is None
    await say(chat, "OK, let's go with the cheapest")
    assert (await chat.channel(QuoteNode)).accepted.tier.name == "saver"
