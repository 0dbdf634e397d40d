"""The same thing asked for twice at the same moment: one runs, the other is told that it does."""

import asyncio

import pytest

from conversations.authoring import Graph, Restore, RestoredSession
from conversations.engine import engine, store
from conversations.engine.errors import SessionBusy, SessionUnavailable
from conversations.engine.turns.running import RunningTurn
from conversations.testing import GraphHarness, ScriptedChat, fails, held, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkGraph, TalkNode
from tests.conversations.engine.test_leases import interrupted_turn

pytestmark = pytest.mark.django_db(transaction=True)


async def test_of_two_retries_one_runs_and_the_other_is_busy():
    release = asyncio.Event()
    async with GraphHarness(TalkGraph, ScriptedChat([fails(), held(release, says("Hello."))])) as chat:
        await chat.send("Hi")
        retries = [engine.retry(chat.session_id, 1) for _ in range(4)]
        outcomes = await asyncio.gather(*retries, return_exceptions=True)
        release.set()
        assert [type(outcome) for outcome in outcomes].count(SessionBusy) == 3
        assert (await chat.turns())[0].runs == 2


async def test_an_interrupted_message_that_is_sent_twice_runs_once_and_is_told_as_running():
    release = asyncio.Event()
    async with GraphHarness(TalkGraph, ScriptedChat([fails(), held(release, says("Hello."))])) as chat:
        await interrupted_turn(chat, client_id="a")
        sent = [chat.start("Hi", client_id="a") for _ in range(4)]
        outcomes = await asyncio.gather(*sent, return_exceptions=True)
        release.set()
        busy = [outcome for outcome in outcomes if isinstance(outcome, SessionBusy)]
        assert [(one.turn, one.same_message) for one in busy] == [(1, True)] * 3
        (running,) = [outcome for outcome in outcomes if isinstance(outcome, RunningTurn)]
        assert (await running.result()).message == "Hello."


async def test_a_message_whose_turn_ran_again_elsewhere_meanwhile_gives_its_outcome(monkeypatch):
    async with GraphHarness(TalkGraph, ScriptedChat([fails(), says("Hello.")])) as chat:
        await interrupted_turn(chat, client_id="a")
        find_session = store.find_session
        stale = iter([await in_database(find_session, chat.session_id, "a")])
        first = await chat.send("Hi", client_id="a")
        monkeypatch.setattr(store, "find_session", lambda *asked: next(stale, None) or find_session(*asked))
        assert await chat.send("Hi", client_id="a") == first


async def test_an_on_restore_that_awaits_something_cancelled_is_told_as_unavailable():
    class CancelledGraph(Graph):
        name = "cancelled"
        nodes = [TalkNode]
        start = TalkNode

        async def on_restore(self, session: RestoredSession) -> Restore:
            raise asyncio.CancelledError

    async with GraphHarness(CancelledGraph, ScriptedChat()) as chat:
        with pytest.raises(SessionUnavailable):
            await asyncio.wait_for(chat.send("Hi"), 5)
        assert (await chat.session()).lease_owner == ""


async def test_a_failure_that_is_written_while_the_turn_is_stopped_is_told_as_it_stands(monkeypatch):
    close = store.close_failed_turn
    loop = asyncio.get_running_loop()

    async with GraphHarness(TalkGraph, ScriptedChat([fails()])) as chat:

        def close_and_end(*args: object, **kwargs: object) -> object:
            closed = close(*args, **kwargs)  # type: ignore[arg-type]
            asyncio.run_coroutine_threadsafe(engine.end_session(chat.session_id), loop).result(5)
            return closed

        monkeypatch.setattr(store, "close_failed_turn", close_and_end)
        result = await chat.send("Hi")
        assert (result.success, result.cause) == (False, "PROVIDER_FAILED")
