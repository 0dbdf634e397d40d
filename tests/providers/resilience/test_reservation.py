"""What a call did cost is not lost, though the database does not take it at once or for long."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import OperationalError

from providers import spending
from providers.building import in_layers
from providers.errors import ErrorCode
from providers.ports import AnyProvider, TextDelta
from providers.resilience import reservation
from providers.streams import closing
from tests.providers.asking import asking, streamed
from tests.providers.resilience.budgets import COST, NOON, REPLY, THOUSAND, ask, limited, options, spent
from tests.providers.resilience.calling import PATIENCE
from tests.providers.scripted import ScriptedAdapter

pytestmark = pytest.mark.django_db(transaction=True)


class Away:
    """Fails writes of the database as often as it has to; `tried` counts them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *writes: str, times: int = 10**9) -> None:
        self.tried = 0
        self.times = times
        for name in writes:
            monkeypatch.setattr(reservation, name, self._failing(getattr(spending, name)))

    def _failing(self, write: Callable[..., None]) -> Callable[..., None]:
        def fail(*args: Any) -> None:
            self.tried += 1
            if self.tried <= self.times:
                raise OperationalError("away")
            write(*args)

        return fail


async def chatted(provider: AnyProvider) -> None:
    await ask(provider)


async def streamed_to_its_end(provider: AnyProvider) -> None:
    await streamed(provider, asking("Hi", **THOUSAND))


async def left_in_the_middle(provider: AnyProvider) -> None:
    async with closing(provider.chat_stream(asking("Hi", **THOUSAND))) as items:
        await anext(items)


ENDINGS = [chatted, streamed_to_its_end, left_in_the_middle]

Ending = Callable[[AnyProvider], Awaitable[None]]


@pytest.mark.parametrize(("ending", "cost"), list(zip(ENDINGS, (COST, COST, 0), strict=True)))
async def test_a_cost_that_cannot_be_written_at_once_is_written_then(
    ending: Ending, cost: Decimal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Away(monkeypatch, "settle", times=1)

    await ending(limited(TextDelta(text="Hi"), REPLY, per_day=1))

    assert await spent() == (cost, 0)
    assert caplog.records == []


@pytest.mark.parametrize("ending", ENDINGS)
async def test_what_was_reserved_is_spent_where_the_cost_cannot_be_written(
    ending: Ending, at: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at(NOON)
    away = Away(monkeypatch, "settle")
    provider = limited(TextDelta(text="Hi"), REPLY, per_day="1.5")

    await ending(provider)

    assert away.tried == 2
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("ERROR", "What a call did cost could not be written: what was reserved for it counts as spent.")
    ]
    at(NOON + timedelta(hours=11))
    away.times = 0
    assert await ask(provider) is ErrorCode.BUDGET
    assert await spent() == (0, 1)


async def test_a_reply_is_given_though_its_cost_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    Away(monkeypatch, "settle", "extend")

    assert await ask(limited(REPLY, per_day=1)) is None


async def test_a_cost_is_written_when_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    # At the call's end it is told twice and then that the reservation stays, at each later moment once.
    away = Away(monkeypatch, "settle", "extend", times=3 + 3 * 2)
    monkeypatch.setattr(reservation, "SHORTEST_PAUSE", 0.0)
    quick = options(per_day=1).model_copy(update={"timeout_ms": 100})
    provider = in_layers(ScriptedAdapter(REPLY, name="acme"), quick)

    assert await ask(provider) is None
    async with asyncio.timeout(PATIENCE):
        while await spent() != (COST, 0):
            pass

    assert away.tried == away.times + 1
    assert await ask(provider) is ErrorCode.BUDGET
