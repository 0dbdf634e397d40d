"""Old conversations are erased whatever stands before them; what was erased is not walked over every hour."""

import asyncio
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from conversations import clock
from conversations.background import forgetting
from conversations.background.forgetting import WHOLE_EVERY, Forgetting
from conversations.engine import engine
from conversations.models import Session
from providers.database import in_database
from tests.conversations.background.test_upkeep import known, quiet_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _erased_after_ninety_days(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EZGRAPH_ERASE_DAYS = 90
    monkeypatch.setattr(forgetting, "PAGE", 2)


@pytest.fixture
def elapsed(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The process's clock, set by hand."""
    by_hand = SimpleNamespace(now=0.0)
    monkeypatch.setattr(clock, "elapsed", lambda: by_hand.now)
    return by_hand


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many sessions each look at the database brought."""
    looks: list[int] = []
    look = forgetting._page

    def noted(*args: Any) -> Any:
        page = look(*args)
        looks.append(len(page))
        return page

    monkeypatch.setattr(forgetting, "_page", noted)
    return looks


def erased_long_ago(count: int) -> None:
    for _ in range(count):
        session = quiet_for(400)
        Session.objects.filter(pk=session.pk).update(erased_at=session.updated_at, external_name="")


async def run(work: Forgetting) -> str:
    return str(await work.run(asyncio.Event()))


async def test_of_sessions_that_became_quiet_at_the_same_moment_each_is_erased():
    await in_database(lambda: [quiet_for(100) for _ in range(5)])
    await in_database(lambda: Session.objects.update(updated_at=Session.objects.first().updated_at))  # type: ignore[union-attr]

    assert await run(Forgetting()) == "5 conversations quiet for 90 days erased."
    assert await in_database(known) == set()


async def test_what_was_erased_long_ago_is_walked_over_once(pages: list[int]):
    await in_database(erased_long_ago, 5)
    old = await in_database(quiet_for, 91)
    work = Forgetting()
    assert await run(work) == "1 conversations quiet for 90 days erased."
    assert old.pk not in await in_database(known)
    assert pages == [2, 2, 2, 0]

    pages.clear()
    await run(work)
    assert pages == [0]


async def test_rows_of_elsewhere_are_found_within_a_day(elapsed: SimpleNamespace):
    work = Forgetting()
    await run(work)
    put_back = await in_database(quiet_for, 200)
    await run(work)
    assert await in_database(known) == {put_back.pk}
    elapsed.now += WHOLE_EVERY
    await run(work)
    assert await in_database(known) == set()


async def test_one_that_cannot_be_erased_keeps_no_other_and_is_tried_again(monkeypatch: pytest.MonkeyPatch):
    bad, *_ = await in_database(lambda: [quiet_for(days) for days in (300, 200, 150, 100)])
    work, erase = Forgetting(), engine.erase

    async def erased(session: UUID) -> list[UUID]:
        if session == bad.pk:
            raise RuntimeError("It cannot be erased.")
        return await erase(session)

    with monkeypatch.context() as broken:
        broken.setattr(engine, "erase", erased)
        told = await run(work)
    assert told == "3 conversations quiet for 90 days erased. 1 could not be erased."
    assert await in_database(known) == {bad.pk}

    await run(work)
    assert await in_database(known) == set()


async def test_nothing_is_erased_once_the_worker_stops():
    old = await in_database(quiet_for, 91)
    work, stopping = Forgetting(), asyncio.Event()
    stopping.set()
    await work.run(stopping)
    assert await in_database(known) == {old.pk}
    await run(work)
    assert await in_database(known) == set()
