"""The two places where it is counted what visitors ask."""

from collections.abc import Callable, Iterator

import pytest

from conversations.access.limits.memory import MemoryCounters
from conversations.access.limits.redis import RedisCounters
from conversations.access.limits.windows import Counters
from tests.peers import redis
from tests.peers.redis import RedisServer

PATIENCE = 30.0
"""Seconds that Redis may take in a test: machines that run tests are busy."""


class ManualClock:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_003.0

    def elapsed(self) -> float:
        return self.now


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis of the tests' own, which one of them may stop and start again."""
    command = redis.find()
    if command:
        with redis.running_server(command) as server:
            yield server
    elif redis.required():
        pytest.fail(redis.MISSING)
    else:
        pytest.skip(redis.MISSING)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture(params=["memory", "redis"])
def make_counters(request: pytest.FixtureRequest, clock: ManualClock) -> Callable[[], Counters]:
    """Makes counters that go by the clock: those of a process, then those of several that share a Redis."""
    if request.param == "memory":
        own = MemoryCounters(clock.elapsed)
        return lambda: own
    url = request.getfixturevalue("redis_server").url
    return lambda: RedisCounters(url, clock.elapsed, PATIENCE)
