"""Nodes that run at once: each on its own, all of them written together."""

import asyncio
from typing import Any

import pytest

from conversations.authoring import BuilderMisuse, GraphState, TurnContext, fan_out, faults_of, join
from conversations.engine import engine
from conversations.engine.events import StepStarted
from conversations.models import Session
from conversations.testing import GraphHarness, ScriptedDecisions, answers
from providers.database import in_database
from tests.conversations.fan_out.scouts import (
    EastNode,
    ReportNode,
    ScoutGraph,
    StartNode,
    WestNode,
    scout,
    scout_graph,
)

pytestmark = pytest.mark.django_db(transaction=True)


def saves_request(context: TurnContext, state: GraphState) -> Any:
    context.save_state(seen=state.request)
    return join()


def deciding(*numbers: float) -> ScriptedDecisions:
    return ScriptedDecisions([answers(sure=number) for number in numbers])


async def test_what_each_of_them_saves_is_there_for_the_next_node():
    async with GraphHarness(ScoutGraph, decisions=deciding(0.9, 0.2)) as chat:
        result = await chat.send("the pass")

    assert result.message == "EastNode: 0.9 of the pass; WestNode: 0.2 of the pass"


async def test_each_of_them_is_a_step_with_its_own_channel_and_decision():
    async with GraphHarness(ScoutGraph, decisions=deciding(0.9, 0.2)) as chat:
        result = await chat.send("the pass")
        steps = await chat.steps()
        decisions = {row.node: row for row in await chat.decisions_on_record()}
        calls = await chat.model_calls()

        assert [event.node for event in chat.events if isinstance(event, StepStarted)] == [
            "StartNode",
            "EastNode",
            "WestNode",
            "ReportNode",
        ]
    assert [(step.number, step.node, step.outcome, step.cursor) for step in steps] == [
        (1, "StartNode", "fan_out", "ReportNode"),
        (2, "EastNode", "join", "ReportNode"),
        (3, "WestNode", "join", "ReportNode"),
        (4, "ReportNode", "direct", "ReportNode"),
    ]
    assert [list(step.channels) for step in steps] == [["StartNode"], ["EastNode"], ["WestNode"], []]
    assert {node: row.step_id for node, row in decisions.items()} == {
        "EastNode": steps[1].pk,
        "WestNode": steps[2].pk,
    }
    assert [call.step_id for call in calls] == [steps[1].pk, steps[2].pk]
    assert [step.usage[0]["calls"] for step in steps[1:3]] == [1, 1]
    assert result.usage[0]["calls"] == 2


async def test_each_sees_the_state_as_the_first_left_it_and_nothing_of_the_others():
    def looks(context: TurnContext, state: GraphState) -> Any:
        others = state.of("North").seen + state.of("South").seen
        context.save_state(seen=f"{state.of(StartNode).seen}/{others}")
        return join()

    graph = scout_graph(scout("North", looks), scout("South", looks))
    async with GraphHarness(graph) as chat:
        result = await chat.send("fog")

    assert result.message == "North: fog/; South: fog/"


async def test_they_run_at_the_same_time():
    meeting = asyncio.Barrier(2)

    async def meets(context: TurnContext, state: GraphState) -> Any:
        await meeting.wait()
        return saves_request(context, state)

    async with GraphHarness(scout_graph(scout("North", meets), scout("South", meets))) as chat:
        result = await asyncio.wait_for(chat.send("noon"), 20)

    assert result.success


async def test_one_that_decides_is_told_the_words_of_its_own_space():
    class FarNode(EastNode):
        space = "far"

    async with GraphHarness(scout_graph(WestNode, FarNode), decisions=deciding(0.9, 0.2)) as chat:
        result = await chat.send("the pass")

    assert result.message == "WestNode: 0.9 of the pass; FarNode: 0.2 of "


async def test_effect_keys_tell_them_apart():
    keys: list[str] = []

    def keyed(context: TurnContext, state: GraphState) -> Any:
        keys.append(context.effect_key("flag"))
        return join()

    async with GraphHarness(scout_graph(scout("North", keyed), scout("South", keyed))) as chat:
        await chat.send("go")

    assert len(set(keys)) == 2


@pytest.mark.parametrize("step", [1, 2, 3])
async def test_a_fork_at_any_of_them_has_them_all(step: int):
    graph = scout_graph(scout("North", saves_request), scout("South", saves_request))
    async with GraphHarness(graph) as chat:
        await chat.send("dusk")
        fork = await engine.fork(chat.session_id, 1, step)
        row = await in_database(Session.objects.get, pk=fork.id)

    assert (row.cursor, sorted(fork.channels)) == ("ReportNode", ["North", "South", "StartNode"])


@pytest.mark.parametrize("targets", [[], [EastNode], [EastNode, EastNode], [EastNode, "EastNode"]])
def test_it_takes_two_or_more_nodes_each_once(targets: list[Any]):
    with pytest.raises(BuilderMisuse, match="two or more nodes, each once"):
        fan_out(targets, then=ReportNode)


def test_targets_that_can_be_read_and_are_unknown_are_told_when_the_graph_is_registered():
    class LostNode(StartNode):
        def run(self, context: TurnContext, state: GraphState) -> Any:
            return fan_out([EastNode, "Nowhere"], then=WestNode)

    class LostGraph(ScoutGraph):
        nodes = [LostNode, EastNode]
        start = LostNode

    assert [fault.message for fault in faults_of(LostGraph)] == [
        "LostGraph: LostNode.run goes to 'Nowhere', which is not among its nodes; add it to them, "
        "or go elsewhere.",
        "LostGraph: LostNode.run goes to WestNode, which is not among its nodes; add it to them, "
        "or go elsewhere.",
    ]
