"""Where handlers run, what they see and how often they are asked."""

import asyncio
import threading
from datetime import date
from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import (
    ConversationNode,
    Graph,
    GraphState,
    Node,
    TurnContext,
    direct,
    go,
    stay,
    tool,
)
from conversations.engine import NewSession, TurnRequest, engine
from conversations.engine.errors import Cause
from conversations.models import Session
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says, serve_graphs
from providers.registry import override_provider
from tests.conversations.engine.stages import TalkNode

pytestmark = pytest.mark.django_db(transaction=True)


class Input(BaseModel):
    text: str = ""


class Seen:
    """What handlers saw, for the test to look at."""

    threads: dict[str, str] = {}
    states: list[GraphState] = []
    prompts = 0
    sessions = 0


@pytest.fixture(autouse=True)
def _unseen() -> None:
    Seen.threads, Seen.states, Seen.prompts, Seen.sessions = {}, [], 0, 0


class WatchNode(ConversationNode):
    class State(BaseModel):
        notes: list[str] = []

    def get_prompt(self, state: GraphState) -> str:
        Seen.prompts += 1
        return "Watch."

    @tool("sync", description="A sync handler.")
    def sync(self, input: Input, context: TurnContext, state: GraphState) -> Any:
        Seen.threads["sync"] = threading.current_thread().name
        Seen.sessions = Session.objects.count()
        return stay("Counted.")

    @tool("later", description="An async handler.")
    async def later(self, input: Input, context: TurnContext, state: GraphState) -> Any:
        Seen.threads["async"] = threading.current_thread().name
        assert asyncio.get_running_loop().is_running()
        return stay("Waited.")

    @tool("note", description="Take a note.")
    async def note(self, input: Input, context: TurnContext, state: GraphState) -> Any:
        Seen.states.append(state)
        notes = context.graph_state().of(WatchNode).notes
        context.save_state(notes=[*notes, input.text])
        return stay("Noted.")

    @tool("leave", description="Hand over.")
    async def leave(self, input: Input, context: TurnContext, state: GraphState) -> Any:
        context.save_node_state(PlainNode, hint=input.text)
        return go(PlainNode)


class PlainNode(Node):
    class State(BaseModel):
        hint: str = ""

    def run(self, context: TurnContext, state: GraphState) -> Any:
        Seen.threads["run"] = threading.current_thread().name
        Seen.states.append(state)
        Seen.sessions = Session.objects.count()
        return direct(f"Hint: {state.of(PlainNode).hint}")


class WatchGraph(Graph):
    name = "watch"
    nodes = [WatchNode, PlainNode]
    start = WatchNode

    def today(self) -> date:
        return date(2026, 3, 1)


async def test_sync_handlers_run_on_threads_of_their_own_and_may_use_the_orm():
    async with GraphHarness(WatchGraph, ScriptedChat([calls(call("sync")), says("Done.")])) as chat:
        assert (await chat.send("Hi")).success
        assert Seen.threads["sync"].startswith("author")
        assert Seen.sessions == 1


async def test_slow_sync_handlers_keep_nobody_else_from_the_database(settings):
    go_on = threading.Event()

    class SlowNode(TalkNode):
        @tool("slow", description="Take very long.")
        def slow(self, input: Input, context: TurnContext, state: GraphState) -> Any:
            go_on.wait(10)
            return stay("OK")

    class SlowGraph(Graph):
        name = "slow"
        nodes = [SlowNode]
        start = SlowNode
        turn_timeout = 0.2

    many = settings.EZGRAPH_DATABASE_THREADS * 2
    model = ScriptedChat([calls(call("slow")) for _ in range(many)])
    async with GraphHarness(SlowGraph, model) as chat:
        running = []
        for _ in range(many):
            await chat.restart()
            running.append(await chat.start("Hi"))
        try:
            results = await asyncio.wait_for(asyncio.gather(*[one.result() for one in running]), 5)
        finally:
            go_on.set()
        assert {result.cause for result in results} == {Cause.TURN_TIMEOUT}


async def test_async_handlers_run_on_the_loop():
    async with GraphHarness(WatchGraph, ScriptedChat([calls(call("later")), says("Done.")])) as chat:
        assert (await chat.send("Hi")).success
        assert Seen.threads["async"] == threading.current_thread().name


