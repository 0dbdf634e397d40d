"""Turns that fail in the graph's own code: causes, what stays, and that the session is free again."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import ChatOptions, Graph, GraphState, Node, TurnContext, go, stay
from conversations.engine.errors import SAFE_SENTENCE, Cause
from conversations.engine.turns.step import MOST_STEPS
from conversations.models import Session
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from providers.database import in_database
from tests.conversations.engine.stages import ActNode, PlainNode, TalkGraph, TalkNode, saving

pytestmark = pytest.mark.django_db(transaction=True)


def failing(*_: Any) -> Any:
    raise LookupError("the customer's address \x00 \ud800")


class WorkNode(ActNode):
    class State(BaseModel):
        done: int = 0

    acts = {
        "raise": failing,
        "save": saving(stay("Saved."), done=1),
        "go": lambda context, state: go(RoundNode),
    }


class RoundNode(PlainNode):
    acts = {"": lambda context, state: go(RoundNode)}


class WorkGraph(Graph):
    name = "work"
    nodes = [WorkNode, RoundNode]
    start = WorkNode
    history_spaces = {"round": [RoundNode]}


async def test_a_handler_that_raises_drops_the_whole_step_and_tells_the_customer_nothing_of_it():
    model = ScriptedChat([calls(call("act", what="save"), call("act", what="raise"))])
    async with GraphHarness(WorkGraph, model) as chat:
        result = await chat.send("Hi")
        assert (result.cause, result.message) == (Cause.HANDLER_FAILED, SAFE_SENTENCE)
        assert (await chat.channel(WorkNode)).done == 0
        assert [message.role for message in await chat.messages()] == ["human"]
        (turn,) = await chat.turns()
        assert "WorkNode.act raised LookupError" in turn.cause_detail
        assert sum(one["input_tokens"] for one in turn.usage) == 10


@pytest.mark.parametrize("error", [StopIteration, asyncio.CancelledError, TimeoutError, RecursionError])
@pytest.mark.parametrize("sync", [True, False], ids=["sync", "async"])
async def test_whatever_a_node_raises_ends_its_turn_as_failed(error: type[BaseException], sync: bool):
    class SyncNode(Node):
        def run(self, context: TurnContext, state: GraphState) -> Any:
            raise error

    class AsyncNode(Node):
        async def run(self, context: TurnContext, state: GraphState) -> Any:
            raise error

    class RaisingGraph(Graph):
        name = "raising"
        nodes = [SyncNode, AsyncNode]
        start = SyncNode if sync else AsyncNode
        turn_timeout = 5

    async with GraphHarness(RaisingGraph, ScriptedChat()) as chat:
        result = await chat.send("Hi")
        assert (result.cause, result.message) == (Cause.HANDLER_FAILED, SAFE_SENTENCE)
        assert (await chat.session()).lease_owner == ""


async def test_a_turn_may_fail_and_the_next_message_is_answered():
    model = ScriptedChat([calls(call("act", what="raise")), says("Hello again.")])
    async with GraphHarness(WorkGraph, model) as chat:
        await chat.send("Hi")
        result = await chat.send("Hello?")
        assert (result.turn, result.message) == (2, "Hello again.")
        assert await chat.transcript() == [("human", "Hi"), ("human", "Hello?"), ("ai", "Hello again.")]


async def test_a_graph_that_goes_round_ends_at_the_step_limit():
    async with GraphHarness(WorkGraph, ScriptedChat([calls(call("act", what="go"))])) as chat:
        result = await chat.send("Hi")
        assert result.cause == Cause.STEP_LIMIT
        assert [step.number for step in await chat.steps()] == list(range(1, MOST_STEPS + 1))
        assert await chat.cursor() == "RoundNode"
        assert (await chat.session()).lease_owner == ""
        again = await chat.retry(1)
        assert again.cause == Cause.STEP_LIMIT
        assert len(await chat.steps()) == MOST_STEPS


async def test_a_cursor_that_names_no_node_fails_by_that_name_and_loses_nothing():
    class RenamedNode(TalkNode):
        pass

    class RenamedGraph(TalkGraph):
        nodes = [RenamedNode]
        start = RenamedNode

    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        await chat.send("Hi")
        session = chat.session_id
    async with GraphHarness(RenamedGraph, ScriptedChat()) as chat:
        chat.session_id = session
        result = await chat.send("Where are you?")
        assert result.cause == Cause.NODE_UNKNOWN
        assert "'TalkNode'" in (await chat.turns())[1].cause_detail
        assert 'id = "TalkNode" in its class' in (await chat.turns())[1].cause_detail
        assert await chat.cursor() == "TalkNode"
    async with GraphHarness(TalkGraph, ScriptedChat([says("Here.")])) as chat:
        chat.session_id = session
        result = await chat.retry(2)
        assert result.message == "Here."


async def test_a_message_that_no_node_took_in_follows_the_cursor_to_its_space():
    class MovedGraph(TalkGraph):
        history_spaces = {"talk": [TalkNode]}

    class StrangeGraph(TalkGraph):
        nodes = [WorkNode, RoundNode]
        start = WorkNode

    async with GraphHarness(StrangeGraph, ScriptedChat()) as chat:
        session = chat.session_id
        await in_database(Session.objects.filter(pk=session).update, cursor="TalkNode")
        assert (await chat.send("Where are you?")).cause == Cause.NODE_UNKNOWN
    model = ScriptedChat([says("Here.")])
    async with GraphHarness(MovedGraph, model) as chat:
        chat.session_id = session
        await chat.retry(1)
        assert [message.text for message in model.request.messages[1:]] == ["Where are you?"]
        assert {message.space for message in await chat.messages()} == {"talk"}


async def test_a_node_whose_chat_config_raises_is_a_fault_of_configuration():
    class MoodyNode(TalkNode):
        options: Iterator[ChatOptions] = iter([{}, {}, {}])  # for the checks, the harness and one turn

        def get_chat_config(self) -> ChatOptions:
            return next(self.options)

    class MoodyGraph(TalkGraph):
        nodes = [MoodyNode]
        start = MoodyNode

    async with GraphHarness(MoodyGraph, ScriptedChat([says("Hello.")])) as chat:
        assert (await chat.send("Hi")).success
        assert (await chat.send("Hi again")).cause == Cause.CONFIGURATION
        assert (await chat.session()).lease_owner == ""


async def test_a_stored_config_that_no_longer_fits_is_a_fault_of_configuration():
    class StricterGraph(TalkGraph):
        class Config(BaseModel):
            tone: int

    class LooseGraph(TalkGraph):
        class Config(BaseModel):
            tone: str = "warm"

    async with GraphHarness(LooseGraph, ScriptedChat()) as chat:
        session = chat.session_id
    async with GraphHarness(StricterGraph, ScriptedChat(), config={"tone": 1}) as chat:
        chat.session_id = session
        result = await chat.send("Hi")
        assert result.cause == Cause.CONFIGURATION
        assert (await chat.session()).lease_owner == ""


async def test_a_stored_channel_that_no_longer_fits_names_its_node():
    class OldNode(TalkNode):
        id = "TalkNode"

        class State(BaseModel):
            age: str = ""

    class NewNode(TalkNode):
        id = "TalkNode"

        class State(BaseModel):
            age: int = 0

        def get_prompt(self, state: GraphState) -> str:
            return f"{state.of(NewNode).age} years."

    class NewGraph(TalkGraph):
        nodes = [NewNode]
        start = NewNode

    class SaveNode(ActNode):
        acts = {"save": lambda context, state: go(OldNode).with_state(age="old")}

    class SaveGraph(TalkGraph):
        nodes = [SaveNode, OldNode]
        start = SaveNode

    model = ScriptedChat([calls(call("act", what="save")), says("Hello.")])
    async with GraphHarness(SaveGraph, model) as chat:
        await chat.send("Hi")
        session = chat.session_id
    async with GraphHarness(NewGraph, ScriptedChat()) as chat:
        chat.session_id = session
        result = await chat.send("Hi")
        assert result.cause == Cause.HANDLER_FAILED
        assert "channel of TalkNode does not fit" in (await chat.turns())[-1].cause_detail
