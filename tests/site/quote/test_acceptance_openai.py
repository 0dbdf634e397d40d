"""The eight acceptance turns on a provider of type openai, against a server written by others."""

import re
from collections.abc import AsyncIterator, Sequence
from datetime import date
from typing import Any

import pytest
import pytest_asyncio
from pytest_django import Settings

from conversations.engine.events import Delta, VisibleMessage
from conversations.testing import GraphHarness
from ezgraph_site.graphs.quote.graph import QuoteGraph
from ezgraph_site.graphs.quote.nodes.driver import DriverNode
from ezgraph_site.graphs.quote.nodes.quote import QuoteNode
from providers.models import Provider
from providers.ports import ToolCall
from tests.peers.llmock import Call, LLMock
from tests.site.quote.test_acceptance import CAMRY, FULL, HISTORY, JORDAN, LIABILITY_ONLY, USE

pytestmark = pytest.mark.django_db(transaction=True)


def arguments_of(call: ToolCall) -> dict[str, Any]:
    assert isinstance(call.arguments, dict)
    return call.arguments


TURNS: Sequence[tuple[str, Sequence[str | Call], str, str]] = (
    (
        "I'm Jordan Lee, born April 12, 1988, valid California license for 15 years",
        (Call("capture_driver", JORDAN), "Jordan Lee is saved. Which vehicle?"),
        "VehicleNode",
        "Jordan Lee is saved",
    ),
    ("A 2019 Toyota Camry", (Call("resolve_vehicle", CAMRY), "LE, SE or XSE?"), "VehicleNode", "XSE"),
    (
        "The SE. It's financed, 12,000 miles a year, on the driveway",
        (
            Call("resolve_vehicle", CAMRY | {"trim": "SE"}),
            Call("capture_vehicle_use", arguments_of(USE)),
            "Any accidents?",
        ),
        "HistoryNode",
        "accidents",
    ),
    (
        "I'm insured, no gap, one speeding ticket this March",
        (Call("capture_history", arguments_of(HISTORY)), "Which coverage?"),
        "CoverageNode",
        "coverage",
    ),
    (
        "Just standard liability from July 1, please",
        (Call("select_coverage", LIABILITY_ONLY), "Your lender asks for both."),
        "CoverageNode",
        "lender",
    ),
    (
        "Then 500 for both, and rental",
        (Call("select_coverage", FULL), "Saver 99.96, selected 140.43, shield 182.17"),
        "QuoteNode",
        "140.43",
    ),
    (
        "What if the deductibles were 1000?",
        (Call("adjust_quote", {"collision_deductible": 1000, "comprehensive_deductible": 1000}),),
        "QuoteNode",
        "130.49",
    ),
    ("I'll take the selected one", (Call("accept_quote", {"tier": "selected"}),), "end", "QT-"),
)


@pytest_asyncio.fixture
async def chat(llmock: LLMock, settings: Settings) -> AsyncIterator[GraphHarness]:
    settings.EZGRAPH_CHAT_PROVIDER = "mock"
    settings.EZGRAPH_BUSINESS_DATE = date(2026, 6, 15)
    await Provider.objects.acreate(
        name="mock", type="openai", options={"base_url": llmock.openai_url, "model": "gpt-4.1-mini"}
    )
    async with GraphHarness(QuoteGraph) as harness:
        yield harness


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streaming"])
async def test_a_customer_goes_to_a_reference_in_eight_turns(
    chat: GraphHarness, llmock: LLMock, stream: bool
):
    for message, replies, cursor, part in TURNS:
        llmock.script(replies)
        result = await chat.send(message, stream=stream)
        assert result.success, result.cause
        assert part in result.message
        assert await chat.cursor() == cursor
        assert llmock.pending() == []
        assert shown_while_written(chat) in ("", result.message)
    assert result.completed
    assert re.search(r"\bQT-\d{6}\b", result.message)
    assert (await chat.channel(DriverNode)).driver.license_state == "CA"
    assert (await chat.channel(QuoteNode)).accepted.reference in result.message
    assert {bool(request["body"].get("stream")) for request in llmock.requests()} == {stream}
    usage = (await chat.session()).usage
    assert [(entry["provider"], entry["calls"]) for entry in usage] == [("mock", len(llmock.requests()))]
    assert usage[0]["input_tokens"] > 0


def shown_while_written(chat: GraphHarness) -> str:
    """What the deltas after the last reset add up to."""
    text = ""
    for event in chat.events:
        if isinstance(event, Delta):
            text += event.text
        elif not isinstance(event, VisibleMessage) and event.kind == "delta_reset":
            text = ""
    return text
