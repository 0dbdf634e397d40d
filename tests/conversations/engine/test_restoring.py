"""`on_restore`: a session that somebody comes back to goes on, or starts afresh."""

from datetime import timedelta
from typing import Any

import pytest
from pydantic import BaseModel

from conversations import clock
from conversations.authoring import Graph, Restore, RestoredSession, finish, go
from conversations.engine import engine
from conversations.engine.errors import SessionCompleted, SessionUnavailable
from conversations.engine.events import Notice, TurnStarted, VisibleMessage
from conversations.models import Session, SessionStatus
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from tests.conversations.engine.stages import ActNode, TalkNode, saving

pytestmark = pytest.mark.django_db(transaction=True)


class StartNode(ActNode):
    class State(BaseModel):
        done: int = 0

    acts = {
        "go": saving(go("LaterNode"), done=1),
        "finish": lambda context, state: finish("Goodbye."),
    }


class LaterNode(TalkNode):
    pass


class ReturnGraph(Graph):
    """Starts afresh after an hour of silence."""

    name = "return"
    nodes = [StartNode, LaterNode]
    start = StartNode

    class Config(BaseModel):
        tone: str = "warm"

    async def on_restore(self, session: RestoredSession) -> Restore:
        return Restore.START_AFRESH if session.idle > timedelta(hours=1) else Restore.KEEP


class KeepingGraph(ReturnGraph):
    """Keeps every session."""

    async def on_restore(self, session: RestoredSession) -> Restore:
        return Restore.KEEP


GO = calls(call("act", what="go"))


@pytest.fixture
def later(monkeypatch) -> Any:
    """Lets time pass."""

    def pass_by(**time: float) -> None:
        now = clock.now()
        monkeypatch.setattr(clock, "now", lambda: now + timedelta(**time))

    return pass_by


async def test_a_session_that_is_kept_goes_on_where_it_was(later):
    model = ScriptedChat([GO, says("Later."), says("Still here.")])
    async with GraphHarness(ReturnGraph, model) as chat:
        await chat.send("Hi")
        later(minutes=59)
        await chat.send("Back")
        assert await chat.cursor() == "LaterNode"
        assert len(model.request.messages) > 3
        assert not any(isinstance(event, Notice) for event in chat.events)


async def test_a_session_that_starts_afresh_forgets_channels_and_history_but_not_what_was_seen(later):
    model = ScriptedChat([GO, says("Later."), says("Welcome back.")])
    async with GraphHarness(ReturnGraph, model, config={"tone": "dry"}) as chat:
        await chat.send("Hi")
        later(minutes=61)
        result = await chat.send("Back")
        session = await chat.session()
        assert result.session == session.pk
        assert await chat.cursor() == "StartNode"
        assert (await chat.channel(StartNode)).done == 0
        assert session.config == {"tone": "dry"}
        assert [message.text for message in model.request.messages[1:]] == ["Back"]
        visible = await chat.messages(visible=True)
        assert [(message.number, message.text) for message in visible] == [
            (1, "Hi"),
            (2, "Later."),
            (3, "Back"),
            (4, "Welcome back."),
        ]
        assert result.turn == 2


async def test_a_notice_tells_between_the_start_of_the_turn_and_the_message(later):
    async with GraphHarness(ReturnGraph, ScriptedChat([says("Hello."), says("Welcome back.")])) as chat:
        await chat.send("Hi")
        later(hours=2)
        await chat.send("Back")
        kinds = [type(event) for event in chat.events]
        assert kinds[:3] == [TurnStarted, Notice, VisibleMessage]
        notice = chat.events[1]
        assert isinstance(notice, Notice)
        assert notice.code == "STARTED_AFRESH"


async def test_the_new_beginning_keeps_its_own_history(later):
    model = ScriptedChat([says("Hello."), says("Welcome back."), says("Yes?")])
    async with GraphHarness(ReturnGraph, model) as chat:
        await chat.send("Hi")
        later(hours=2)
        await chat.send("Back")
        await chat.send("Well?")
        assert [message.text for message in model.request.messages[1:]] == ["Back", "Welcome back.", "Well?"]


async def test_idle_counts_from_the_last_visible_message(later):
    model = ScriptedChat([says("Hello."), says("Yes?"), says("Yes!")])
    async with GraphHarness(ReturnGraph, model) as chat:
        await chat.send("Hi")
        later(minutes=40)
        await chat.send("Well?")
        later(minutes=40)
        await chat.send("And?")
        assert len(model.request.messages) == 6


async def test_a_new_session_s_idle_counts_from_its_beginning(later):
    async with GraphHarness(ReturnGraph, ScriptedChat([says("Hello.")])) as chat:
        later(hours=2)
        await chat.send("Hi")
        assert any(isinstance(event, Notice) for event in chat.events)


async def test_a_completed_session_is_revived_by_starting_afresh(later):
    model = ScriptedChat([calls(call("act", what="finish")), says("Welcome back.")])
    async with GraphHarness(ReturnGraph, model) as chat:
        await chat.send("Hi")
        with pytest.raises(SessionCompleted):
            await chat.send("Still there?")
        later(hours=2)
        result = await chat.send("Back")
        assert (result.message, result.completed) == ("Welcome back.", False)
        assert (await chat.session()).status == SessionStatus.ACTIVE


async def test_keeping_does_not_revive_a_completed_session():
    async with GraphHarness(KeepingGraph, ScriptedChat([calls(call("act", what="finish"))])) as chat:
        await chat.send("Hi")
        with pytest.raises(SessionCompleted):
            await chat.send("Back")
        assert (await chat.session()).lease_owner == ""


async def test_an_ended_session_is_never_revived(later):
    async with GraphHarness(ReturnGraph, ScriptedChat([says("Hello.")])) as chat:
        await chat.send("Hi")
        await engine.end_session(chat.session_id)
        later(hours=2)
        with pytest.raises(SessionCompleted):
            await chat.send("Back")
        assert len(await chat.turns()) == 1


async def test_a_sync_on_restore_may_use_the_orm_and_sees_the_session():
    seen: list[Any] = []

    class CountingGraph(Graph):
        name = "counting"
        nodes = [TalkNode]
        start = TalkNode

        def on_restore(self, session: RestoredSession) -> Restore:
            seen.append((Session.objects.count(), session.cursor, session.status, session.idle))
            return Restore.KEEP

    async with GraphHarness(CountingGraph, ScriptedChat([says("Hello.")])) as chat:
        await chat.send("Hi")
    count, cursor, status, idle = seen[0]
    assert (count, cursor, status) == (1, "TalkNode", "active")
    assert timedelta(0) <= idle < timedelta(minutes=1)


async def test_an_on_restore_that_raises_leaves_the_session_free_and_stores_nothing():
    class RaisingGraph(Graph):
        name = "raising"
        nodes = [TalkNode]
        start = TalkNode

        def on_restore(self, session: RestoredSession) -> Restore:
            raise LookupError("no rule")

    async with GraphHarness(RaisingGraph, ScriptedChat()) as chat:
        with pytest.raises(SessionUnavailable):
            await chat.send("Hi")
        assert (await chat.session()).lease_owner == ""
        assert await chat.messages() == []
