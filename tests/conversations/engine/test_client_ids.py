"""A client's own message id: the same message never runs twice, whatever became of it."""

import asyncio
from uuid import UUID

import pytest

from conversations.engine import store
from conversations.engine.errors import (
    Cause,
    IdempotencyMismatch,
    SessionBusy,
    SessionCompleted,
    TurnCancelled,
)
from conversations.engine.events import TurnCompleted, TurnFailed, TurnStarted, VisibleMessage
from conversations.engine.records import FoundSession
from conversations.models import Turn, TurnStatus
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, held, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkGraph
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)


async def set_status(chat: GraphHarness, status: TurnStatus) -> None:
    await in_database(Turn.objects.filter(session=chat.session_id).update, status=status)


async def test_a_completed_turn_is_told_again_and_nothing_runs():
    model = ScriptedChat([says("Hello.")])
    async with GraphHarness(TalkGraph, model) as chat:
        first = await chat.send("Hi", client_id="a")
        again = await chat.send("Hi", client_id="a")
        assert again == first
        assert len(model.requests) == len(await chat.turns()) == 1
        assert [type(event) for event in chat.events] == [
            TurnStarted,
            VisibleMessage,
            VisibleMessage,
            TurnCompleted,
        ]


async def test_a_completed_turn_is_told_again_after_newer_ones():
    async with GraphHarness(TalkGraph, ScriptedChat([says("One."), says("Two.")])) as chat:
        await chat.send("Hi", client_id="a")
        await chat.send("And?", client_id="b")
        again = await chat.send("Hi", client_id="a")
        assert (again.turn, again.message) == (1, "One.")


async def test_a_failed_turn_is_told_again_and_nothing_runs():
    async with GraphHarness(TalkGraph, ScriptedChat([fails()])) as chat:
        first = await chat.send("Hi", client_id="a")
        again = await chat.send("Hi", client_id="a")
        assert again == first
        assert again.cause == Cause.PROVIDER_FAILED
        assert isinstance(chat.events[-1], TurnFailed)
        assert len(await chat.turns()) == 1


async def test_a_running_turn_is_busy_and_names_itself():
    release = asyncio.Event()
    model = ScriptedChat([held(release, says("Hello."))])
    async with GraphHarness(TalkGraph, model) as chat:
        running = await chat.start("Hi", client_id="a")
        with pytest.raises(SessionBusy) as busy:
            await chat.send("Hi", client_id="a")
        assert (busy.value.turn, busy.value.same_message) == (1, True)
        release.set()
        assert (await running.result()).message == "Hello."


async def test_an_interrupted_turn_runs_and_its_message_is_not_doubled():
    model = ScriptedChat([fails(), says("Hello.")])
    async with GraphHarness(TalkGraph, model) as chat:
        await chat.send("Hi", client_id="a")
        await set_status(chat, TurnStatus.INTERRUPTED)
        result = await chat.send("Hi", client_id="a")
        assert (result.turn, result.message) == (1, "Hello.")
        assert await chat.transcript() == [("human", "Hi"), ("ai", "Hello.")]


async def test_a_cancelled_turn_stays_cancelled():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        await chat.send("Hi", client_id="a")
        await set_status(chat, TurnStatus.CANCELLED)
        with pytest.raises(TurnCancelled):
            await chat.send("Hi", client_id="a")


@pytest.mark.parametrize(
    ("message", "config"),
    [("Bye", None), ("Hi", {"limit": 4}), ("Hi", {})],
    ids=["words", "config", "empty config"],
)
async def test_another_content_under_the_same_id_is_refused(message: str, config: dict[str, int] | None):
    model = ScriptedChat([says("Hello.")])
    async with GraphHarness(WishGraph, model) as chat:
        await chat.send("Hi", client_id="a")
        with pytest.raises(IdempotencyMismatch):
            await chat.send(message, client_id="a", config=config)
        assert len(model.requests) == 1


async def test_the_order_of_config_keys_makes_no_other_content():
    async with GraphHarness(WishGraph, ScriptedChat([says("Hello.")])) as chat:
        first = await chat.send("Hi", client_id="a", config={"tone": "dry", "limit": 1})
        assert await chat.send("Hi", client_id="a", config={"limit": 1, "tone": "dry"}) == first


async def test_an_id_counts_in_its_own_session_only():
    async with GraphHarness(TalkGraph, ScriptedChat([says("One."), says("Two.")])) as chat:
        await chat.send("Hi", client_id="a")
        await chat.restart()
        assert (await chat.send("Something else", client_id="a")).message == "Two."


async def test_without_an_id_the_same_words_are_another_message():
    async with GraphHarness(TalkGraph, ScriptedChat([says("One."), says("Two.")])) as chat:
        await chat.send("Hi")
        assert (await chat.send("Hi")).turn == 2


async def test_the_turn_that_completed_a_session_is_told_again():
    model = ScriptedChat([calls(call("save_name", name="Ada")), calls(call("grant", wish="Peace"))])
    async with GraphHarness(WishGraph, model) as chat:
        first = await chat.send("Ada wants peace", client_id="a")
        assert first.completed
        assert await chat.send("Ada wants peace", client_id="a") == first
        with pytest.raises(SessionCompleted):
            await chat.send("More", client_id="b")


async def test_a_message_that_was_stored_just_after_it_was_looked_for_is_not_stored_twice(monkeypatch):
    model = ScriptedChat([says("Hello.")])
    async with GraphHarness(TalkGraph, model) as chat:
        first = await chat.send("Hi", client_id="a")
        find_session, looks = store.find_session, iter([None])

        def look_too_early(session: UUID, client_id: str | None) -> FoundSession:
            return find_session(session, next(looks, client_id))

        monkeypatch.setattr(store, "find_session", look_too_early)
        assert await chat.send("Hi", client_id="a") == first
        assert len(await chat.turns()) == len(model.requests) == 1
        assert (await chat.session()).lease_owner == ""


async def test_two_equal_messages_at_once_run_once():
    release = asyncio.Event()
    model = ScriptedChat([held(release, says("Hello."))])
    async with GraphHarness(TalkGraph, model) as chat:
        sent = [asyncio.ensure_future(chat.start("Hi", client_id="a")) for _ in range(5)]
        outcomes = await asyncio.gather(*sent, return_exceptions=True)
        assert sum(isinstance(outcome, SessionBusy) for outcome in outcomes) == 4
        release.set()
        assert len(await chat.turns()) == 1
        assert len(await chat.messages(visible=True)) in (1, 2)
