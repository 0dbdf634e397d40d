"""Several tool calls in one model message: in order, each answered, and what they lead to together."""

import json
from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import Graph, direct, finish, go, stay, tool
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.ports import ToolCall
from tests.conversations.engine.stages import ActNode, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


class CountInput(BaseModel):
    count: int


class BusyNode(ActNode):
    class State(BaseModel):
        order: list[str] = []

    acts = {
        "stay": lambda context, state: stay("Stayed."),
        "direct": lambda context, state: direct("Done."),
        "direct otherwise": lambda context, state: direct("Done otherwise."),
        "finish": lambda context, state: finish("Done."),
        "go": lambda context, state: go(NextNode).with_tool_feedback("first"),
        "go by id": lambda context, state: go("NextNode").with_tool_feedback("second"),
        "go elsewhere": lambda context, state: go(ElseNode),
        "go with": lambda context, state: go(NextNode).with_state(seed="rye"),
    }

    @tool("count", description="Count up.")
    async def count(self, input: CountInput, context: Any, state: Any) -> Any:
        order = context.graph_state().of(BusyNode).order
        context.save_state(order=[*order, f"count {input.count}"])
        return stay(f"Counted {input.count}.")


class NextNode(TalkNode):
    class State(BaseModel):
        seed: str = ""


class ElseNode(TalkNode):
    pass


class BatchGraph(Graph):
    name = "batch"
    nodes = [BusyNode, NextNode, ElseNode]
    start = BusyNode
    history_spaces = {"busy": [BusyNode]}


def act(what: str) -> ToolCall:
    return call("act", what=what)


async def test_calls_run_in_order_and_each_gets_its_own_tool_message():
    batch = [call("count", count=3), call("count", count=1), call("count", count=2)]
    model = ScriptedChat([calls(*batch, text="Counting …"), says("Counted.")])
    async with GraphHarness(BatchGraph, model) as chat:
        await chat.send("Count")
        assert (await chat.channel(BusyNode)).order == ["count 3", "count 1", "count 2"]
        asked, *answers = model.request.messages[2:]
        assert (asked.text, asked.tool_calls) == ("Counting …", tuple(batch))
        assert [(one.tool_call_id, one.text) for one in answers] == [
            (batch[0].id, "Counted 3."),
            (batch[1].id, "Counted 1."),
            (batch[2].id, "Counted 2."),
        ]


async def test_text_beside_tool_calls_is_kept_and_not_shown():
    model = ScriptedChat([calls(act("stay"), text="One moment."), says("Here you are.")])
    async with GraphHarness(BatchGraph, model) as chat:
        result = await chat.send("Hi")
        assert result.message == "Here you are."
        assert ("ai", "One moment.") in [(m.role, m.text) for m in await chat.messages(visible=False)]
        assert await chat.transcript() == [("human", "Hi"), ("ai", "Here you are.")]


async def test_bad_arguments_of_the_second_of_three_calls_are_a_stay_with_feedback(caplog):
    batch = [call("count", count=1), call("count", count="many"), call("count", count=3)]
    model = ScriptedChat([calls(*batch), says("Counted.")])
    async with GraphHarness(BatchGraph, model) as chat:
        await chat.send("Count")
        assert (await chat.channel(BusyNode)).order == ["count 1", "count 3"]
        _, first, second, third = model.request.messages[2:]
        assert (first.text, third.text) == ("Counted 1.", "Counted 3.")
        feedback = json.loads(second.text)
        assert feedback["accepted"] is False
        assert feedback["error"].startswith("count: Input should be a valid integer")
        assert "bad arguments for the tool count" in caplog.text


async def test_any_transition_beats_any_number_of_stays():
    model = ScriptedChat([calls(act("stay"), act("direct"), call("count", count="x"), act("stay"))])
    async with GraphHarness(BatchGraph, model) as chat:
        result = await chat.send("Hi")
        assert result.message == "Done."
        tools = [message.text for message in await chat.messages() if message.role == "tool"]
        assert len(tools) == 4
        assert (tools[0], tools[1], tools[3]) == ("Stayed.", "OK", "Stayed.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("go", "direct"),
        ("go", "go elsewhere"),
        ("go", "go with"),
        ("direct", "finish"),
        ("direct", "direct otherwise"),
    ],
)
async def test_two_different_transitions_fail_the_turn(one: str, other: str):
    model = ScriptedChat([calls(act(one), act("stay"), act(other))])
    async with GraphHarness(BatchGraph, model) as chat:
        result = await chat.send("Hi")
        assert (result.success, result.cause) == (False, "TRANSITION_CONFLICT")
        assert await chat.cursor() == "BusyNode"
        assert [message.role for message in await chat.messages()] == ["human"]


@pytest.mark.parametrize(("one", "same"), [("go", "go"), ("go", "go by id"), ("direct", "direct")])
async def test_the_same_transition_twice_is_one(one: str, same: str):
    model = ScriptedChat([calls(act(one), act(same)), says("Next.")])
    async with GraphHarness(BatchGraph, model) as chat:
        result = await chat.send("Hi")
        assert result.success
        assert (await chat.steps())[0].outcome == one
        assert len([message for message in await chat.messages() if message.role == "tool"]) == 2


async def test_each_call_keeps_its_own_feedback_where_the_transition_is_the_same():
    model = ScriptedChat([calls(act("go"), act("go by id")), says("Next.")])
    async with GraphHarness(BatchGraph, model) as chat:
        await chat.send("Hi")
        tools = [message.text for message in await chat.messages() if message.role == "tool"]
        assert tools == ["first", "second"]


async def test_a_tool_that_the_node_does_not_handle_is_a_stay_that_says_so():
    model = ScriptedChat([calls(call("fly", to="Rome"), act("stay")), says("I cannot fly.")])
    async with GraphHarness(BatchGraph, model) as chat:
        result = await chat.send("Fly")
        assert result.message == "I cannot fly."
        unknown, stayed = model.request.messages[-2:]
        assert "no tool 'fly'" in json.loads(unknown.text)["error"]
        assert stayed.text == "Stayed."


async def test_the_goodbye_is_no_tool_where_the_graph_has_no_node_for_it():
    model = ScriptedChat([calls(call("terminate_session")), says("I stay.")])
    async with GraphHarness(BatchGraph, model) as chat:
        result = await chat.send("Bye")
        assert (result.message, result.completed) == ("I stay.", False)
