"""Graphs that answer with one JSON object: what completes them, and what later turns are given."""

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import (
    ConversationNode,
    Graph,
    GraphState,
    Restore,
    RestoredSession,
    finish,
    tool,
)
from conversations.engine.errors import Cause, SessionCompleted
from conversations.engine.events import Delta, TurnCompleted, TurnStarted
from conversations.models import SessionStatus
from conversations.testing import GraphHarness, ScriptedChat, call, calls, held, says
from providers.database import in_database

pytestmark = pytest.mark.django_db(transaction=True)


class Found(BaseModel):
    text: str


class ReadingNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return "Read it."

    @tool("save", description="Save what was read.")
    def save(self, input: Found, context: object, state: GraphState) -> Any:
        return finish(input.text)


class ReadingGraph(Graph):
    name = "reading"
    nodes = (ReadingNode,)
    start = ReadingNode
    response_mode = "json"
    requires_message = False

    class Config(BaseModel):
        text: str = ""
        pages: int = 1


class RevivedGraph(ReadingGraph):
    def on_restore(self, session: RestoredSession) -> Restore:
        return Restore.START_AFRESH


def saves(text: str) -> Any:
    return calls(call("save", text=text))


async def test_the_reply_is_given_as_an_object():
    async with GraphHarness(ReadingGraph, ScriptedChat([saves('{"total": "1.50"}')])) as chat:
        result = await chat.send()
    assert result.success
    assert result.completed
    assert result.data == {"total": "1.50"}
    assert result.message == '{"total": "1.50"}'


@pytest.mark.parametrize("text", ["hello", "[1]", '"text"', "{", '{"total": NaN}', "1", "null", "[" * 9000])
async def test_a_completing_reply_that_is_no_object_fails_the_turn(text: str):
    async with GraphHarness(ReadingGraph, ScriptedChat([saves(text)])) as chat:
        result = await chat.send()
        assert not result.success
        assert result.cause == Cause.REPLY_NOT_JSON
        assert result.data is None
        assert (await chat.session()).status == SessionStatus.ACTIVE
        assert [entry["calls"] for entry in result.usage] == [1]


async def test_text_may_come_before_the_object():
    async with GraphHarness(ReadingGraph, ScriptedChat([says("Which page?"), saves('{"page": 2}')])) as chat:
        first = await chat.send()
        assert (first.success, first.completed, first.data) == (True, False, None)
        assert (await chat.send("the second")).data == {"page": 2}


async def test_nothing_is_told_before_it_is_whole():
    async with GraphHarness(ReadingGraph, ScriptedChat([says("Which page?")])) as chat:
        await chat.send(stream=True)
        assert not [event for event in chat.events if isinstance(event, Delta)]


@pytest.mark.parametrize("client_id", [None, "first", "second"])
async def test_a_later_turn_is_given_the_object_again_and_nothing_runs(client_id: str | None):
    async with GraphHarness(ReadingGraph, ScriptedChat([saves('{"total": "1.50"}')])) as chat:
        first = await chat.send(client_id="first")
        again = await chat.send(client_id=client_id)
        assert again == first
        assert len(await chat.turns()) == 1
        assert len(await chat.model_calls()) == 1


@pytest.mark.parametrize("config", [{}, {"text": "A"}, {"text": "A", "pages": 1}])
async def test_the_same_config_asks_for_the_same_object(config: dict[str, Any]):
    script = ScriptedChat([saves('{"of": "A"}')])
    async with GraphHarness(ReadingGraph, script, config={"text": "A"}) as chat:
        first = await chat.send()
        assert await chat.send(config=config) == first


async def test_another_config_makes_another_object():
    script = ScriptedChat([saves('{"of": "A"}'), saves('{"of": "B"}')])
    async with GraphHarness(ReadingGraph, script, config={"text": "A"}) as chat:
        await chat.send()
        other = await chat.send(config={"text": "B"})
        assert (other.data, other.turn) == ({"of": "B"}, 2)
        # The model sees nothing of what came before.
        assert [message.text for message in script.requests[-1].messages[1:]] == ["Start"]
        assert await chat.send() == other
        assert (await chat.session()).config == {"text": "B", "pages": 1}


async def test_a_failed_attempt_at_another_config_leaves_no_object_behind():
    script = ScriptedChat([saves('{"of": "A"}'), saves("nothing"), saves('{"of": "B"}')])
    async with GraphHarness(ReadingGraph, script, config={"text": "A"}) as chat:
        await chat.send()
        assert not (await chat.send(config={"text": "B"})).success
        assert (await chat.send()).data == {"of": "B"}


async def test_a_graph_may_always_begin_anew():
    async with GraphHarness(RevivedGraph, ScriptedChat([saves('{"n": 1}'), saves('{"n": 2}')])) as chat:
        await chat.send()
        assert (await chat.send()).data == {"n": 2}


async def test_an_ended_session_gives_nothing_again():
    async with GraphHarness(ReadingGraph, ScriptedChat([saves('{"n": 1}')])) as chat:
        await chat.send()
        session = await chat.session()
        session.status = SessionStatus.ENDED
        await in_database(session.save, update_fields=["status"])
        with pytest.raises(SessionCompleted):
            await chat.send()


async def test_whoever_is_given_the_object_hears_a_turn_that_began_with_their_own_id():
    async with GraphHarness(ReadingGraph, ScriptedChat([saves('{"n": 1}')])) as chat:
        await chat.send(client_id="first")
        await chat.send(client_id="second")
        started, *_, completed = chat.events
        assert isinstance(started, TurnStarted)
        assert started.client_id == "second"
        assert isinstance(completed, TurnCompleted)
        assert (completed.turn, completed.completed) == (1, True)


async def test_a_turn_that_waits_behind_the_completing_one_is_given_its_object():
    release = asyncio.Event()
    script = ScriptedChat([held(release, saves('{"n": 1}'))])
    async with GraphHarness(ReadingGraph, script) as chat:
        first = await chat.start(client_id="first")
        second = await chat.start("And?", client_id="second", busy="wait")
        release.set()
        assert (await first.result()).data == {"n": 1}
        given = await second.result()
        assert (given.success, given.completed, given.data, given.turn) == (True, True, {"n": 1}, 2)
        assert [turn.status for turn in await chat.turns()] == ["completed", "completed"]
        assert await chat.send("And?", client_id="second") == given
        assert len(await chat.model_calls()) == 1
