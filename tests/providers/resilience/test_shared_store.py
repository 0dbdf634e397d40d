"""Redis that goes away in the middle and comes back: calls go on, and the log says so once."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from providers.errors import ErrorCode
from providers.resilience.stores import MemoryStore, RedisStore, SharedStore
from providers.resilience.stores.port import Cause, Permit, Refusal, Status
from providers.sharing import RETRY_SECONDS
from tests.peers.redis import RedisServer
from tests.providers.resilience.calling import (
    FAILURE,
    PATIENCE,
    REPLY,
    bare_breaker,
    begin,
    breaker,
    call,
    error,
    new_name,
    passes,
    refused,
)
from tests.providers.resilience.manual_clock import ManualClock


@pytest.fixture
def server(redis_server: RedisServer) -> Iterator[RedisServer]:
    """A Redis that the test may leave stopped."""
    yield redis_server
    redis_server.stop()
    redis_server.start()


@pytest.fixture
def patience() -> float:
    """Seconds that Redis may take."""
    return PATIENCE


@pytest.fixture
def store(server: RedisServer, clock: ManualClock, patience: float) -> SharedStore:
    """The store of a process that has a Redis."""
    return SharedStore(
        RedisStore(server.url, clock.elapsed, patience), MemoryStore(clock.elapsed), clock.elapsed
    )


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the log says, growing."""
    caplog.set_level(logging.INFO, logger="providers.resilience")
    messages: list[str] = []
    monkeypatch.setattr(caplog.handler, "emit", lambda record: messages.append(record.getMessage()))
    return messages


AWAY = (
    "Redis is away (ConnectionError): until it is back, this process has circuits and rate limits of its own."
)
BACK = "Redis is back: circuits and rate limits are shared again."


async def test_while_redis_is_there_it_has_the_state(store: SharedStore, said: list[str]) -> None:
    await call(breaker(store, name := new_name()), FAILURE, FAILURE)

    assert await store.is_shared()
    assert (await store.sharing.shared.circuit(name)).status is Status.OPEN
    assert (await store.sharing.own.circuit(name)).status is Status.CLOSED
    assert said == []


async def test_while_it_is_away_the_process_goes_on_with_its_own_state_and_says_so_once(
    store: SharedStore, server: RedisServer, clock: ManualClock, said: list[str]
) -> None:
    circuit = breaker(store)
    await call(circuit, REPLY)
    server.stop()

    await call(circuit, FAILURE)
    clock.now = 10.0
    await call(circuit, FAILURE)
    await refused(circuit)
    assert [await store.take("bucket", 10, 1) for _ in range(2)] == [0, pytest.approx(0.1)]
    clock.now = 20.0
    await call(circuit, REPLY)

    assert not await store.is_shared()
    assert said == [AWAY]


async def test_it_is_shared_again_when_redis_is_back(
    store: SharedStore, server: RedisServer, clock: ManualClock, said: list[str]
) -> None:
    circuit = breaker(store, name := new_name())
    server.stop()
    await call(circuit, FAILURE, FAILURE)
    await refused(circuit)

    server.start()
    clock.now = RETRY_SECONDS - 0.125
    await refused(circuit)
    assert not await store.is_shared()
    clock.now = RETRY_SECONDS

    await call(circuit, REPLY, FAILURE)
    assert await store.is_shared()
    assert (await store.sharing.shared.circuit(name)).failures == 1
    assert said == [AWAY, BACK]


async def test_it_does_not_seem_away_again_because_of_old_connections(
    store: SharedStore, server: RedisServer, clock: ManualClock, said: list[str]
) -> None:
    async def look() -> list[bool]:
        return await asyncio.gather(*(store.is_shared() for _ in range(20)))

    assert all(await look())
    server.stop()
    assert not await store.is_shared()
    server.start()
    clock.now = RETRY_SECONDS
    assert await store.is_shared()

    assert all(await look())
    assert said == [AWAY, BACK]


async def test_the_second_absence_is_news_again(
    store: SharedStore, server: RedisServer, clock: ManualClock, said: list[str]
) -> None:
    for _ in range(2):
        server.stop()
        assert not await store.is_shared()
        server.start()
        clock.now += RETRY_SECONDS
        assert await store.is_shared()

    assert said == [AWAY, BACK] * 2


