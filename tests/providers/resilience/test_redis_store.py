"""What only the state in Redis has: the server's time, several processes, cancelled round trips."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis

from providers.errors import ProviderError
from providers.resilience.stores import RedisStore
from providers.resilience.stores.port import Status
from providers.resilience.stores.redis import LAPSE_SECONDS
from tests.peers.redis import RedisServer
from tests.providers.resilience.calling import (
    CALL,
    FAILURE,
    PATIENCE,
    REPLY,
    begin,
    breaker,
    call,
    new_name,
    passes,
    refused,
)
from tests.providers.resilience.manual_clock import ManualClock


@pytest.fixture
def store(redis_server: RedisServer, clock: ManualClock) -> RedisStore:
    """State in Redis by a clock that the test moves."""
    return RedisStore(redis_server.url, clock.elapsed, PATIENCE)


@pytest.fixture
async def client(redis_server: RedisServer) -> AsyncIterator[Redis]:
    """Looks into that Redis."""
    async with Redis.from_url(redis_server.url, decode_responses=True) as client:
        yield client


async def test_one_circuit_opens_for_all_and_one_of_all_makes_the_trial(
    redis_server: RedisServer, clock: ManualClock
) -> None:
    name = new_name()
    others = [breaker(RedisStore(redis_server.url, clock.elapsed, PATIENCE), name) for _ in range(10)]

    await call(others[0], FAILURE)
    await call(others[1], FAILURE)
    for other in others:
        await refused(other)

    clock.now = 1.0
    results = await asyncio.gather(*(other.admit(CALL) for other in others))
    assert sum(isinstance(result, ProviderError) for result in results) == 9


async def test_a_trial_whose_process_died_lapses_with_the_time_out(
    store: RedisStore, clock: ManualClock
) -> None:
    circuit = breaker(store, trial_seconds=30)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    await begin(circuit)

    clock.now += 30 + LAPSE_SECONDS - 0.001
    refusal = await refused(circuit)
    assert refusal.retry_after == pytest.approx(0.001)

    clock.now += 0.001
    await begin(circuit)
    await refused(circuit)


async def test_of_a_trial_that_lapsed_and_was_followed_by_another_nothing_is_heard(
    store: RedisStore, clock: ManualClock
) -> None:
    circuit = breaker(store, name := new_name(), trial_seconds=30)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    lapsed = await begin(circuit)
    clock.now = 60.0
    trial = await begin(circuit)

    await lapsed.done(REPLY)
    await lapsed.gone()
    await refused(circuit)

    await trial.done(REPLY)
    assert (await store.circuit(name)).status is Status.CLOSED


async def test_a_trial_that_lapsed_is_still_heard_while_no_other_took_its_place(
    store: RedisStore, clock: ManualClock
) -> None:
    circuit = breaker(store, name := new_name(), trial_seconds=30)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    late = await begin(circuit)

    clock.now = 60.0
    await late.done(REPLY)

    assert (await store.circuit(name)).status is Status.CLOSED


async def test_it_goes_by_the_time_of_the_server(redis_server: RedisServer, client: Redis) -> None:
    async def server_moves_on(seconds: float) -> None:
        """Wait until the server's clock has moved on, whatever the test's own says."""
        began = await client.time()
        while True:
            now = await client.time()
            if now[0] - began[0] + (now[1] - began[1]) / 1e6 >= seconds:
                return

    store = RedisStore(redis_server.url, patience=PATIENCE)
    circuit = breaker(store, name := new_name(), reset_ms=100)
    await call(circuit, FAILURE, FAILURE)
    refusal = await refused(circuit)
    assert refusal.retry_after is not None
    assert 0 < refusal.retry_after <= 0.1

    await server_moves_on(0.1)
    await call(circuit, REPLY)

    assert await store.take(name, 20, 1) == 0
    wait = await store.take(name, 20, 1)
    assert 0 < wait <= 0.05
    await server_moves_on(wait)
    assert await store.take(name, 20, 1) == 0


class Slow:
    """Holds a call of the store back before and after Redis has done its part."""

    def __init__(self, store: RedisStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.before, self.after = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._run = store._run
        monkeypatch.setattr(store, "_run", self.run)

    async def run(self, *arguments: Any) -> Any:
        self.begun.set()
        await self.before.wait()
        try:
            return await self._run(*arguments)
        finally:
            await self.after.wait()


async def test_who_is_cancelled_while_redis_lets_him_through_gives_the_trial_back(
    store: RedisStore, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    circuit = breaker(store)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    slow = Slow(store, monkeypatch)
    entering = asyncio.ensure_future(circuit.admit(CALL))
    await slow.begun.wait()

    entering.cancel()
    slow.before.set()
    slow.after.set()

    with pytest.raises(asyncio.CancelledError):
        await entering
    assert await passes(circuit)


async def test_what_a_call_said_is_told_also_where_its_caller_is_cancelled_meanwhile(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    circuit = breaker(store, failures=1)
    running = await begin(circuit)
    slow = Slow(store, monkeypatch)
    telling = asyncio.ensure_future(running.done(FAILURE))
    await slow.begun.wait()

    telling.cancel()
    slow.before.set()
    slow.after.set()

    with pytest.raises(asyncio.CancelledError):
        await telling
    await refused(circuit)


async def test_a_cancelled_caller_leaves_no_broken_connection(store: RedisStore, client: Redis) -> None:
    await call(circuit := breaker(store), REPLY)
    before = (await client.info("stats"))["total_connections_received"]

    for _ in range(20):
        entering = asyncio.ensure_future(circuit.admit(CALL))
        await asyncio.sleep(0)
        entering.cancel()
        await asyncio.wait([entering])
    await call(circuit, REPLY)

    assert (await client.info("stats"))["total_connections_received"] - before <= 1


async def test_a_server_that_forgot_the_scripts_learns_them_again(store: RedisStore, client: Redis) -> None:
    circuit = breaker(store)
    await call(circuit, FAILURE)

    await client.script_flush()

    await call(circuit, FAILURE)
    await refused(circuit)


async def test_keys_lapse_but_that_of_a_circuit_opened_by_hand(store: RedisStore, client: Redis) -> None:
    await call(breaker(store, name := new_name()), FAILURE)
    await store.take(name, 10, 1)
    circuit, bucket = f"ezgraph:circuit:{name}", f"ezgraph:bucket:{name}"
    assert 3600 < await client.ttl(circuit) <= 86_400
    assert 0 < await client.ttl(bucket) <= 61

    await store.open(name)
    assert await client.ttl(circuit) == -1

    await store.close(name)
    assert 3600 < await client.ttl(circuit) <= 86_400


async def test_a_call_that_goes_well_writes_nothing(store: RedisStore, client: Redis) -> None:
    await call(breaker(store, name := new_name()), REPLY)

    assert not await client.exists(f"ezgraph:circuit:{name}")


def test_one_event_loop_after_the_other_may_use_it(redis_server: RedisServer) -> None:
    circuit = breaker(RedisStore(redis_server.url, patience=PATIENCE))

    for _ in range(2):
        asyncio.run(call(circuit, REPLY, REPLY))


def test_a_loop_that_ends_closes_its_connections(redis_server: RedisServer) -> None:
    async def count(client: Redis) -> int:
        return len(await client.client_list())

    async def counted(work: bool) -> int:
        if work:
            await call(breaker(RedisStore(redis_server.url, patience=PATIENCE)), REPLY)
        async with Redis.from_url(redis_server.url) as client:
            return await count(client)

    before = asyncio.run(counted(False))
    during = asyncio.run(counted(True))
    after = asyncio.run(counted(False))

    assert during == before + 1
    assert after == before
