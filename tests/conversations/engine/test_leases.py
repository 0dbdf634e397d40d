"""At most one turn of a session runs: busy, renewed, expired, lost."""

import asyncio
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from conversations.engine import engine, store
from conversations.engine.errors import SessionBusy, SessionCompleted, SessionConflict, TurnCancelled
from conversations.engine.events import DeltaReset, TurnCompleted, TurnFailed, VisibleMessage
from conversations.engine.store import lease
from conversations.models import Session, SessionStatus, Turn, TurnStatus
from conversations.testing import GraphHarness, ScriptedChat, fails, held, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkGraph

pytestmark = pytest.mark.django_db(transaction=True)

PAST = timedelta(seconds=-1)


async def change_lease(chat: GraphHarness, **values: Any) -> None:
    await in_database(Session.objects.filter(pk=chat.session_id).update, **values)


async def interrupted_turn(chat: GraphHarness, **options: Any) -> None:
    """Leaves behind what a process leaves that died in the middle of a turn."""
    await chat.send("Hi", **options)
    await in_database(Turn.objects.filter(session=chat.session_id).update, status=TurnStatus.RUNNING)
    await change_lease(chat, lease_owner="dead", lease_expires_at=timezone.now() + PAST)


@pytest.fixture
def release() -> asyncio.Event:
    return asyncio.Event()


async def test_another_message_is_busy_while_a_turn_runs(release: asyncio.Event):
    model = ScriptedChat([held(release, says("Hello.")), says("Yes?")])
    async with GraphHarness(TalkGraph, model) as chat:
        running = await chat.start("Hi")
        with pytest.raises(SessionBusy) as busy:
            await chat.send("Hello?")
        assert (busy.value.turn, busy.value.same_message) == (1, False)
        assert len(await chat.messages()) == 1
        release.set()
        await running.result()
        assert (await chat.send("Hello?")).turn == 2


async def test_a_retry_is_busy_while_a_turn_runs(release: asyncio.Event):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        await chat.start("Hi")
        with pytest.raises(SessionBusy):
            await chat.retry(1)
        release.set()


async def test_other_sessions_are_not_busy(release: asyncio.Event):
    model = ScriptedChat([held(release, says("Hello.")), says("Yes?")])
    async with GraphHarness(TalkGraph, model) as chat:
        await chat.start("Hi")
        await chat.restart()
        assert (await chat.send("Hi")).message == "Yes?"
        release.set()


async def test_the_lease_lasts_as_long_as_the_setting_by_the_database_s_clock(
    release: asyncio.Event, settings: Any
):
    settings.EZGRAPH_LEASE_SECONDS = 40
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        await chat.start("Hi")
        session = await chat.session()
        assert session.lease_expires_at is not None
        left = session.lease_expires_at - timezone.now()
        assert timedelta(seconds=35) < left < timedelta(seconds=41)
        release.set()


async def test_an_expired_lease_is_free_and_its_turn_runs_before_the_new_one():
    model = ScriptedChat([fails(), says("Hello."), says("Yes?")])
    async with GraphHarness(TalkGraph, model) as chat:
        await interrupted_turn(chat)
        result = await chat.send("Hello?")
        assert (result.turn, result.message) == (2, "Yes?")
        assert [turn.status for turn in await chat.turns()] == ["completed", "completed"]
        assert [text for _, text in await chat.transcript()] == ["Hi", "Hello.", "Hello?", "Yes?"]


async def test_an_interrupted_turn_can_be_retried_at_once():
    async with GraphHarness(TalkGraph, ScriptedChat([fails(), says("Hello.")])) as chat:
        await interrupted_turn(chat)
        assert (await chat.retry(1)).message == "Hello."
        assert (await chat.turns())[0].runs == 2


async def test_the_message_of_a_turn_that_lost_its_process_runs_again_under_the_same_client_id():
    async with GraphHarness(TalkGraph, ScriptedChat([fails(), says("Hello.")])) as chat:
        await interrupted_turn(chat, client_id="a")
        result = await chat.send("Hi", client_id="a")
        assert (result.turn, result.message) == (1, "Hello.")
        assert await chat.transcript() == [("human", "Hi"), ("ai", "Hello.")]


async def test_a_lease_that_has_not_expired_is_not_taken():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        await change_lease(chat, lease_owner="other", lease_expires_at=timezone.now() + timedelta(seconds=5))
        with pytest.raises(SessionBusy):
            await chat.send("Hi")


async def test_a_turn_whose_lease_was_taken_writes_nothing_more(release: asyncio.Event):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        running = await chat.start("Hi", stream=True)
        await change_lease(chat, lease_owner="other")
        before = await chat.session()
        release.set()
        events = [event async for event in running.follow()]
        with pytest.raises(SessionConflict):
            await running.result()
        assert await chat.transcript() == [("human", "Hi")]
        assert await chat.steps() == []
        assert await chat.session() == before
        assert (await chat.session()).revision == before.revision
        told = [type(event) for event in events]
        assert told.count(VisibleMessage) == 1
        assert told[-1] is DeltaReset
        assert not {TurnCompleted, TurnFailed} & set(told)


