"""What a node must not return ends the turn as failed, with a cause that names the node."""

from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import Graph, GraphState, Node, TurnContext, direct, go, reject, stay
from conversations.authoring.builders import Builder
from conversations.codes import Code
from conversations.engine.errors import SAFE_SENTENCE, Cause
from conversations.engine.values import TurnResult
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from tests.conversations.engine.stages import Act, ActNode, PlainNode, TalkGraph, TalkNode, saving

pytestmark = pytest.mark.django_db(transaction=True)

PLAIN: dict[str, tuple[Act, str]] = {
    "stay": (lambda context, state: stay("No."), "MisuserNode.run returned stay or reject"),
    "reject": (lambda context, state: reject("No."), "MisuserNode.run returned stay or reject"),
    "tool feedback": (
        lambda context, state: direct("Hi").with_tool_feedback("Saved."),
        "MisuserNode.run used with_tool_feedback",
    ),
    "empty tool feedback": (
        lambda context, state: direct("Hi").with_tool_feedback(""),
        "MisuserNode.run used with_tool_feedback",
    ),
    "cleanup": (
        lambda context, state: direct("Hi").with_cleanup(lambda: None),
        "MisuserNode.run used with_tool_feedback or with_cleanup",
    ),
    "nothing": (lambda context, state: None, "MisuserNode.run returned None instead of a builder. Every way"),
    "a text": (lambda context, state: "Hi", "returned a str instead of a builder. To say it"),
    "a node": (lambda context, state: TalkNode, "returned the class TalkNode instead of a builder. To go on"),
    "a bare builder": (lambda context, state: Builder(), "MisuserNode.run returned a Builder"),
    "an unknown target": (
        lambda context, state: go("Nowhere" + ""),
        "has no node 'Nowhere'; it has MisuserNode",
    ),
    "another node's channel by mistake": (
        lambda context, state: state.of(7),  # type: ignore[call-overload]
        "7 is neither a node class nor the id of one",
    ),
    "a foreign target": (lambda context, state: go(TalkGraph.nodes[0]), "has no node 'TalkNode'"),
    "no target": (lambda context, state: go(7), "go() needs a node class"),  # type: ignore[arg-type]
    "a blank text": (lambda context, state: direct(" "), "needs a text that is not blank"),
    "an unknown field": (saving(direct("Hi"), nmae="Ada"), "no field nmae; it has age"),
    "a refused value": (
        saving(direct("Hi"), age="old"),
        "channel of MisuserNode cannot be saved",
    ),
    "an unknown node": (
        lambda context, state: context.save_node_state("Nobody", age=1),
        "has no node 'Nobody'",
    ),
}

HANDLERS: dict[str, tuple[Act, str]] = {
    "nothing": (lambda context, state: None, "HandlerNode.act returned None"),
    "a text": (lambda context, state: "Hi", "HandlerNode.act returned a str"),
    "a dict": (lambda context, state: {"text": "Hi"}, "HandlerNode.act returned a dict"),
    "an error": (lambda context, state: 1 / 0, "test_misuse.py, line "),
    "a write to the node": (
        lambda context, state: setattr(state.graph.node("HandlerNode"), "count", 1),
        "nodes are shared by all sessions",
    ),
    "feedback that is no JSON": (
        lambda context, state: stay({"when": object()}),
        "HandlerNode.act raised TypeError",
    ),
    "a refused value": (
        saving(stay("Hi"), age=float("nan")),
        "channel of HandlerNode cannot be saved",
    ),
}


class AgeState(BaseModel):
    age: int = 0


class MisuserNode(PlainNode):
    State = AgeState
    acts = {name: act for name, (act, _) in PLAIN.items()}


class HandlerNode(ActNode):
    State = AgeState
    acts = {name: act for name, (act, _) in HANDLERS.items()}


class MisuseGraph(Graph):
    name = "misuse"
    nodes = [MisuserNode]
    start = MisuserNode


class HandlerGraph(Graph):
    name = "handler"
    nodes = [HandlerNode]
    start = HandlerNode


async def assert_failed_cleanly(chat: GraphHarness, result: TurnResult, words: str) -> None:
    assert (result.success, result.code, result.cause) == (False, Code.TURN_FAILED, Cause.HANDLER_FAILED)
    assert (result.message, result.retryable) == (SAFE_SENTENCE, True)
    (turn,) = await chat.turns()
    assert words in turn.cause_detail
    assert await chat.steps() == []
    assert (await chat.session()).lease_owner == ""


@pytest.mark.parametrize("what", PLAIN)
async def test_a_plain_node_may_not_return(what: str):
    async with GraphHarness(MisuseGraph, ScriptedChat()) as chat:
        await assert_failed_cleanly(chat, await chat.send(what), PLAIN[what][1])


@pytest.mark.parametrize("what", HANDLERS)
async def test_a_tool_handler_may_not_return(what: str):
    model = ScriptedChat([calls(call("act", what=what)), says("Done.")])
    async with GraphHarness(HandlerGraph, model) as chat:
        await assert_failed_cleanly(chat, await chat.send("Hi"), HANDLERS[what][1])


PROMPTS: dict[str, tuple[Any, str]] = {
    "nothing": (lambda state: None, "returned None instead of a text"),
    "bytes": (lambda state: b"Talk.", "returned a bytes instead of a text"),
    "an error": (lambda state: 1 / 0, "raised ZeroDivisionError"),
}


@pytest.mark.parametrize("what", PROMPTS)
async def test_a_prompt_may_not_be(what: str):
    prompt, words = PROMPTS[what]

    class PromptNode(TalkNode):
        def get_prompt(self, state: GraphState) -> str:
            text: str = prompt(state)
            return text

    class PromptGraph(Graph):
        name = "prompt"
        nodes = [PromptNode]
        start = PromptNode

    async with GraphHarness(PromptGraph, ScriptedChat()) as chat:
        await assert_failed_cleanly(chat, await chat.send("Hi"), words)


async def test_a_date_that_cannot_be_told_fails_the_turn_and_frees_the_session():
    class TimelessGraph(TalkGraph):
        name = "timeless"

        def today(self) -> Any:
            raise LookupError("no calendar")

    async with GraphHarness(TimelessGraph, ScriptedChat()) as chat:
        await assert_failed_cleanly(chat, await chat.send("Hi"), "no calendar")


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b"], ids=["NUL", "a lone surrogate"])
async def test_an_author_s_text_is_stored_without_what_no_database_keeps(text: str):
    class OddNode(Node):
        def run(self, context: TurnContext, state: GraphState) -> Any:
            return direct(text)

    class OddGraph(Graph):
        name = "odd"
        nodes = [OddNode]
        start = OddNode

    async with GraphHarness(OddGraph, ScriptedChat()) as chat:
        assert (await chat.send("Hi")).message == "ab"
        assert (await chat.transcript())[1] == ("ai", "ab")
