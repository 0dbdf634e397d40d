"""Sessions: found again by the caller's own id, ended once."""

import asyncio
from uuid import uuid4

import pytest

from conversations.engine import NewSession, engine
from conversations.engine.errors import (
    IdempotencyMismatch,
    RequestInvalid,
    SessionCompleted,
    SessionUnknown,
    TurnCancelled,
)
from conversations.models import ApiClient, Session, SessionStatus, TurnStatus
from conversations.testing import GraphHarness, ScriptedChat, held, says, serve_graphs
from providers.database import in_database
from tests.conversations.engine.stages import TalkGraph
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client() -> int:
    return ApiClient.objects.create(name="shop").pk


@pytest.fixture
def other() -> int:
    return ApiClient.objects.create(name="other").pk


async def test_a_session_starts_at_the_graph_s_start():
    with serve_graphs(TalkGraph):
        session, created = await engine.create_session(NewSession(graph="talk", external_user="ada"))
        assert created
        assert (session.graph, session.cursor, session.status) == ("talk", "TalkNode", SessionStatus.ACTIVE)
        assert (session.external_user, session.external_user_verified) == ("ada", False)


async def test_the_same_client_finds_its_session_by_its_own_id(client: int):
    new = NewSession(graph="talk", client=client, external_id="order-7")
    with serve_graphs(TalkGraph):
        first, created = await engine.create_session(new)
        again, made = await engine.create_session(new)
    assert (created, made) == (True, False)
    assert again.id == first.id


async def test_another_client_s_same_id_is_another_session(client: int, other: int):
    with serve_graphs(TalkGraph):
        first, _ = await engine.create_session(NewSession("talk", client=client, external_id="7"))
        second, created = await engine.create_session(NewSession("talk", client=other, external_id="7"))
    assert created
    assert second.id != first.id


async def test_the_same_id_at_once_makes_one_session(client: int):
    new = NewSession(graph="talk", client=client, external_id="order-7")
    with serve_graphs(TalkGraph):
        made = await asyncio.gather(*[engine.create_session(new) for _ in range(6)])
    assert sum(created for _, created in made) == 1
    assert len({session.id for session, _ in made}) == 1
    assert await in_database(Session.objects.count) == 1


async def test_an_id_of_another_graph_s_session_is_a_mismatch(client: int):
    with serve_graphs(TalkGraph, WishGraph):
        await engine.create_session(NewSession("talk", client=client, external_id="7"))
        with pytest.raises(IdempotencyMismatch):
            await engine.create_session(NewSession("wish", client=client, external_id="7"))


@pytest.mark.parametrize("text", ["a\x00", "\ud800", "x" * 201])
async def test_ids_that_cannot_be_stored_are_refused(text: str):
    with serve_graphs(TalkGraph):
        with pytest.raises(RequestInvalid):
            await engine.create_session(NewSession("talk", external_id=text))
        with pytest.raises(RequestInvalid):
            await engine.create_session(NewSession("talk", external_user=text))


async def test_a_session_ends_once_and_takes_no_more_messages():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        await chat.send("Hi")
        await engine.end_session(chat.session_id)
        assert (await chat.session()).status == SessionStatus.ENDED
        with pytest.raises(SessionCompleted):
            await engine.end_session(chat.session_id)
        with pytest.raises(SessionCompleted):
            await chat.send("Hello?")
        assert len(await chat.messages()) == 2


async def test_ending_cancels_the_running_turn_and_nothing_of_it_is_written():
    released = asyncio.Event()
    async with GraphHarness(TalkGraph, ScriptedChat([held(released, says("Too late."))])) as chat:
        running = await chat.start("Hi")
        await engine.end_session(chat.session_id)
        with pytest.raises(TurnCancelled):
            await running.result()
        assert [turn.status for turn in await chat.turns()] == [TurnStatus.CANCELLED]
        assert await chat.transcript() == [("human", "Hi")]


async def test_an_unknown_session_cannot_be_ended():
    with pytest.raises(SessionUnknown):
        await engine.end_session(uuid4())
