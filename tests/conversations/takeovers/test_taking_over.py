"""Staff answer in the machine's place: what happens in the session."""

import asyncio
from uuid import UUID

import pytest

from conversations.engine import engine, store
from conversations.engine.errors import (
    HeldByAnother,
    IdempotencyMismatch,
    MessageInvalid,
    NotHandedOver,
    SessionCompleted,
    SessionUnknown,
    TurnCancelled,
    TurnNotRetryable,
)
from conversations.engine.turns.running import start_again, stop_gracefully, wait_for_all
from conversations.models import Session, Takeover
from conversations.testing import GraphHarness, ScriptedChat, fails, hangs, held, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkGraph
from tests.conversations.takeovers.staff import logged, staff

pytestmark = pytest.mark.django_db(transaction=True)


async def said(chat: GraphHarness) -> list[tuple[int | None, str, str, str]]:
    """Every message of the session: (n, role, author, text)."""
    return [(row.number, row.role, row.author, row.text) for row in await chat.messages()]


async def takeovers(chat: GraphHarness) -> list[tuple[str, str, bool]]:
    """The take-overs in order: who, who ended it, and whether it is over."""

    def read() -> list[tuple[str, str, bool]]:
        rows = Takeover.objects.filter(session=chat.session_id).order_by("pk")
        return [(row.staff_name, row.ended_by_name, row.ended_at is not None) for row in rows]

    return await in_database(read)


async def test_both_sides_write_in_order_nothing_runs_and_the_node_sees_all_after_hand_back():
    model = ScriptedChat([says("Hello."), says("As Ann said.")])
    async with GraphHarness(TalkGraph, model) as chat:
        ann = await staff("ann", "Ann Lee")
        await chat.send("Hi")
        await engine.take_over(chat.session_id, ann)
        assert (await chat.session()).status == "handed_over"
        first = await chat.send("Is anybody there?")
        assert (first.success, first.message, first.handed_over, first.completed) == (True, "", True, False)
        await engine.say(chat.session_id, ann, "I am.", "a")
        await chat.send("Good.")
        await engine.say(chat.session_id, ann, "Ask on.", "b")
        assert len(model.requests) == 1
        await engine.hand_back(chat.session_id, ann)
        assert (await chat.session()).status == "active"
        last = await chat.send("And now?")
        assert (last.message, last.handed_over, last.turn) == ("As Ann said.", False, 4)
        assert await said(chat) == [
            (1, "human", "", "Hi"),
            (2, "ai", "", "Hello."),
            (3, "human", "", "Is anybody there?"),
            (4, "ai", "Ann Lee", "I am."),
            (5, "human", "", "Good."),
            (6, "ai", "Ann Lee", "Ask on."),
            (7, "human", "", "And now?"),
            (8, "ai", "", "As Ann said."),
        ]
        _, *seen = [message.text for message in model.requests[-1].messages]
        assert seen == [text for *_, text in (await said(chat))[:7]]
        assert len(await chat.steps()) == 2


async def test_the_running_turn_is_cancelled_and_no_late_reply_appears():
    release = asyncio.Event()
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Too late."))])) as chat:
        running = await chat.start("Hi", client_id="a")
        await engine.take_over(chat.session_id, await staff("ann"))
        release.set()
        with pytest.raises(TurnCancelled):
            await running.result()
        await wait_for_all()
        assert await said(chat) == [(1, "human", "", "Hi")]
        assert [turn.status for turn in await chat.turns()] == ["cancelled"]
        with pytest.raises(TurnCancelled):
            await chat.send("Hi", client_id="a")
        with pytest.raises(TurnNotRetryable):
            await chat.retry(1)


