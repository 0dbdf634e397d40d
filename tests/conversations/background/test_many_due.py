"""Of many sessions where a turn is due each is come to, whatever happens in the others."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta
from io import StringIO
from itertools import count
from types import SimpleNamespace
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from conversations import clock
from conversations.background import resuming, schedule
from conversations.background.due_sessions import FIRST_REST, LONGEST_REST, Rests, due_sessions
from conversations.background.resuming import keep_resuming
from conversations.engine import engine
from conversations.engine.errors import SessionTooNew
from conversations.models import ScheduledWork, Session, Turn
from conversations.testing import serve_graphs
from providers.database import in_database
from tests.scale.graphs import TalkGraph

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Engine:
    """Stands in for the engine: runs the one turn that is due in a session, as `outcomes` say."""

    outcomes: dict[UUID, Exception | asyncio.Event] = field(default_factory=dict)
    tried: list[UUID] = field(default_factory=list)
    ran: dict[UUID, asyncio.Event] = field(default_factory=dict)

    async def resume(self, session: UUID) -> SimpleNamespace | None:
        if session in self.ran and self.ran[session].is_set():
            return None
        self.tried.append(session)
        return SimpleNamespace(result=lambda: self._result(session))

    async def _result(self, session: UUID) -> SimpleNamespace:
        outcome = self.outcomes.get(session)
        if isinstance(outcome, Exception):
            raise outcome
        if outcome is not None:
            await outcome.wait()
        await in_database(Turn.objects.filter(session=session).update, status="completed")
        self.ran.setdefault(session, asyncio.Event()).set()
        return SimpleNamespace(success=True)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Engine:
    stand_in = Engine()
    monkeypatch.setattr(engine, "resume", stand_in.resume)
    monkeypatch.setattr(resuming, "MOST", 2)
    return stand_in


@pytest.fixture
def elapsed(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The process's clock, set by hand."""
    by_hand = SimpleNamespace(now=0.0)
    monkeypatch.setattr(clock, "elapsed", lambda: by_hand.now)
    return by_hand


_ages = count(10_000, -1)


def waits(turns: int = 1, graph: str = TalkGraph.name) -> UUID:
    """A session in which turns wait, younger than all before it."""
    at = timezone.now() - timedelta(seconds=next(_ages))
    session = Session.objects.create(graph=graph, cursor="TalkNode", updated_at=at)
    Turn.objects.bulk_create(
        Turn(session=session, number=number, status="queued", accepted_at=at)
        for number in range(1, turns + 1)
    )
    return session.pk


def found(most: int = 2, rests: Rests | None = None) -> list[UUID]:
    with serve_graphs(TalkGraph):
        return due_sessions(most, (), rests or Rests())


async def look() -> None:
    await in_database(lambda: ScheduledWork.objects.update(due_at=timezone.now()))
    with serve_graphs(TalkGraph):
        await keep_resuming(asyncio.Event())


async def test_sessions_of_a_graph_that_is_gone_are_not_tried(stand_in: Engine):
    for _ in range(3):
        await in_database(lambda: waits(graph="gone"))
    good = await in_database(waits)
    await look()

    assert stand_in.tried == [good]


def test_manage_py_does_not_try_them_either(stand_in: Engine):
    for _ in range(3):
        waits(graph="gone")
    waits()
    out = StringIO()
    with serve_graphs(TalkGraph):
        call_command("resume_turns", "--limit", "2", stdout=out)

    assert out.getvalue() == "1 turns answered, 0 failed, 0 sessions left for later.\n"


@pytest.mark.parametrize("error", [SessionTooNew(), OperationalError(), RuntimeError()], ids=repr)
async def test_sessions_that_cannot_be_run_let_others_go_first(stand_in: Engine, error: Exception):
    bad = [await in_database(waits) for _ in range(3)]
    stand_in.outcomes = dict.fromkeys(bad, error)
    good = await in_database(waits)
    await look()
    assert stand_in.tried == bad[:2]
    await look()

    assert stand_in.tried == [*bad, good]


async def test_what_breaks_off_in_a_session_is_logged_and_stops_no_other(
    stand_in: Engine, caplog: pytest.LogCaptureFixture
):
    bad, good = await in_database(waits), await in_database(waits)
    stand_in.outcomes[bad] = RuntimeError("It cannot be closed.")
    await look()

    assert stand_in.ran[good].is_set()
    assert f"What is due in session {bad} broke off" in caplog.text
    assert await in_database(schedule.last_done, resuming.NAME) is not None


async def test_a_turn_that_takes_long_keeps_nobody_waiting_and_is_waited_for_at_the_end(
    stand_in: Engine, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(resuming, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(schedule, "claim", lambda *_: True)
    slow = await in_database(waits)
    gate = stand_in.outcomes[slow] = asyncio.Event()
    stopping = asyncio.Event()
    with serve_graphs(TalkGraph):
        working = asyncio.ensure_future(keep_resuming(stopping))
        for _ in range(2):
            late = await in_database(waits)
            await stand_in.ran.setdefault(late, asyncio.Event()).wait()
        stopping.set()
        await asyncio.wait([working], timeout=0.05)
        assert not working.done()
        gate.set()
        await working

    assert stand_in.tried.count(slow) == 1


def test_a_session_with_many_turns_takes_the_place_of_one():
    first, second = waits(turns=5), waits()

    assert found() == [first, second]


def test_what_rested_is_found_again_behind_what_never_did(elapsed: SimpleNamespace):
    rests = Rests()
    old, young = waits(), waits()
    rests.begin(old)
    assert found(rests=rests) == [young]
    elapsed.now += FIRST_REST
    assert found(rests=rests) == [young, old]
    assert found(1, rests) == [young]


def test_each_rest_is_longer_until_something_could_be_run(elapsed: SimpleNamespace):
    rests, session, seen = Rests(), UUID(int=1), []
    for _ in range(7):
        rests.begin(session)
        began = elapsed.now
        while rests.is_resting(session):
            elapsed.now += FIRST_REST
        seen.append(elapsed.now - began)
    assert seen == [30, 60, 120, 240, 480, LONGEST_REST, LONGEST_REST]

    rests.forget(session)
    rests.begin(session)
    elapsed.now += FIRST_REST
    assert not rests.is_resting(session)


def test_a_session_that_nobody_tries_again_is_forgotten_after_a_day(elapsed: SimpleNamespace):
    rests, session = Rests(), UUID(int=1)
    rests.begin(session)
    elapsed.now += 86_400
    rests.forget_old()
    assert session in rests
    elapsed.now += 60
    rests.forget_old()
    assert session not in rests
