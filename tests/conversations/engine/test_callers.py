"""Whoever asked may go away: the turn goes on and can be followed from its first event."""

import asyncio
from typing import Any

import pytest

from conversations.engine import TurnRequest, engine, store
from conversations.engine.errors import SessionConflict
from conversations.engine.events import TurnCompleted, TurnStarted
from conversations.engine.turns.running import wait_for_all
from conversations.testing import GraphHarness, ScriptedChat, held, says
from tests.conversations.engine.stages import TalkGraph

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def release() -> asyncio.Event:
    return asyncio.Event()


async def assert_turn_ends_well(chat: GraphHarness) -> None:
    result = await chat.send("Hi", client_id="a")
    assert (result.turn, result.message) == (1, "Hello.")
    assert (await chat.session()).lease_owner == ""


async def test_a_caller_who_is_cancelled_while_the_model_is_asked_cancels_nothing(release: asyncio.Event):
    model = ScriptedChat([held(release, says("Hello."))])
    async with GraphHarness(TalkGraph, model) as chat:
        request = TurnRequest(session=chat.session_id, message="Hi", client_id="a")
        caller = asyncio.ensure_future(engine.run(request))
        await model.waiting.wait()
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        release.set()
        await wait_for_all()
        await assert_turn_ends_well(chat)


async def test_a_caller_who_is_cancelled_while_the_message_is_stored_cancels_nothing(monkeypatch):
    entered, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    open_turn = store.open_turn

    def slow_open_turn(*args: Any, **kwargs: Any) -> Any:
        loop.call_soon_threadsafe(entered.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(5)
        return open_turn(*args, **kwargs)

    monkeypatch.setattr(store, "open_turn", slow_open_turn)
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        request = TurnRequest(session=chat.session_id, message="Hi", client_id="a")
        caller = asyncio.ensure_future(engine.start(request))
        await entered.wait()
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        go_on.set()
        await wait_for_all()
        await assert_turn_ends_well(chat)


async def test_a_reader_who_leaves_a_stream_stops_nothing(release: asyncio.Event):
    model = ScriptedChat([held(release, says("Hello."))])
    async with GraphHarness(TalkGraph, model) as chat:
        events = engine.stream(TurnRequest(session=chat.session_id, message="Hi", client_id="a"))
        assert isinstance(await anext(events), TurnStarted)
        await events.aclose()  # type: ignore[attr-defined]
        release.set()
        await wait_for_all()
        await assert_turn_ends_well(chat)


async def test_a_turn_whose_process_shuts_down_is_interrupted_and_free_at_once(release: asyncio.Event):
    model = ScriptedChat([held(release, says("Hello.")), says("Hello again.")])
    async with GraphHarness(TalkGraph, model) as chat:
        before = asyncio.all_tasks()
        running = await chat.start("Hi", client_id="a")
        await model.waiting.wait()
        stopped = asyncio.all_tasks() - before
        for task in stopped:
            task.cancel()
        await asyncio.gather(*stopped, return_exceptions=True)
        with pytest.raises(SessionConflict):
            await running.result()
        assert [turn.status for turn in await chat.turns()] == ["interrupted"]
        assert (await chat.session()).lease_owner == ""
        assert (await chat.send("Hi", client_id="a")).message == "Hello again."


async def test_several_readers_hear_every_event_from_the_first_on(release: asyncio.Event):
    model = ScriptedChat([held(release, says("Hello there."))])
    async with GraphHarness(TalkGraph, model) as chat:
        running = await chat.start("Hi", stream=True)

        async def read() -> list[Any]:
            return [event async for event in running.follow()]

        early = asyncio.ensure_future(read())
        await model.waiting.wait()
        release.set()
        heard = await early
        assert heard == await read()
        assert isinstance(heard[0], TurnStarted)
        assert isinstance(heard[-1], TurnCompleted)


async def test_a_stream_ends_with_the_turn_and_yields_the_same_events():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello there.")])) as chat:
        request = TurnRequest(session=chat.session_id, message="Hi")
        kinds = [event.kind async for event in engine.stream(request)]
        assert kinds == [
            "turn_started",
            "message",
            "step_started",
            "delta",
            "delta",
            "message",
            "turn_completed",
        ]
