"""The eight acceptance turns on a provider of type anthropic, against a server written by others."""

from collections.abc import AsyncIterator
from datetime import date

import pytest
import pytest_asyncio
from pytest_django import Settings

from conversations.testing import GraphHarness
from ezgraph_site.graphs.quote.graph import QuoteGraph
from providers.models import Provider
from tests.peers.llmock import LLMock
from tests.providers.asking import KEY
from tests.site.quote.test_acceptance_openai import TURNS, shown_while_written

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture
async def chat(llmock: LLMock, settings: Settings) -> AsyncIterator[GraphHarness]:
    settings.EZGRAPH_CHAT_PROVIDER = "mock"
    settings.EZGRAPH_BUSINESS_DATE = date(2026, 6, 15)
    options = {"base_url": llmock.anthropic_url, "model": "claude-test", "api_key": KEY}
    await Provider.objects.acreate(name="mock", type="anthropic", options=options)
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
    assert {bool(request["body"].get("stream")) for request in llmock.requests()} == {stream}
    assert llmock.verdict()["findings"] == []
    usage = (await chat.session()).usage
    assert [(entry["provider"], entry["calls"]) for entry in usage] == [("mock", len(llmock.requests()))]
    assert usage[0]["input_tokens"] > 0
