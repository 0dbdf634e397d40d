"""What the database does not take is no conflict: it is told as what it is, and blocks nobody."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from conversations.authoring import Graph
from conversations.engine import store
from conversations.engine.errors import Cause, RequestInvalid, SessionConflict, TurnCancelled
from conversations.models import Session, Turn, TurnStatus
from conversations.testing import GraphHarness, ScriptedChat, held, says
from providers.database import in_database
from tests.conversations.engine.stages import TalkGraph, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "The customer's secret."


class RatioNode(TalkNode):
    pass


class RatioGraph(Graph):
    name = "ratio"
    nodes = [RatioNode]
    start = RatioNode

    class Config(BaseModel):
        ratio: float = 1.0


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-inf"])
async def test_a_config_that_becomes_no_finite_number_is_refused(number: str):
    async with GraphHarness(RatioGraph, ScriptedChat([says("Hello.")])) as chat:
        with pytest.raises(RequestInvalid):
            await chat.send("Hi", config={"ratio": number})
        assert (await chat.send("Hi")).success


@pytest.fixture
def unstorable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replies are written as rows that the database refuses, quoting them."""
    commit = store.commit_step

    def written(session: Any, turn: Any, write: Any) -> Any:
        refused = tuple(replace(message, internal=True) for message in write.messages)
        return commit(session, turn, replace(write, messages=refused))

    monkeypatch.setattr(store, "commit_step", written)


@pytest.mark.usefixtures("unstorable")
async def test_a_step_that_cannot_be_stored_fails_and_quotes_nobody(caplog: pytest.LogCaptureFixture):
    async with GraphHarness(TalkGraph, ScriptedChat([says(SECRET)])) as chat:
        result = await chat.send("Hi")
        turn = await in_database(Turn.objects.get, session=chat.session_id)

    assert (result.success, turn.cause) == (False, Cause.STORAGE_FAILED)
    assert SECRET not in turn.cause_detail
    assert SECRET not in caplog.text


async def test_a_waiting_turn_that_cannot_be_stored_blocks_nobody(monkeypatch: pytest.MonkeyPatch):
    opened = store.open_queued

    def refused(session: Any, entrance: Any, queued: Any, opening: Any) -> Any:
        if queued.text == "Poison":
            session = replace(session, status="no such status")
        return opened(session, entrance, queued, opening)

    monkeypatch.setattr(store, "open_queued", refused)
    release = asyncio.Event()
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("One.")), says("Three.")])) as chat:
        await chat.start("One")
        poison = await chat.start("Poison", busy="wait")
        three = await chat.start("Three", busy="wait")
        release.set()
        with pytest.raises(TurnCancelled):
            await asyncio.wait_for(poison.result(), 5)

        assert (await asyncio.wait_for(three.result(), 5)).success
        poisoned = await in_database(Turn.objects.get, session=chat.session_id, number=2)
        assert poisoned.status == TurnStatus.CANCELLED


async def test_a_session_that_is_deleted_while_its_turn_runs_ends_the_turn():
    release = asyncio.Event()
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello."))])) as chat:
        running = await chat.start("Hi")
        await in_database(Session.objects.filter(pk=chat.session_id).delete)
        release.set()

        with pytest.raises(SessionConflict):
            await asyncio.wait_for(running.result(), 5)
