"""Decisions that run at once: their requests to one provider travel together."""

import asyncio
from typing import Any

import pytest

from conversations.authoring import DecisionContext, GraphState, TurnContext, join
from conversations.engine import engine
from conversations.engine.turns.running import wait_for_all
from conversations.testing import GraphHarness, answers, fails
from providers.errors import ErrorCode
from tests.conversations.fan_out.scouts import (
    BatchingDecisions,
    EastNode,
    ScoutGraph,
    WestNode,
    scout,
    scout_graph,
)

pytestmark = pytest.mark.django_db(transaction=True)


def sure(number: float) -> Any:
    return answers(sure=number)


async def test_requests_to_one_provider_are_one_batch():
    provider = BatchingDecisions([sure(0.9), sure(0.2)])
    async with GraphHarness(ScoutGraph, decisions=provider) as chat:
        await chat.send("the pass")

    assert provider.batches == [2]


async def test_those_to_another_provider_are_a_batch_of_their_own():
    class NorthNode(EastNode):
        provider = "other"

    class SouthNode(EastNode):
        provider = "other"

    provider = BatchingDecisions([sure(0.5)] * 4)
    graph = scout_graph(EastNode, NorthNode, SouthNode, WestNode)
    async with GraphHarness(graph, decisions=provider, deciders=("typesafe", "other")) as chat:
        result = await chat.send("the pass")

    assert result.success
    assert provider.batches == [2, 2]


async def test_one_that_needs_no_answer_keeps_nobody_waiting():
    class KnowingNode(EastNode):
        def before_decision(self, context: DecisionContext, state: GraphState) -> Any:
            return join()

    provider = BatchingDecisions([sure(0.9), sure(0.2)])
    async with GraphHarness(scout_graph(EastNode, KnowingNode, WestNode), decisions=provider) as chat:
        result = await chat.send("the pass")

    assert result.success
    assert provider.batches == [2]


async def test_a_plain_one_keeps_nobody_waiting():
    decided = asyncio.Event()

    class TellingNode(EastNode):
        async def on_decision(self, *args: Any) -> Any:
            decided.set()
            return join()

    async def waits(context: TurnContext, state: GraphState) -> Any:
        await decided.wait()
        return join()

    provider = BatchingDecisions([sure(0.9), sure(0.2)])
    graph = scout_graph(TellingNode, scout("North", waits), WestNode)
    async with GraphHarness(graph, decisions=provider) as chat:
        result = await asyncio.wait_for(chat.send("the pass"), 20)

    assert result.success
    assert provider.batches == [2]


async def test_what_is_left_unanswered_is_asked_again_by_itself():
    provider = BatchingDecisions([sure(0.9), fails(ErrorCode.UNAVAILABLE), sure(0.2)])
    async with GraphHarness(ScoutGraph, decisions=provider) as chat:
        result = await chat.send("the pass")
        rows = {row.node: row for row in await chat.decisions_on_record()}

    assert result.message == "EastNode: 0.9 of the pass; WestNode: 0.2 of the pass"
    assert provider.batches == [2]
    assert rows["WestNode"].outcome == "success"
    assert [failure["code"] for failure in rows["WestNode"].failures] == ["unavailable"]


async def test_where_the_turn_is_cancelled_before_all_have_asked_nobody_is_asked():
    begun, asked = asyncio.Event(), asyncio.Event()

    class AskedNode(WestNode):
        def get_decision_facts(self, state: GraphState) -> dict[str, Any]:
            asked.set()
            return {}

    class HesitatingNode(EastNode):
        async def before_decision(self, context: DecisionContext, state: GraphState) -> Any:
            begun.set()
            await asyncio.Event().wait()

    provider = BatchingDecisions([sure(0.9)])
    async with GraphHarness(scout_graph(AskedNode, HesitatingNode), decisions=provider) as chat:
        await chat.start("the pass")
        await asyncio.wait_for(asyncio.gather(begun.wait(), asked.wait()), 20)
        await engine.cancel(chat.session_id, 1)
        await wait_for_all()
        rows = {row.node: (row.outcome, row.failure) for row in await chat.decisions_on_record()}

    assert (provider.batches, provider.requests) == ([], [])
    assert rows == dict.fromkeys(["AskedNode", "HesitatingNode"], ("failed", "cancelled"))
