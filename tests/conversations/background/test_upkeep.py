"""Every hour one worker lets go of what was kept long enough, batch by batch."""

import asyncio
import threading
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.models import Session as LogIn
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.utils import timezone

from conversations.background import retention, schedule, upkeep
from conversations.models import DecisionCapture, Message, ScheduledWork, Session
from providers.database import in_database
from providers.models import BudgetAccount
from tests.conversations.background.test_retention import captured

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


def quiet_for(days: float) -> Session:
    """A session with somebody of whom we know the name; nothing has happened in it for so many days."""
    at = timezone.now() - timedelta(days=days)
    session = Session.objects.create(graph="quote", cursor="DriverNode", external_name="Jamie", updated_at=at)
    Message.objects.create(
        session=session, seq=1, number=1, role="ai", author="sam", text="Hello Jamie.", created_at=at
    )
    return session


def known() -> set[Any]:
    """The sessions whose customers are known by name."""
    return set(Session.objects.exclude(external_name="").values_list("pk", flat=True))


async def keep_up() -> None:
    assert await upkeep.Upkeep().keep_up(asyncio.Event()) is False


def test_of_many_that_look_at_once_one_has_the_work():
    ready, claims = threading.Barrier(6), []

    def look() -> None:
        try:
            ready.wait()
            claims.append(schedule.claim("work", HOUR))
        finally:
            connection.close()

    for _ in range(2):
        looks = [threading.Thread(target=look) for _ in range(6)]
        for thread in looks:
            thread.start()
        for thread in looks:
            thread.join()
        assert sorted(claims) == [False] * 5 + [True]
        claims.clear()
        ScheduledWork.objects.update(due_at=timezone.now())


def test_work_is_due_again_after_its_time_and_not_before():
    assert schedule.claim("work", HOUR)
    assert not schedule.claim("work", HOUR)
    ScheduledWork.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert schedule.claim("work", HOUR)
    assert schedule.last_done("work") is None


async def test_a_worker_removes_what_is_too_old_and_says_that_it_is_done():
    await in_database(lambda: captured(31, 29))
    await keep_up()

    assert await in_database(DecisionCapture.objects.count) == 1
    assert await in_database(schedule.last_done, upkeep.NAME) is not None


async def test_nothing_is_done_twice_within_the_hour():
    await keep_up()
    await in_database(lambda: captured(31))
    await keep_up()

    assert await in_database(DecisionCapture.objects.count) == 1


async def test_a_worker_that_stops_leaves_the_rest_for_later(monkeypatch: pytest.MonkeyPatch):
    await in_database(lambda: captured(31, 32, 33))
    stopping = asyncio.Event()
    remove = retention.remove_batch

    def remove_one(rule: retention.Retention) -> int:
        loop.call_soon_threadsafe(stopping.set)
        return remove(rule, 1)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(upkeep, "remove_batch", remove_one)
    await upkeep.Upkeep().keep_up(stopping)

    assert await in_database(DecisionCapture.objects.count) == 2
    assert await in_database(schedule.last_done, upkeep.NAME) is None


async def test_conversations_are_kept_where_no_time_is_set():
    session = await in_database(quiet_for, 4000)
    await keep_up()

    assert await in_database(known) == {session.pk}


async def test_conversations_that_were_quiet_for_too_long_are_erased(settings: Any):
    settings.EZGRAPH_ERASE_DAYS = 90
    old, young = [await in_database(quiet_for, days) for days in (91, 89)]
    await keep_up()

    assert await in_database(known) == {young.pk}
    assert await in_database(lambda: set(Message.objects.values_list("session_id", "text"))) == {
        (old.pk, ""),
        (young.pk, "Hello Jamie."),
    }


@pytest.fixture
def captures_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Captures cannot be removed."""
    remove = retention.remove_batch

    def removed(rule: retention.Retention, batch: int = retention.BATCH) -> int:
        if rule.kind == "captures":
            raise OperationalError("It takes too long.")
        return remove(rule, batch)

    monkeypatch.setattr(upkeep, "remove_batch", removed)
    monkeypatch.setattr(retention, "remove_batch", removed)


def much_that_is_old() -> None:
    quiet_for(91)
    captured(31)
    old = timezone.now() - timedelta(days=91)
    BudgetAccount.objects.create(provider="acme", period="day 1", opened_at=old)


def what_is_left() -> tuple[int, int, int]:
    return DecisionCapture.objects.count(), BudgetAccount.objects.count(), len(known())


@pytest.mark.usefixtures("captures_stay")
async def test_what_cannot_be_removed_keeps_nothing_else_and_is_tried_again_soon(
    settings: Any, caplog: pytest.LogCaptureFixture
):
    settings.EZGRAPH_ERASE_DAYS = 90
    await in_database(much_that_is_old)
    await keep_up()

    assert await in_database(what_is_left) == (1, 0, 0)
    assert "Old captures could not be removed" in caplog.text
    assert await in_database(schedule.last_done, upkeep.NAME) is None
    work = await in_database(ScheduledWork.objects.get, pk=upkeep.NAME)
    assert work.due_at - timezone.now() < timedelta(minutes=6)


@pytest.mark.usefixtures("captures_stay")
def test_the_command_does_all_that_can_be_done_and_names_the_rest(settings: Any):
    settings.EZGRAPH_ERASE_DAYS = 90
    much_that_is_old()
    with pytest.raises(CommandError, match=r"could be removed: captures\.$"):
        call_command("prune", stdout=StringIO(), stderr=StringIO())

    assert what_is_left() == (1, 0, 0)


def test_the_command_does_the_same_at_once_and_tells_of_it(settings: Any):
    settings.EZGRAPH_ERASE_DAYS = 30
    quiet_for(31)
    BudgetAccount.objects.create(
        provider="acme", period="day 1", opened_at=timezone.now() - timedelta(days=91)
    )
    BudgetAccount.objects.create(provider="acme", period="day 2")
    LogIn.objects.create(session_key="over", expire_date=timezone.now() - timedelta(days=1))
    out = StringIO()
    call_command("prune", stdout=out)

    assert "1 accounts of budgets older than 90 days removed." in out.getvalue()
    assert out.getvalue().endswith("1 conversations quiet for 30 days erased.\n")
    assert known() == set()
    assert not LogIn.objects.exists()