async def test_calls_on_their_way_when_it_goes_end_as_if_nothing_were(
    store: SharedStore, server: RedisServer
) -> None:
    circuit = breaker(store, failures=1)
    running = [await begin(circuit) for _ in range(3)]
    server.stop()

    await running[0].done(REPLY)
    await running[1].done(FAILURE)
    await running[2].gone()

    assert await passes(circuit)  # the process's own circuit counts only its own calls


async def test_a_pause_that_a_vendor_asks_for_is_kept_when_redis_has_gone_meanwhile(
    store: SharedStore, server: RedisServer, clock: ManualClock
) -> None:
    circuit = bare_breaker(store, name := new_name())
    running = await begin(circuit)
    server.stop()

    await running.done(error(ErrorCode.RATE_LIMITED, retry_after=47))

    await refused(circuit)
    assert (await store.circuit(name)).cause is Cause.RETRY_AFTER


async def test_calls_on_their_way_when_it_is_back_end_where_they_began(
    store: SharedStore, server: RedisServer, clock: ManualClock
) -> None:
    circuit = breaker(store, name := new_name(), failures=1)
    server.stop()
    await call(circuit, FAILURE)
    clock.now = 5.0
    trial = await begin(circuit)
    server.start()
    clock.now = 10.0
    assert await store.is_shared()

    await trial.done(REPLY)

    assert (await store.sharing.own.circuit(name)).status is Status.CLOSED
    assert await passes(circuit)


async def test_a_trial_of_redis_may_be_renewed_while_that_is_away(
    store: SharedStore, server: RedisServer, clock: ManualClock, said: list[str]
) -> None:
    await call(breaker(store, name := new_name()), FAILURE, FAILURE)
    clock.now = 1.0
    trial = await store.enter(name, 30)
    assert isinstance(trial, Permit)
    server.stop()

    await store.renew(name, trial, 30)

    assert (await store.circuit(name)).status is Status.CLOSED  # of the process's own
    assert said == [AWAY]


async def test_a_trial_of_the_process_s_own_is_renewed_there_when_redis_is_back(
    store: SharedStore, server: RedisServer, clock: ManualClock
) -> None:
    server.stop()
    await call(breaker(store, name := new_name()), FAILURE, FAILURE)
    clock.now = 5.0
    trial = await store.enter(name, 30)
    assert isinstance(trial, Permit)
    server.start()
    clock.now = 15.0
    assert await store.is_shared()

    await store.renew(name, trial, 30)

    assert await store.sharing.own.enter(name, 30) == Refusal(Cause.TRIAL, 30)


@pytest.fixture
async def hanging(server: RedisServer, store: SharedStore) -> AsyncIterator[None]:
    """That Redis keeps its connections and answers nothing."""
    assert await store.is_shared()
    with server.hanging():
        yield


@pytest.mark.parametrize("patience", [1.0])
async def test_a_redis_that_hangs_is_waited_for_once_and_briefly(
    hanging: None, store: SharedStore, said: list[str]
) -> None:
    circuit = breaker(store)
    loop = asyncio.get_running_loop()
    began = loop.time()

    await call(circuit, *[REPLY] * 50)

    assert 1 <= loop.time() - began < 5
    assert said == [AWAY.replace("ConnectionError", "TimeoutError")]


@pytest.mark.parametrize("patience", [1.0])
async def test_only_one_call_waits_for_it_when_it_is_tried_again(
    hanging: None, store: SharedStore, clock: ManualClock
) -> None:
    circuit = breaker(store)
    await call(circuit, REPLY)
    clock.now = RETRY_SECONDS

    trying = asyncio.ensure_future(begin(circuit))
    await asyncio.sleep(0)
    await call(circuit, *[REPLY] * 50)

    assert not trying.done()
    await trying


async def test_a_redis_that_was_never_there_is_no_obstacle(
    clock: ManualClock, said: list[str], tmp_path: Path
) -> None:
    store = SharedStore(RedisStore(f"unix://{tmp_path}/redis.sock"), MemoryStore(), clock.elapsed)

    await call(breaker(store), REPLY)

    assert not await store.is_shared()
    assert said == [AWAY]