async def test_a_session_that_was_changed_under_a_turn_is_a_conflict(release: asyncio.Event):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        running = await chat.start("Hi")
        await change_lease(chat, revision=99)
        release.set()
        with pytest.raises(SessionConflict):
            await running.result()
        assert await chat.steps() == []
        assert (await chat.turns())[0].status == TurnStatus.INTERRUPTED


async def test_a_failing_turn_whose_lease_was_taken_writes_nothing_either(release: asyncio.Event):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, fails())])) as chat:
        running = await chat.start("Hi")
        await change_lease(chat, lease_owner="other")
        release.set()
        with pytest.raises(SessionConflict):
            await running.result()
        assert await chat.model_calls() == []


async def test_a_turn_that_runs_again_elsewhere_is_not_marked_by_its_former_process(release: asyncio.Event):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        running = await chat.start("Hi")
        await change_lease(chat, lease_owner="second process")
        release.set()
        with pytest.raises(SessionConflict):
            await running.result()
        assert (await chat.turns())[0].status == TurnStatus.RUNNING


async def test_a_running_turn_renews_its_lease(release: asyncio.Event, settings, monkeypatch):
    settings.EZGRAPH_LEASE_SECONDS = 0.15
    renewed = asyncio.Event()
    loop = asyncio.get_running_loop()
    renew = store.renew

    def renew_and_tell(*args: Any) -> bool:
        held_still = renew(*args)
        loop.call_soon_threadsafe(renewed.set)
        return held_still

    monkeypatch.setattr(store, "renew", renew_and_tell)
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        running = await chat.start("Hi")
        first = (await chat.session()).lease_expires_at
        await asyncio.wait_for(renewed.wait(), 5)
        second = (await chat.session()).lease_expires_at
        assert first is not None
        assert second is not None
        assert second > first
        release.set()
        assert (await running.result()).success


async def test_a_renewal_that_fails_once_costs_nobody_the_turn(release: asyncio.Event, settings, monkeypatch):
    settings.EZGRAPH_LEASE_SECONDS = 0.15
    tried = asyncio.Event()
    loop = asyncio.get_running_loop()

    def fail(*args: Any) -> bool:
        loop.call_soon_threadsafe(tried.set)
        raise OSError("The database is away.")

    monkeypatch.setattr(store, "renew", fail)
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        running = await chat.start("Hi")
        await asyncio.wait_for(tried.wait(), 5)
        release.set()
        assert (await running.result()).success


async def test_a_turn_that_loses_its_lease_stops_and_tells_how_it_ended_elsewhere(
    release: asyncio.Event, settings
):
    settings.EZGRAPH_LEASE_SECONDS = 0.6
    model = ScriptedChat([held(release, says("Too late.")), says("Hello."), says("Yes?")])
    async with GraphHarness(TalkGraph, model) as chat:
        running = await chat.start("Hi")
        await change_lease(chat, lease_expires_at=timezone.now() + PAST)
        assert (await chat.send("Hello?")).message == "Yes?"
        told = await asyncio.wait_for(running.result(), 5)
        assert told.message == "Hello."
        assert [text for _, text in await chat.transcript()] == ["Hi", "Hello.", "Hello?", "Yes?"]


async def test_a_renewal_that_comes_too_late_does_not_undo_a_turn_that_has_closed(
    release: asyncio.Event, settings, monkeypatch
):
    settings.EZGRAPH_LEASE_SECONDS = 0.15
    written, looked = threading.Event(), threading.Event()
    commit = store.commit_step

    def commit_and_wait(*args: Any) -> Any:
        checkpoint = commit(*args)
        written.set()
        looked.wait(5)
        return checkpoint

    def renew_after(*args: Any) -> bool:
        written.wait(5)
        held_still = lease.renew(*args)
        looked.set()
        return held_still

    monkeypatch.setattr(store, "commit_step", commit_and_wait)
    monkeypatch.setattr(store, "renew", renew_after)
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        result = await chat.send("Hi")
        assert (result.success, result.message) == (True, "Hello.")


async def test_a_session_that_is_ended_stops_its_running_turn_at_once(release: asyncio.Event):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        running = await chat.start("Hi")
        await engine.end_session(chat.session_id)
        with pytest.raises(TurnCancelled):
            await asyncio.wait_for(running.result(), 5)
        session = await chat.session()
        assert (session.status, session.lease_owner) == (SessionStatus.ENDED, "")
        assert await chat.transcript() == [("human", "Hi")]
        with pytest.raises(SessionCompleted):
            await chat.send("Hello?")


async def test_a_turn_that_closes_while_somebody_looks_is_never_told_as_interrupted(
    release: asyncio.Event,
):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        running = await chat.start("Hi")
        seen = {(await in_database(store.read_turn, chat.session_id, 1)).status}
        release.set()
        while TurnStatus.COMPLETED not in seen:
            seen.add((await in_database(store.read_turn, chat.session_id, 1)).status)
        assert seen == {TurnStatus.RUNNING, TurnStatus.COMPLETED}
        await running.result()


async def test_of_many_messages_at_once_one_is_answered(release: asyncio.Event):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        sent = [asyncio.ensure_future(chat.start(f"Hi {number}")) for number in range(8)]
        outcomes = await asyncio.gather(*sent, return_exceptions=True)
        assert sum(isinstance(outcome, SessionBusy) for outcome in outcomes) == 7
        assert len(await chat.messages()) == 1
        release.set()
