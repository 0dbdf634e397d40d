"""Messages that come while another turn of their session runs, or after one that was interrupted."""

import asyncio

import pytest
from django.core.management import call_command

from conversations.engine import TurnRequest, engine, store
from conversations.engine.errors import SessionBusy, SessionCompleted, TurnCancelled
from conversations.engine.turns.running import start_again, stop_gracefully, wait_for_all
from conversations.testing import GraphHarness, ScriptedChat, hangs, held, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkGraph

pytestmark = pytest.mark.django_db(transaction=True)


async def statuses(chat: GraphHarness) -> list[str]:
    """How the session's turns stand, in order."""
    return [turn.status for turn in await chat.turns()]


async def texts(chat: GraphHarness) -> list[str]:
    """What was said, in order."""
    return [text for _, text in await chat.transcript()]


async def interrupt(chat: GraphHarness, message: str = "Hi") -> None:
    """Leave a turn behind whose process stopped while its model was asked."""
    await chat.start(message)
    await stop_gracefully(0)
    start_again()


@pytest.fixture
def release() -> asyncio.Event:
    return asyncio.Event()


async def test_messages_that_wait_run_in_order_of_arrival_and_count_when_they_start(release: asyncio.Event):
    model = ScriptedChat([held(release, says("One.")), says("Two."), says("Three.")])
    async with GraphHarness(TalkGraph, model) as chat:
        running = [await chat.start(text, busy="wait") for text in ("1", "2", "3")]
        assert await statuses(chat) == ["running", "queued", "queued"]
        assert await texts(chat) == ["1"]
        release.set()
        assert [(await turn.result()).message for turn in running] == ["One.", "Two.", "Three."]
        assert await texts(chat) == ["1", "One.", "2", "Two.", "3", "Three."]


async def test_five_may_wait_and_a_sixth_is_refused(release: asyncio.Event):
    model = ScriptedChat([held(release, says("Yes."))] + [says("Yes.")] * 5)
    async with GraphHarness(TalkGraph, model) as chat:
        for number in range(6):
            await chat.start(str(number), busy="wait")
        with pytest.raises(SessionBusy):
            await chat.start("6", busy="wait")
        release.set()
        await wait_for_all()
        assert await statuses(chat) == ["completed"] * 6


async def test_a_waiting_message_sent_again_is_told_as_busy_with_its_turn(release: asyncio.Event):
    model = ScriptedChat([held(release, says("One.")), says("Two.")])
    async with GraphHarness(TalkGraph, model) as chat:
        await chat.start("1")
        await chat.start("2", busy="wait", client_id="a")
        with pytest.raises(SessionBusy) as busy:
            await chat.start("2", busy="wait", client_id="a")
        assert (busy.value.turn, busy.value.same_message) == (2, True)
        release.set()
        await wait_for_all()
        assert (await chat.send("2", client_id="a")).message == "Two."


async def test_an_interrupting_message_drops_the_step_of_the_other_and_keeps_its_message():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs(), says("Now this.")])) as chat:
        first = await chat.start("1")
        second = await chat.start("2", busy="interrupt")
        assert (await second.result()).message == "Now this."
        with pytest.raises(TurnCancelled):
            await first.result()
        assert await statuses(chat) == ["cancelled", "completed"]
        assert await texts(chat) == ["1", "2", "Now this."]


async def test_a_cancelled_turn_makes_way_for_what_waits():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs(), says("Two.")])) as chat:
        await chat.start("1", client_id="a")
        second = await chat.start("2", busy="wait")
        assert (await engine.cancel(chat.session_id, 1)).status == "cancelled"
        assert (await second.result()).message == "Two."
        with pytest.raises(TurnCancelled):
            await chat.send("1", client_id="a")


async def test_a_waiting_turn_can_be_cancelled_and_the_running_one_goes_on(release: asyncio.Event):
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("One."))])) as chat:
        first = await chat.start("1")
        second = await chat.start("2", busy="wait")
        await engine.cancel(chat.session_id, 2)
        release.set()
        assert (await first.result()).message == "One."
        with pytest.raises(TurnCancelled):
            await second.result()


async def test_cancelling_a_turn_that_is_over_changes_nothing():
    async with GraphHarness(TalkGraph, ScriptedChat([says("One.")])) as chat:
        await chat.send("1")
        assert (await engine.cancel(chat.session_id, 1)).status == "completed"
        assert await texts(chat) == ["1", "One."]


async def test_an_interrupted_turn_runs_before_a_newer_message():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs(), says("One."), says("Two.")])) as chat:
        await interrupt(chat, "1")
        assert await statuses(chat) == ["interrupted"]
        assert (await chat.send("2")).message == "Two."
        assert await texts(chat) == ["1", "One.", "2", "Two."]


async def test_the_third_interruption_fails_a_turn_and_somebody_may_still_retry_it():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs(), hangs(), hangs(), says("At last.")])) as chat:
        await interrupt(chat)
        for _ in range(2):
            assert await engine.resume(chat.session_id) is not None
            await stop_gracefully(0)
            start_again()
        turn = (await chat.turns())[0]
        assert (turn.status, turn.cause, turn.interruptions) == ("failed", "INTERRUPTED", 3)
        assert await engine.resume(chat.session_id) is None
        assert (await chat.retry(1)).message == "At last."


async def test_the_command_runs_what_was_interrupted_and_what_waits_behind_it(capsys):
    async with GraphHarness(TalkGraph, ScriptedChat([hangs(), says("One."), says("Two.")])) as chat:
        await chat.start("1")
        await chat.start("2", busy="wait")
        await stop_gracefully(0)
        start_again()
        assert await statuses(chat) == ["interrupted", "queued"]
        await asyncio.to_thread(call_command, "resume_turns")
        assert await statuses(chat) == ["completed", "completed"]
        assert await texts(chat) == ["1", "One.", "2", "Two."]


async def test_ending_a_session_cancels_what_waits():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs()])) as chat:
        await chat.start("1")
        second = await chat.start("2", busy="wait")
        await engine.end_session(chat.session_id)
        with pytest.raises(TurnCancelled):
            await second.result()
        assert await statuses(chat) == ["cancelled", "cancelled"]
        with pytest.raises(SessionCompleted):
            await chat.send("3", busy="wait")


async def test_a_server_that_stops_takes_no_message_and_stores_none():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Later.")])) as chat:
        await stop_gracefully(0)
        try:
            with pytest.raises(Exception, match="being restarted"):
                await engine.start(TurnRequest(session=chat.session_id, message="Hi"))
        finally:
            start_again()
        assert await statuses(chat) == []
        assert (await chat.send("Hi")).message == "Later."


async def test_a_fork_is_as_its_parent_was_after_the_step_and_leaves_it_alone():
    model = ScriptedChat([says("One."), says("Two."), says("Another two.")])
    async with GraphHarness(TalkGraph, model) as chat:
        await chat.send("1")
        await chat.send("2")
        parent = await in_database(store.read_session, chat.session_id)
        fork = await engine.fork(chat.session_id, 1, 1)
        assert await in_database(store.read_session, chat.session_id) == parent
        chat.session_id = fork.id
        assert await texts(chat) == ["1", "One."]
        assert (await chat.session()).is_test
        assert (await chat.send("2")).message == "Another two."
        assert [message.text for message in model.requests[-1].messages[-3:]] == ["1", "One.", "2"]
