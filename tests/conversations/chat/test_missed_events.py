"""What the channel layer loses: a tab that pings is told, once, and whatever it was."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from pydantic import BaseModel

from conversations import live
from conversations.chat import seat
from conversations.engine import engine
from conversations.engine.turns.running import stop_turn, wait_for_all
from conversations.models import Session
from conversations.testing import ScriptedChat, call, calls, fails, hangs, held, says
from providers.database import in_database
from tests.conversations.chat.tab import Tab, open_tab

pytestmark = pytest.mark.django_db(transaction=True)


class Layer:
    """The channel layer, which loses every event while it is `deaf`."""

    def __init__(self) -> None:
        self.deaf = False
        self._publish = live.publish

    async def publish(self, session: UUID, *events: BaseModel, run: str = "") -> None:
        if not self.deaf:
            await self._publish(session, *events, run=run)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    layer = Layer()
    monkeypatch.setattr(live, "publish", layer.publish)
    return layer


@asynccontextmanager
async def two_tabs() -> AsyncIterator[tuple[Tab, Tab]]:
    """Two tabs of one session."""
    async with open_tab() as one, open_tab() as two:
        await two.hello(token=(await one.hello())["token"])
        yield one, two


async def say(tab: Tab, text: str, *, until: str) -> None:
    await tab.say(type="message", id=text, text=text)
    await tab.hear(until)


async def told_by_ping(tab: Tab) -> list[dict[str, Any]]:
    """What a ping brings, until the frame after it is answered."""
    told = []
    await tab.say(type="ping")
    assert await tab.next() == {"type": "pong"}
    await tab.say_raw("no frame")
    while (frame := await tab.next()).get("code") != "INVALID":
        told.append(frame)
    return told


async def test_messages_and_the_end_of_their_turn(model: ScriptedChat, layer: Layer):
    model.then(says("Hello Ada"))
    layer.deaf = True
    async with two_tabs() as (one, two):
        await say(one, "I'm Ada", until="turn_completed")
        customers, reply, end = await told_by_ping(two)
        assert (customers["n"], customers["text"], customers["id"]) == (1, "I'm Ada", "I'm Ada")
        assert (reply["n"], reply["text"]) == (2, "Hello Ada")
        assert end == {"type": "turn_completed", "turn": 1, "completed": False}
        assert await told_by_ping(two) == []
        assert await told_by_ping(one) == []


async def test_the_end_of_a_turn_that_it_saw_running(model: ScriptedChat, layer: Layer):
    model.then(hangs())
    async with two_tabs() as (one, two):
        await say(one, "I'm Ada", until="step")
        await two.hear("step")
        layer.deaf = True
        await engine.cancel(UUID(one.heard[0]["session"]), 1)
        await one.hear("turn_failed")
        (end,) = await told_by_ping(two)
        assert (end["type"], end["turn"], end["code"]) == ("turn_failed", 1, "TURN_CANCELLED")
        assert await told_by_ping(two) == []


async def test_the_end_of_a_turn_that_ran_when_it_came(model: ScriptedChat, layer: Layer):
    release = asyncio.Event()
    model.then(held(release, says("Hello Ada")))
    layer.deaf = True
    async with open_tab() as one, open_tab() as two:
        token = (await one.hello())["token"]
        await say(one, "I'm Ada", until="step")
        assert (await two.hello(token=token))["turn"] == 1
        assert (await two.next())["n"] == 1
        assert await told_by_ping(two) == []
        release.set()
        await one.hear("turn_completed")
        assert [frame["type"] for frame in await told_by_ping(two)] == ["message", "turn_completed"]


async def test_that_a_turn_failed_and_later_that_it_was_retried_elsewhere(model: ScriptedChat, layer: Layer):
    model.then(fails(), says("Hello Ada"))
    layer.deaf = True
    async with two_tabs() as (one, two):
        await say(one, "I'm Ada", until="turn_failed")
        failed = (await told_by_ping(two))[-1]
        assert (failed["type"], failed["retryable"]) == ("turn_failed", True)
        assert await told_by_ping(two) == []
        await one.say(type="retry", turn=1)
        await one.hear("turn_completed")
        assert [frame["type"] for frame in await told_by_ping(two)] == ["message", "turn_completed"]


async def test_that_the_session_is_completed(model: ScriptedChat, layer: Layer):
    model.then(calls(call("save_name", name="Ada")), says("What?"), calls(call("grant", wish="Cake")))
    layer.deaf = True
    async with two_tabs() as (one, two):
        await say(one, "I'm Ada", until="turn_completed")
        await say(one, "Cake", until="turn_completed")
        end = (await told_by_ping(two))[-1]
        assert end == {"type": "turn_completed", "turn": 2, "completed": True}


async def test_that_the_session_was_ended_and_nothing_after_that(model: ScriptedChat, layer: Layer):
    model.then(hangs())
    async with two_tabs() as (one, two):
        await say(one, "I'm Ada", until="step")
        await two.hear("step")
        layer.deaf = True
        await one.say(type="end")
        await one.hear("notice")
        assert [frame["code"] for frame in await told_by_ping(two)] == ["SESSION_ENDED"]
        assert await told_by_ping(two) == []


async def test_that_the_session_is_gone(model: ScriptedChat):
    async with open_tab() as tab:
        await tab.hello()
        await Session.objects.all().adelete()
        (error,) = await told_by_ping(tab)
        assert error["code"] == "SESSION_UNKNOWN"


async def test_nothing_where_nothing_was_lost(model: ScriptedChat):
    model.then(says("Hello Ada"), fails())
    async with two_tabs() as (one, two):
        assert await told_by_ping(two) == []
        await say(one, "I'm Ada", until="turn_completed")
        await two.hear("turn_completed")
        assert await told_by_ping(two) == []
        await say(one, "Hm", until="turn_failed")
        await two.hear("turn_failed")
        assert await told_by_ping(one) == await told_by_ping(two) == []
        async with open_tab() as late:
            await late.hello(token=one.heard[0]["token"], after=3)
            assert (await late.next())["type"] == "turn_failed"
            assert await told_by_ping(late) == []


async def test_a_ping_in_the_middle_of_an_own_turn_changes_nothing(model: ScriptedChat):
    release = asyncio.Event()
    model.then(held(release, says("Hello Ada")))
    async with open_tab() as tab:
        await tab.hello()
        await say(tab, "I'm Ada", until="step")
        assert await told_by_ping(tab) == []
        release.set()
        await tab.hear("turn_completed")
        assert tab.messages() == [(1, "customer", "I'm Ada"), (2, "assistant", "Hello Ada")]


@pytest.mark.usefixtures("model")
async def test_a_ping_costs_one_read_where_nothing_was_lost(monkeypatch: pytest.MonkeyPatch):
    reads: list[str] = []
    execute = CursorWrapper.execute

    def counted(cursor: CursorWrapper, sql: str, parameters: Any = None) -> Any:
        reads.append(sql)
        return execute(cursor, sql, parameters)

    async with open_tab() as tab:
        await tab.hello()
        monkeypatch.setattr(CursorWrapper, "execute", counted)
        assert await told_by_ping(tab) == []
        assert [sql.split()[0] for sql in reads] == ["SELECT"]


@pytest.mark.usefixtures("model")
async def test_a_ping_is_answered_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def away(*args: Any) -> None:
        raise OperationalError("the connection is lost")

    async with open_tab() as tab:
        await tab.hello()
        monkeypatch.setattr(seat, "read_standing", away)
        assert await told_by_ping(tab) == []
    assert "Traceback" not in caplog.text
    assert {record.levelname for record in caplog.records} == {"WARNING"}


async def test_the_answer_to_a_turn_whose_process_is_gone(model: ScriptedChat, layer: Layer):
    model.then(hangs(), says("Hello Ada"))
    async with two_tabs() as (one, two):
        await say(one, "I'm Ada", until="step")
        await two.hear("step")
        session = UUID(one.heard[0]["session"])
        rows = Session.objects.filter(pk=session)
        long_ago = timezone.now() - timedelta(hours=1)
        await in_database(rows.update, lease_owner="gone", lease_expires_at=long_ago)
        stop_turn(session)
        await wait_for_all()

        await two.say(type="ping")

        assert (await two.hear("message"))["text"] == "Hello Ada"
        await two.hear("turn_completed")
