"""The receipt graph with a scripted model: one turn, a checked record, and the same again for nothing."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import date
from typing import Any

import pytest
from pytest_django import Settings

from conversations.authoring import faults_of
from conversations.engine import NewSession, engine
from conversations.engine.errors import Cause, RequestInvalid
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says, serve_graphs
from ezgraph_site.graphs.receipt.config import LONGEST_TEXT
from ezgraph_site.graphs.receipt.graph import ReceiptGraph
from ezgraph_site.graphs.receipt.reading import ReadingNode
from tests.site.receipt.samples import Sample, sample

pytestmark = pytest.mark.django_db(transaction=True)

DINER = sample("us_diner")
BAR = sample("spanish_bar")

Reading = Callable[..., AbstractAsyncContextManager[GraphHarness]]


@pytest.fixture
def reading(settings: Settings) -> Reading:
    """A session over the diner's receipt, with a model that replies so."""
    settings.EZGRAPH_BUSINESS_DATE = date(2026, 11, 30)

    @asynccontextmanager
    async def open_session(*replies: Any) -> AsyncIterator[GraphHarness]:
        script = ScriptedChat(list(replies))
        async with GraphHarness(ReceiptGraph, script, config={"text": DINER.text}) as chat:
            yield chat

    return open_session


def records(one: Sample, **changes: Any) -> Any:
    return calls(call("record_receipt", one.arguments(**changes)))


def test_it_registers_without_a_fault():
    assert faults_of(ReceiptGraph) == []


async def test_one_turn_without_a_message_gives_the_record(reading: Reading):
    async with reading(records(DINER)) as chat:
        result = await chat.send()
        assert result.success
        assert result.completed
        assert result.data == DINER.record
        assert (await chat.channel(ReadingNode)).receipt.merchant == DINER.record["merchant"]


async def test_the_model_is_told_the_text_as_data(reading: Reading):
    async with reading(records(DINER)) as chat:
        await chat.send()
        assert chat.model is not None
        (request,) = chat.model.requests
        assert '<data name="receipt"' in request.messages[0].text
        assert DINER.text.strip() in request.messages[0].text
        assert [tool.name for tool in request.tools] == ["record_receipt"]


async def test_what_does_not_add_up_is_refused_and_tried_again(reading: Reading):
    async with reading(records(DINER, total="40.73"), records(DINER)) as chat:
        result = await chat.send()
        assert result.data == DINER.record
        assert chat.model is not None
        told = chat.model.requests[-1].messages[-1].text
        assert "make 40.37, but the total is 40.73" in told


async def test_what_cannot_be_read_is_told_and_can_be_tried_again(reading: Reading):
    async with reading(says("The total cannot be read."), records(DINER)) as chat:
        result = await chat.send()
        assert (result.completed, result.data) == (False, None)
        assert result.message == "The total cannot be read."
        assert (await chat.send()).data == DINER.record


async def test_a_model_that_never_gets_it_right_gives_no_record(reading: Reading):
    async with reading(*[records(DINER, total="1.00")] * ReceiptGraph.max_agent_rounds) as chat:
        result = await chat.send()
        assert (result.success, result.data, result.cause) == (False, None, Cause.ROUND_LIMIT)


@pytest.mark.parametrize("client_id", ["first", "second", None])
async def test_the_saved_record_is_given_again_without_a_model(reading: Reading, client_id: str | None):
    async with reading(records(DINER)) as chat:
        first = await chat.send(client_id="first")
        assert await chat.send(client_id=client_id) == first
        assert await chat.send("and again?") == first
        assert await chat.send(config={"text": DINER.text}) == first
        assert len(await chat.model_calls()) == 1


async def test_another_text_is_read_anew(reading: Reading):
    async with reading(records(DINER), records(BAR)) as chat:
        await chat.send()
        other = await chat.send(config={"text": BAR.text})
        assert other.data == BAR.record
        assert await chat.send() == other
        assert (await chat.channel(ReadingNode)).receipt.currency == "EUR"


@pytest.mark.parametrize("config", [{}, {"text": ""}, {"text": " \n"}, {"text": "a" * (LONGEST_TEXT + 1)}])
async def test_it_starts_only_with_a_text(config: dict[str, str]):
    with serve_graphs(ReceiptGraph), pytest.raises(RequestInvalid) as refused:
        await engine.create_session(NewSession(graph="receipt", config=config))
    assert list(refused.value.errors or {}) == ["config.text"]
