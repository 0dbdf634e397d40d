"""The two places where the state of circuits and buckets lives."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

import providers.clock
from providers.resilience.stores import MemoryStore, RedisStore, Store
from tests.peers import redis
from tests.peers.redis import RedisServer
from tests.providers.resilience.calling import PATIENCE
from tests.providers.resilience.manual_clock import ManualClock

MakeStore = Callable[[Callable[[], float]], Store]


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


@pytest.fixture(params=["memory", "redis"])
def make_store(request: pytest.FixtureRequest) -> MakeStore:
    """Makes a store that goes by the clock that it is given: one in memory, then one in Redis."""
    if request.param == "memory":
        return MemoryStore
    url = request.getfixturevalue("redis_server").url
    return lambda elapsed: RedisStore(url, elapsed, PATIENCE)


@pytest.fixture
async def clock() -> ManualClock:
    """A clock that the test moves."""
    return ManualClock()


@pytest.fixture
def store(make_store: MakeStore, clock: ManualClock) -> Store:
    """A store that goes by that clock."""
    return make_store(clock.elapsed)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the moment that it is."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(providers.clock, "now", lambda: moment)

    return set_to
