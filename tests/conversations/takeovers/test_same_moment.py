"""Who was first is decided in the database, whatever happens at the same moment."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest

from conversations.engine import engine, store
from conversations.engine.errors import (
    EngineError,
    HeldByAnother,
    NotHandedOver,
    SessionCompleted,
    TurnCancelled,
)
from conversations.engine.staff import Staff
from conversations.engine.turns.entering import merged_config, space_of_cursor
from conversations.engine.turns.running import wait_for_all
from conversations.models import Message, Session, Takeover, Turn
from conversations.testing import GraphHarness, ScriptedChat, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkGraph
from tests.conversations.takeovers.staff import staff

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 8


async def outcome(work: Awaitable[Any]) -> Any:
    """What it gives, or the error of the engine that it raises."""
    try:
        return await work
    except EngineError as error:
        return type(error)


async def assert_whole(session: UUID) -> None:
    """Numbers have no gaps, and the row, the take-overs and the turns say the same."""

    def read() -> None:
        row = Session.objects.get(pk=session)
        messages = Message.objects.filter(session=session).order_by("seq")
        numbers = [message.number for message in messages if message.number is not None]
        assert numbers == list(range(1, row.last_number + 1))
        assert [message.seq for message in messages] == list(range(1, row.last_seq + 1))
        assert [turn.number for turn in Turn.objects.filter(session=session)] == list(
            range(1, row.last_turn + 1)
        )
        held = Takeover.objects.filter(session=session, ended_at=None).count()
        assert held == (row.status == "handed_over")
        if row.status == "handed_over":
            assert row.lease_owner == ""
            assert not Turn.objects.filter(
                session=session, status__in=["running", "queued", "interrupted"]
            ).exists()

    await in_database(read)


def takes_over(session: UUID, somebody: Staff) -> Callable[[], object]:
    """Takes a session over on the thread that runs it, as another process would."""
    graph = TalkGraph()
    return partial(
        store.take_over, session, somebody, partial(space_of_cursor, graph), partial(merged_config, graph)
    )


async def test_of_two_who_take_over_at_once_the_later_one_holds_it():
    for _ in range(ROUNDS):
        async with GraphHarness(TalkGraph) as chat:
            people = [await staff(f"{name}{chat.session_id.hex}") for name in ("ann", "bob", "cid")]
            await asyncio.gather(*(engine.take_over(chat.session_id, one) for one in people))
            await assert_whole(chat.session_id)
            said = [await outcome(engine.say(chat.session_id, one, "Me.", one.name)) for one in people]
            assert said.count(HeldByAnother) == 2
            assert await chat.transcript() == [("ai", "Me.")]


@pytest.mark.parametrize("first", ["take-over", "reply"])
async def test_a_reply_that_is_being_written(first: str, monkeypatch: pytest.MonkeyPatch):
    async with GraphHarness(TalkGraph, ScriptedChat([says("The reply.")])) as chat:
        take_over = takes_over(chat.session_id, await staff("ann"))
        commit_step = store.commit_step

        def committed(*args: Any) -> Any:
            if first == "take-over":
                take_over()
            checkpoint = commit_step(*args)
            if first == "reply":
                take_over()
            return checkpoint

        monkeypatch.setattr(store, "commit_step", committed)
        running = await chat.start("Hi")
        if first == "take-over":
            with pytest.raises(TurnCancelled):
                await running.result()
            assert await chat.transcript() == [("human", "Hi")]
        else:
            assert (await running.result()).message == "The reply."
            assert await chat.transcript() == [("human", "Hi"), ("ai", "The reply.")]
        await assert_whole(chat.session_id)


async def test_a_message_that_finds_the_session_free_and_stores_after_the_take_over(
    monkeypatch: pytest.MonkeyPatch,
):
    async with GraphHarness(TalkGraph, ScriptedChat([])) as chat:
        take_over = takes_over(chat.session_id, await staff("ann"))
        open_turn = store.open_turn

        def opened(*args: Any) -> Any:
            take_over()
            return open_turn(*args)

        monkeypatch.setattr(store, "open_turn", opened)
        result = await chat.send("Hi")
        assert (result.handed_over, result.message) == (True, "")
        assert await chat.transcript() == [("human", "Hi")]
        await assert_whole(chat.session_id)


async def test_a_message_that_finds_staff_and_stores_after_the_hand_back(monkeypatch: pytest.MonkeyPatch):
    async with GraphHarness(TalkGraph, ScriptedChat([says("Back again.")])) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        store_handed_over = store.store_handed_over

        def stored(*args: Any, **options: Any) -> Any:
            store.hand_back(chat.session_id, ann)
            return store_handed_over(*args, **options)

        monkeypatch.setattr(store, "store_handed_over", stored)
        result = await chat.send("Hi")
        assert (result.handed_over, result.message) == (False, "Back again.")
        await assert_whole(chat.session_id)


async def test_both_sides_writing_at_once_lose_nothing_and_leave_no_gap():
    async with GraphHarness(TalkGraph) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        done = await asyncio.gather(
            *(outcome(engine.say(chat.session_id, ann, f"s{n}", f"s{n}")) for n in range(6)),
            *(outcome(chat.send(f"c{n}", client_id=f"c{n}")) for n in range(6)),
        )
        refused = sum(isinstance(one, type) for one in done)
        assert len(await chat.transcript()) == 12 - refused
        assert refused == 0
        await assert_whole(chat.session_id)


async def test_one_text_sent_at_once_by_two_tabs_is_said_once():
    async with GraphHarness(TalkGraph) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        messages = await asyncio.gather(*(engine.say(chat.session_id, ann, "Hi", "a") for _ in range(5)))
        assert {message.n for message in messages} == {1}
        await assert_whole(chat.session_id)


async def test_a_take_over_and_a_message_at_once():
    for _ in range(ROUNDS):
        async with GraphHarness(TalkGraph, ScriptedChat([says("Reply.")])) as chat:
            somebody = await staff(chat.session_id.hex)
            _, sent = await asyncio.gather(
                engine.take_over(chat.session_id, somebody), outcome(chat.start("Hi", client_id="a"))
            )
            await wait_for_all()
            await assert_whole(chat.session_id)
            assert sent is not None
            assert (await chat.transcript())[0] == ("human", "Hi")
            before = await chat.transcript()
            again = await outcome(chat.start("Hi", client_id="a"))
            assert again is TurnCancelled or again.is_over
            assert await chat.transcript() == before


async def test_the_end_and_everything_else_at_once():
    for _ in range(ROUNDS):
        async with GraphHarness(TalkGraph) as chat:
            ann = await staff(chat.session_id.hex)
            await engine.take_over(chat.session_id, ann)
            done = await asyncio.gather(
                engine.end_session(chat.session_id),
                outcome(engine.say(chat.session_id, ann, "Bye", "a")),
                outcome(chat.send("Bye", client_id="b")),
                outcome(engine.hand_back(chat.session_id, ann)),
                outcome(engine.take_over(chat.session_id, ann)),
            )
            assert set(filter(lambda one: isinstance(one, type), done)) <= {NotHandedOver, SessionCompleted}
            assert (await chat.session()).status == "ended"
            await assert_whole(chat.session_id)