async def test_what_waits_is_left_to_staff_in_order_of_arrival():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs()])) as chat:
        await chat.start("1")
        waiting = [await chat.start(text, busy="wait", client_id=text) for text in ("2", "3")]
        await engine.take_over(chat.session_id, await staff("ann"))
        for running in waiting:
            result = await running.result()
            assert (result.success, result.message, result.handed_over) == (True, "", True)
        assert await chat.transcript() == [("human", "1"), ("human", "2"), ("human", "3")]
        turns = await chat.turns()
        assert [turn.status for turn in turns] == ["cancelled", "completed", "completed"]
        assert [turn.text for turn in turns] == ["", "", ""]
        again = await chat.send("3", client_id="3")
        assert (again.turn, again.handed_over, again.message) == (3, True, "")
        assert await said(chat) == [(n, "human", "", str(n)) for n in (1, 2, 3)]


async def test_what_was_interrupted_runs_no_more_and_is_left_to_staff():
    async with GraphHarness(TalkGraph, ScriptedChat([hangs(), says("New.")])) as chat:
        ann = await staff("ann")
        await chat.start("1", client_id="a")
        await stop_gracefully(0)
        start_again()
        await engine.take_over(chat.session_id, ann)
        assert await engine.resume(chat.session_id) is None
        assert (await chat.send("1", client_id="a")).handed_over
        await engine.hand_back(chat.session_id, ann)
        assert await engine.resume(chat.session_id) is None
        assert (await chat.send("2")).message == "New."


async def test_hand_back_runs_nothing():
    async with GraphHarness(TalkGraph, ScriptedChat([])) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        await chat.send("Hi")
        await engine.hand_back(chat.session_id, ann)
        await wait_for_all()
        assert await chat.transcript() == [("human", "Hi")]


async def test_staff_may_begin_in_a_session_where_nobody_has_said_anything():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Yes.")])) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        message = await engine.say(chat.session_id, ann, "Can I help?", "a")
        assert (message.n, message.turn, message.role, message.author) == (1, 0, "staff", "Staff")
        await engine.hand_back(chat.session_id, ann)
        assert (await chat.send("Can you?")).message == "Yes."


async def test_the_same_id_says_it_once_and_another_text_under_it_is_refused():
    async with GraphHarness(TalkGraph) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        first = await engine.say(chat.session_id, ann, "Hello.", "a")
        assert await engine.say(chat.session_id, ann, "Hello.", "a") == first
        with pytest.raises(IdempotencyMismatch):
            await engine.say(chat.session_id, ann, "Bye.", "a")
        await engine.hand_back(chat.session_id, ann)
        assert await engine.say(chat.session_id, ann, "Hello.", "a") == first
        assert await chat.transcript() == [("ai", "Hello.")]


async def test_only_who_holds_it_writes_and_another_may_take_it_over_from_them():
    async with GraphHarness(TalkGraph) as chat:
        ann, bob = await staff("ann"), await staff("bob", "Bob Ray")
        for nobody_holds_it in (
            engine.say(chat.session_id, ann, "Hi", "a"),
            engine.hand_back(chat.session_id, ann),
        ):
            with pytest.raises(NotHandedOver):
                await nobody_holds_it
        await engine.take_over(chat.session_id, ann)
        for held_by_ann in (
            engine.say(chat.session_id, bob, "Hi", "a"),
            engine.tell_typing(chat.session_id, bob),
            engine.hand_back(chat.session_id, bob),
        ):
            with pytest.raises(HeldByAnother, match="ann has taken"):
                await held_by_ann
        holder = await engine.take_over(chat.session_id, bob)
        assert (holder.staff, holder.name, holder.shown_name) == (bob.key, "Bob Ray", "Bob Ray")
        with pytest.raises(HeldByAnother):
            await engine.say(chat.session_id, ann, "Hi", "a")
        await engine.say(chat.session_id, bob, "Hi", "a")
        assert await takeovers(chat) == [("ann", "Bob Ray", True), ("Bob Ray", "", False)]