async def test_a_sync_run_may_use_the_orm_and_reads_what_the_step_before_saved():
    async with GraphHarness(WatchGraph, ScriptedChat([calls(call("leave", text="a map"))])) as chat:
        assert (await chat.send("Hi")).message == "Hint: a map"
        assert Seen.threads["run"].startswith("author")
        assert Seen.sessions == 1


async def test_state_is_what_held_when_the_node_started_and_graph_state_shows_what_was_staged():
    notes = calls(call("note", text="a"), call("note", text="b"))
    async with GraphHarness(
        WatchGraph, ScriptedChat([notes, calls(call("note", text="c")), says(".")])
    ) as chat:
        await chat.send("Hi")
        assert [state.of(WatchNode).notes for state in Seen.states] == [[], [], []]
        assert (await chat.channel(WatchNode)).notes == ["a", "b", "c"]
        assert (await chat.steps())[0].channels == {"WatchNode": {"notes": ["a", "b", "c"]}}


async def test_the_prompt_is_asked_for_once_a_run():
    model = ScriptedChat([calls(call("later")), calls(call("later")), says("Done."), says("Yes?")])
    async with GraphHarness(WatchGraph, model) as chat:
        await chat.send("Hi")
        assert Seen.prompts == 1
        await chat.send("And?")
        assert Seen.prompts == 2


async def test_a_node_reads_the_cursor_the_request_the_date_and_who_is_there():
    model = ScriptedChat([calls(call("note", text="a")), says("Noted."), calls(call("leave", text="x"))])
    with serve_graphs(WatchGraph), override_provider("embedded", model):
        session, _ = await engine.create_session(
            NewSession(graph="watch", external_user="ada", external_user_verified=True)
        )
        await engine.run(TurnRequest(session=session.id, message="First"))
        await engine.run(TurnRequest(session=session.id, message="Second"))
    first, second = Seen.states
    assert (first.cursor, first.request, first.input_consumed) == ("WatchNode", "First", False)
    assert (second.cursor, second.request, second.input_consumed) == ("PlainNode", "Second", True)
    assert first.today == date(2026, 3, 1)
    assert (first.external_user, first.external_user_verified) == ("ada", True)


async def test_the_request_is_the_customer_s_newest_message_however_much_came_after_it():
    class ShortGraph(WatchGraph):
        history_window = 2

    batch = calls(*[call("later") for _ in range(6)])
    model = ScriptedChat([batch, calls(call("leave", text="x"))])
    async with GraphHarness(ShortGraph, model) as chat:
        await chat.send("My words")
        assert Seen.states[-1].cursor == "PlainNode"
        assert Seen.states[-1].request == "My words"


async def test_nodes_are_shared_by_all_sessions_and_keep_nothing():
    model = ScriptedChat([calls(call("note", text="a")), says("."), calls(call("note", text="b")), says(".")])
    async with GraphHarness(WatchGraph, model) as chat:
        await chat.send("Hi")
        await chat.restart()
        await chat.send("Hi")
        assert (await chat.channel(WatchNode)).notes == ["b"]
        assert Seen.states[0].graph is Seen.states[1].graph


async def test_the_node_that_talks_is_stored_with_what_it_says():
    async with GraphHarness(WatchGraph, ScriptedChat([calls(call("leave", text="x"))])) as chat:
        await chat.send("Hi")
        assert [(m.role, m.node) for m in await chat.messages()] == [
            ("human", ""),
            ("ai", "WatchNode"),
            ("tool", "WatchNode"),
            ("ai", "PlainNode"),
        ]


async def test_a_blocking_handler_stops_no_other_session():
    entered, go_on = threading.Event(), threading.Event()

    class BlockingNode(Node):
        def run(self, context: TurnContext, state: GraphState) -> Any:
            entered.set()
            go_on.wait(5)
            return direct("At last.")

    class BlockingGraph(Graph):
        name = "blocking"
        nodes = [BlockingNode, TalkNode]
        start = BlockingNode

    async with GraphHarness(BlockingGraph, ScriptedChat()) as chat:
        first = await chat.start("Hi")
        await asyncio.to_thread(entered.wait, 5)
        with serve_graphs(WatchGraph), override_provider("embedded", ScriptedChat([says("Quick.")])):
            session, _ = await engine.create_session(NewSession(graph="watch"))
            result = await engine.run(TurnRequest(session=session.id, message="Hi"))
        assert result.message == "Quick."
        go_on.set()
        assert (await first.result()).message == "At last."
