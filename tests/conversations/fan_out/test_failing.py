"""Nodes that run at once and do not all join: the turn fails, and what they cost is kept."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from conversations.authoring import (
    DecisionErrorContext,
    GraphState,
    TurnContext,
    Usage,
    direct,
    fan_out,
    go,
    join,
)
from conversations.engine import engine
from conversations.engine.errors import Cause
from conversations.engine.turns.running import wait_for_all
from conversations.testing import GraphHarness, ScriptedChat, ScriptedDecisions, answers, call, calls, fails
from providers.errors import ErrorCode
from tests.conversations.engine.stages import ActNode, TalkNode
from tests.conversations.fan_out.scouts import (
    EastNode,
    ReportNode,
    ScoutGraph,
    WestNode,
    scout,
    scout_graph,
)

pytestmark = pytest.mark.django_db(transaction=True)


def joins(context: TurnContext, state: GraphState) -> Any:
    context.save_state(seen="here")
    return join()


def breaks(context: TurnContext, state: GraphState) -> Any:
    raise LookupError("lost")


async def cause_of(chat: GraphHarness) -> tuple[str, str]:
    (turn,) = await chat.turns()
    return turn.cause, turn.cause_detail


async def test_all_settle_and_no_channel_is_written():
    over: list[str] = []

    async def lingers(context: TurnContext, state: GraphState) -> Any:
        for _ in range(50):
            await asyncio.sleep(0)
        over.append("settled")
        return joins(context, state)

    async with GraphHarness(scout_graph(scout("North", breaks), scout("South", lingers))) as chat:
        result = await chat.send("go")
        cause, detail = await cause_of(chat)

        assert (result.success, cause, over) == (False, Cause.HANDLER_FAILED, ["settled"])
        assert detail.startswith("North.run raised LookupError('lost')")
        assert await chat.steps() == []
        assert await chat.cursor() == "StartNode"
        assert (await chat.channel("South")).seen == ""


async def test_usage_calls_and_decisions_of_all_are_kept():
    decisions = ScriptedDecisions([answers(sure=0.9), fails(ErrorCode.AUTH)])
    async with GraphHarness(ScoutGraph, decisions=decisions) as chat:
        result = await chat.send("go")
        rows = {row.node: row for row in await chat.decisions_on_record()}

        assert (await cause_of(chat))[0] == Cause.CONFIGURATION
        assert [call.code for call in await chat.model_calls()] == ["", "auth"]
    assert result.usage[0]["input_tokens"] == 20
    assert (rows["EastNode"].outcome, rows["WestNode"].outcome) == ("success", "failed")
    assert (rows["EastNode"].step_id, rows["WestNode"].step_id) == (None, None)


async def test_a_retry_sends_for_all_again():
    weather = ["storm", "sun"]

    def depends(context: TurnContext, state: GraphState) -> Any:
        return breaks(context, state) if weather.pop(0) == "storm" else joins(context, state)

    async with GraphHarness(scout_graph(scout("North", depends), scout("South", joins))) as chat:
        await chat.send("go")
        result = await chat.retry(1)

    assert result.message == "North: here; South: here"


@pytest.mark.parametrize(
    ("returned", "told"),
    [
        (lambda: go(ReportNode), "a Go"),
        (lambda: direct("Hello."), "a Direct"),
        (lambda: fan_out([EastNode, WestNode], then=ReportNode), "a FanOut"),
    ],
)
async def test_whoever_does_not_join_fails_the_turn(returned: Callable[[], Any], told: str):
    graph = scout_graph(
        scout("North", lambda context, state: returned()), scout("South", joins), others=[EastNode, WestNode]
    )
    async with GraphHarness(graph) as chat:
        await chat.send("go")

        assert await cause_of(chat) == (
            Cause.HANDLER_FAILED,
            f"North returned {told} in a fan_out, where only join() may be returned.",
        )


async def test_whoever_saves_the_state_of_another_fails_the_turn():
    def meddles(context: TurnContext, state: GraphState) -> Any:
        context.save_node_state("South", seen="mine")
        return join()

    async with GraphHarness(scout_graph(scout("North", meddles), scout("South", joins))) as chat:
        await chat.send("go")

        assert await cause_of(chat) == (
            Cause.HANDLER_FAILED,
            "North saved the state of South, which a fan_out forbids.",
        )


async def test_one_that_talks_cannot_be_sent_for():
    async with GraphHarness(scout_graph(scout("North", joins), TalkNode), ScriptedChat([])) as chat:
        await chat.send("go")

        assert await cause_of(chat) == (
            Cause.HANDLER_FAILED,
            "TalkNode talks to the customer and cannot be part of a fan_out.",
        )


async def test_one_that_talks_cannot_send_for_others():
    class AskingNode(ActNode):
        acts = {"ask": lambda context, state: fan_out([EastNode, WestNode], then=ReportNode)}

    class TalkingGraph(ScoutGraph):
        nodes = [AskingNode, EastNode, WestNode, ReportNode]
        start = AskingNode

    async with GraphHarness(TalkingGraph, ScriptedChat([calls(call("act", what="ask"))])) as chat:
        await chat.send("go")

        assert await cause_of(chat) == (
            Cause.HANDLER_FAILED,
            "AskingNode talks to the customer and returned fan_out().",
        )


async def test_nobody_joins_what_was_not_fanned_out():
    class JoiningGraph(ScoutGraph):
        nodes = [scout("North", joins)]
        start = nodes[0]

    async with GraphHarness(JoiningGraph) as chat:
        await chat.send("go")

        assert await cause_of(chat) == (
            Cause.HANDLER_FAILED,
            "North returned join() and is not part of a fan_out.",
        )


async def test_one_that_decides_may_join_where_its_decision_failed():
    class BraveNode(EastNode):
        def on_decision_error(self, context: DecisionErrorContext) -> Any:
            context.save_state(seen=context.failure)
            return join()

    decisions = ScriptedDecisions([fails(ErrorCode.BAD_DECISION), answers(sure=1.0)])
    async with GraphHarness(scout_graph(BraveNode, WestNode), decisions=decisions) as chat:
        result = await chat.send("go")

    assert result.message == "BraveNode: validation; WestNode: 1.0 of go"


async def test_more_than_a_turn_may_hold_are_not_sent_for():
    scouts = [scout(f"Scout{number}", joins) for number in range(25)]
    async with GraphHarness(scout_graph(*scouts)) as chat:
        await chat.send("go")

        assert (await cause_of(chat))[0] == Cause.STEP_LIMIT


async def test_cancelling_the_turn_stops_them_all():
    begun, stopped = asyncio.Event(), []

    async def waits(context: TurnContext, state: GraphState) -> Any:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(context.node)

    async with GraphHarness(scout_graph(scout("North", waits), scout("South", waits))) as chat:
        await chat.start("go")
        await asyncio.wait_for(begun.wait(), 20)
        cancelled = await engine.cancel(chat.session_id, 1)

        await wait_for_all()

        assert (cancelled.status, sorted(stopped)) == ("cancelled", ["North", "South"])
        assert await chat.cursor() == "StartNode"


async def test_a_cancellation_of_their_own_making_is_a_failure():
    async def cancels(context: TurnContext, state: GraphState) -> Any:
        raise asyncio.CancelledError

    async with GraphHarness(scout_graph(scout("North", cancels), scout("South", joins))) as chat:
        await chat.send("go")

        assert await cause_of(chat) == (Cause.HANDLER_FAILED, "North raised CancelledError()")


async def test_what_they_spent_themselves_counts():
    def spends(context: TurnContext, state: GraphState) -> Any:
        return join().with_usage("own", "model", Usage(input_tokens=3))

    async with GraphHarness(scout_graph(scout("North", spends), scout("South", spends))) as chat:
        result = await chat.send("go")

    assert [(one["provider"], one["input_tokens"]) for one in result.usage] == [("own", 6)]