async def test_taking_over_again_what_one_holds_changes_nothing():
    async with GraphHarness(TalkGraph) as chat:
        ann = await staff("ann")
        first = await engine.take_over(chat.session_id, ann)
        revision = (await chat.session()).revision
        assert await engine.take_over(chat.session_id, ann) == first
        assert (await chat.session()).revision == revision
        assert len(await takeovers(chat)) == 1


async def test_every_write_is_in_the_log_without_a_word_of_what_was_said():
    async with GraphHarness(TalkGraph) as chat:
        ann, bob = await staff("ann"), await staff("bob")
        await engine.take_over(chat.session_id, ann)
        await engine.say(chat.session_id, ann, "A secret", "a")
        await engine.say(chat.session_id, ann, "A secret", "a")
        await engine.take_over(chat.session_id, bob)
        await engine.hand_back(chat.session_id, bob)
        assert await logged() == [
            ("ann", "Took the conversation over."),
            ("ann", "Wrote message 1 to the customer."),
            ("bob", "Took the conversation over from ann."),
            ("bob", "Handed the conversation back."),
        ]


async def test_the_end_of_the_session_ends_the_take_over():
    async with GraphHarness(TalkGraph) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        await engine.end_session(chat.session_id)
        assert await takeovers(chat) == [("ann", "", True)]
        for refused in (engine.say(chat.session_id, ann, "Hi", "a"), engine.hand_back(chat.session_id, ann)):
            with pytest.raises(NotHandedOver):
                await refused
        with pytest.raises(SessionCompleted):
            await engine.take_over(chat.session_id, ann)
        with pytest.raises(SessionCompleted):
            await chat.send("Hi")


async def test_an_unknown_session_is_none_of_staffs_either():
    ann = await staff("ann")
    with pytest.raises(SessionUnknown):
        await engine.take_over(UUID(int=1), ann)


@pytest.mark.parametrize("text", ["", "   ", "a\x00b", "a" * 4001], ids=["empty", "blank", "control", "long"])
async def test_a_text_that_customers_could_not_send_is_refused(text: str):
    async with GraphHarness(TalkGraph) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        with pytest.raises(MessageInvalid):
            await engine.say(chat.session_id, ann, text, "a")


async def test_a_failed_turn_is_retried_after_hand_back_only_where_staff_have_not_answered_it():
    model = ScriptedChat([fails(), says("Here."), fails()])
    async with GraphHarness(TalkGraph, model) as chat:
        ann = await staff("ann")
        await chat.send("1")
        await engine.take_over(chat.session_id, ann)
        with pytest.raises(TurnNotRetryable):
            await chat.retry(1)
        await engine.hand_back(chat.session_id, ann)
        assert (await chat.retry(1)).message == "Here."
        await chat.send("2")
        await engine.take_over(chat.session_id, ann)
        await engine.say(chat.session_id, ann, "I answer that.", "a")
        await engine.hand_back(chat.session_id, ann)
        with pytest.raises(TurnNotRetryable):
            await chat.retry(2)


async def test_a_fork_of_a_handed_over_session_is_the_machines_with_what_staff_said():
    async with GraphHarness(TalkGraph, ScriptedChat([says("One."), says("Two.")])) as chat:
        ann = await staff("ann")
        await chat.send("1")
        await engine.take_over(chat.session_id, ann)
        await engine.say(chat.session_id, ann, "By hand.", "a")
        await engine.hand_back(chat.session_id, ann)
        await chat.send("2")
        fork = await engine.fork(chat.session_id, 2, 1)
        assert fork.status == "active"
        texts = [message.text for message in await in_database(store.visible_messages, fork.id)]
        assert texts == ["1", "One.", "By hand.", "2", "Two."]


async def test_idle_time_counts_from_what_staff_said():
    async with GraphHarness(TalkGraph) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        message = await engine.say(chat.session_id, ann, "Hello.", "a")
        row = await in_database(Session.objects.get, pk=chat.session_id)
        assert row.last_visible_at == message.at
