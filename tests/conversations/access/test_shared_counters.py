"""While Redis is away each process counts by itself, and nobody waits for it twice."""

import logging

import pytest

from conversations.access.limits.memory import MemoryCounters
from conversations.access.limits.redis import RedisCounters
from conversations.access.limits.shared import SharedCounters
from conversations.access.limits.windows import Room, Window
from tests.conversations.access.conftest import PATIENCE, ManualClock
from tests.peers import redis

LIMIT = Window("visitor", 2, 60)


@pytest.fixture
def caplog_of_limits(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.WARNING, "conversations.access.limits.shared")
    return caplog


async def test_limits_hold_before_during_and_after_an_outage(
    clock: ManualClock, caplog_of_limits: pytest.LogCaptureFixture
):
    command = redis.find()
    if command is None:
        pytest.skip(redis.MISSING)
    with redis.running_server(command) as server:
        shared = RedisCounters(server.url, clock.elapsed, PATIENCE)
        counters = SharedCounters(shared, MemoryCounters(clock.elapsed), clock.elapsed)
        assert await counters.take([LIMIT]) is None
        assert await shared.take([LIMIT]) is None
        assert await counters.take([LIMIT]) is not None, "another process has counted, too"

        server.stop()
        assert await counters.take([LIMIT]) is None
        assert await counters.take([LIMIT]) is None
        assert await counters.take([LIMIT]) is not None

        server.start()
        clock.now += 2
        assert await counters.take([LIMIT]) is None, "the new server has counted nothing"

    assert [record.message for record in caplog_of_limits.records] == [
        "Redis is away (ConnectionError): until it is back, each process counts by itself what visitors ask.",
        "Redis is back: what visitors ask is counted for all processes again.",
    ]


async def test_a_redis_that_hangs_costs_one_message_a_second_its_patience(clock: ManualClock):
    asked = 0

    class Hanging:
        async def take(self, windows: object) -> None:
            nonlocal asked
            asked += 1
            raise TimeoutError

        async def room(self, window: object) -> Room:
            raise TimeoutError

    counters = SharedCounters(Hanging(), MemoryCounters(clock.elapsed), clock.elapsed)
    for _ in range(10):
        await counters.take([LIMIT])
    assert asked == 1
    clock.now += 1.5
    for _ in range(10):
        await counters.take([LIMIT])
    assert asked == 2
