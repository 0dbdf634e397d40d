"""Suggested replies: which message they belong to, and which are refused."""

from typing import Any

import pytest

from conversations.authoring import (
    BuilderMisuse,
    Graph,
    GraphState,
    TurnContext,
    direct,
    direct_to,
    finish,
    go,
    stay,
)
from conversations.engine.errors import Cause
from conversations.engine.events import VisibleMessage
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from tests.conversations.engine.stages import Act, ActNode, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


def suggesting(*texts: str, then: Any) -> Act:
    def act(context: TurnContext, state: GraphState) -> Any:
        context.suggest(*texts)
        return then

    return act


ACTS: dict[str, Act] = {
    "builder": lambda context, state: direct("Car or van?").with_suggestions("Car", "Van"),
    "handing over": lambda context, state: direct_to(LaterNode, "Car?").with_suggestions("Car"),
    "context": suggesting("Car", "Van", then=stay("Ask which.")),
    "both": suggesting("Bike", then=direct("Car?").with_suggestions("Car")),
    "going on": suggesting("Car", then=go("LaterNode")),
    "finish": suggesting("Car", then=finish("Bye.")),
    "control characters": suggesting("Ca\x07r", "\x07", then=direct("Car?")),
    "too many": suggesting(*"abcdefg", then=direct("Which?")),
}


class FirstNode(ActNode):
    acts = ACTS


class LaterNode(TalkNode):
    pass


class SuggestingGraph(Graph):
    name = "suggesting"
    nodes = [FirstNode, LaterNode]
    start = FirstNode


def acting(what: str) -> ScriptedChat:
    return ScriptedChat([calls(call("act", what=what)), says("Fine.")])


@pytest.mark.parametrize(
    ("what", "suggestions"),
    [
        ("builder", ["Car", "Van"]),
        ("handing over", ["Car"]),
        ("context", ["Car", "Van"]),
        ("both", ["Car"]),
        ("going on", []),
        ("finish", []),
        ("control characters", ["Car"]),
    ],
)
async def test_suggestions_belong_to_the_message_that_ends_their_step(what: str, suggestions: list[str]):
    async with GraphHarness(SuggestingGraph, acting(what)) as chat:
        assert (await chat.send("Hello")).success
        question, reply = await chat.messages(visible=True)
        assert (question.suggestions, reply.suggestions) == ([], suggestions)
        told = [event.suggestions for event in chat.events if isinstance(event, VisibleMessage)]
        assert told == [(), tuple(suggestions)]


async def test_the_next_message_has_none_of_them():
    script = ScriptedChat([calls(call("act", what="builder")), says("Fine.")])
    async with GraphHarness(SuggestingGraph, script) as chat:
        await chat.send("Hello")
        await chat.send("Car")
        assert [message.suggestions for message in await chat.messages(visible=True)][2:] == [[], []]


@pytest.mark.parametrize("what", ["too many"])
async def test_what_cannot_be_shown_fails_the_turn(what: str):
    async with GraphHarness(SuggestingGraph, acting(what)) as chat:
        assert (await chat.send("Hello")).cause == Cause.HANDLER_FAILED


@pytest.mark.parametrize("texts", [("",), ("  ",), ("x" * 81,), tuple("abcdefg"), (5,)])
def test_a_suggestion_is_short_and_not_blank_and_there_are_up_to_six(texts: tuple[str, ...]):
    with pytest.raises(BuilderMisuse, match="suggestion"):
        direct("Which?").with_suggestions(*texts)


def test_a_suggestion_is_offered_once():
    assert direct("Which?").with_suggestions("Car", " Car ", "Van").suggestions == ("Car", "Van")
    assert direct("Which?").with_suggestions(*"abcdef", "a").suggestions == tuple("abcdef")
    assert direct("Which?").with_suggestions("x" * 80).suggestions == ("x" * 80,)
