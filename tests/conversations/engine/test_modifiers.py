"""What the modifiers of builders add: forwarded messages, tool feedback and usage."""

import pytest
from pydantic import BaseModel

from conversations.authoring import Builder, Graph, TurnContext, direct, go, stay
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.ports import Usage
from tests.conversations.engine.stages import Act, ActNode, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)

SPENT = Usage(input_tokens=100, output_tokens=20, cached_input_tokens=50)

ACTS: dict[str, Act] = {
    "forward": lambda context, state: go(NextNode).with_message(state.request),
    "forward quietly": lambda context, state: go(NextNode).with_message("Noted.", internal=True),
    "forward other words": lambda context, state: go(NextNode).with_message("Something else."),
    "forward twice": lambda context, state: go(NextNode).with_message("Twice.").with_message("Twice."),
    "feed back": lambda context, state: go(NextNode).with_tool_feedback("Saved as 7."),
    "seed": lambda context, state: go(NextNode).with_state(a=1).with_state(b=2),
    "seed and save": lambda context, state: save_and_seed(context),
    "seed unknown": lambda context, state: go(NextNode).with_state(c=3),
    "spend": lambda context, state: direct("Done.").with_usage("own", "small", SPENT),
    "spend and stay": lambda context, state: stay("Go on.").with_usage("own", "small", SPENT),
}


def save_and_seed(context: TurnContext) -> Builder:
    context.save_node_state(NextNode, a=1, b=1)
    return go(NextNode).with_state(b=2)


class FirstNode(ActNode):
    acts = ACTS


class NextNode(TalkNode):
    class State(BaseModel):
        a: int = 0
        b: int = 0


class SharedGraph(Graph):
    """Both nodes share one space."""

    name = "shared"
    nodes = [FirstNode, NextNode]
    start = FirstNode


class ApartGraph(SharedGraph):
    name = "apart"
    history_spaces = {"next": [NextNode]}


def acting(what: str) -> ScriptedChat:
    return ScriptedChat([calls(call("act", what=what)), says("Fine.")])


async def human(chat: GraphHarness, space: str) -> list[tuple[str, bool, bool]]:
    """(text, internal, visible) of the human messages."""
    return [
        (message.text, message.internal, message.number is not None)
        for message in await chat.messages(space=space)
        if message.role == "human"
    ]


async def test_a_forwarded_message_is_the_target_s_request_and_never_visible():
    async with GraphHarness(ApartGraph, acting("forward")) as chat:
        await chat.send("My own words")
        assert await human(chat, "next") == [("My own words", False, False)]
        assert [text for _, text in await chat.transcript()] == ["My own words", "Fine."]


async def test_a_forwarded_message_is_internal_where_its_space_heard_it_last():
    async with GraphHarness(SharedGraph, acting("forward")) as chat:
        await chat.send("My own words")
        assert await human(chat, "default") == [
            ("My own words", False, True),
            ("My own words", True, False),
        ]


async def test_other_words_in_the_same_space_are_not_internal():
    async with GraphHarness(SharedGraph, acting("forward other words")) as chat:
        await chat.send("My own words")
        assert (await human(chat, "default"))[1] == ("Something else.", False, False)


async def test_the_second_of_two_equal_messages_is_internal():
    async with GraphHarness(ApartGraph, acting("forward twice")) as chat:
        await chat.send("Hi")
        assert await human(chat, "next") == [("Twice.", False, False), ("Twice.", True, False)]


async def test_an_author_may_call_a_message_internal():
    async with GraphHarness(ApartGraph, acting("forward quietly")) as chat:
        await chat.send("Hi")
        assert await human(chat, "next") == [("Noted.", True, False)]


async def test_a_seeded_space_is_not_empty_and_gets_no_start():
    model = acting("forward")
    async with GraphHarness(ApartGraph, model) as chat:
        await chat.send("My own words")
        assert [message.text for message in model.request.messages[1:]] == ["My own words"]


async def test_tool_feedback_is_the_tool_message():
    async with GraphHarness(ApartGraph, acting("feed back")) as chat:
        await chat.send("Hi")
        tools = [message.text for message in await chat.messages() if message.role == "tool"]
        assert tools == ["Saved as 7."]


async def test_seeds_add_up_and_keep_what_the_handler_staged():
    async with GraphHarness(ApartGraph, acting("seed")) as chat:
        await chat.send("Hi")
        assert await chat.channel(NextNode) == NextNode.State(a=1, b=2)
    async with GraphHarness(ApartGraph, acting("seed and save")) as chat:
        await chat.send("Hi")
        assert await chat.channel(NextNode) == NextNode.State(a=1, b=2)


async def test_an_unknown_seed_fails_the_turn_and_writes_nothing():
    async with GraphHarness(ApartGraph, acting("seed unknown")) as chat:
        result = await chat.send("Hi")
        assert (result.success, result.cause) == (False, "HANDLER_FAILED")
        assert "NextNode has no field c" in (await chat.turns())[0].cause_detail
        assert await chat.cursor() == "FirstNode"


@pytest.mark.parametrize("what", ["spend", "spend and stay"])
async def test_a_handler_s_own_model_calls_count(what: str):
    async with GraphHarness(ApartGraph, acting(what)) as chat:
        result = await chat.send("Hi")
        own = next(one for one in result.usage if one["provider"] == "own")
        assert own == {
            "provider": "own",
            "model": "small",
            "calls": 1,
            "input_tokens": 100,
            "output_tokens": 20,
            "cached_input_tokens": 50,
        }
