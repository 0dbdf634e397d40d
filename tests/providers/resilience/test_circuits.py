"""What staff can do with circuits, and which store a process has."""

import pytest
from pytest_django import Settings

from providers.resilience import circuits
from providers.resilience.circuits import Cause, CircuitState, Status
from providers.resilience.stores import MemoryStore, SharedStore, process_store
from tests.peers.redis import RedisServer
from tests.providers.resilience.calling import FAILURE, breaker, call, new_name, passes, refused


@pytest.fixture(params=["in the process", "in Redis"], autouse=True)
def place(request: pytest.FixtureRequest, settings: Settings) -> str:
    """Where the settings say that the state lives."""
    in_redis = request.param == "in Redis"
    settings.REDIS_URL = request.getfixturevalue("redis_server").url if in_redis else ""
    process_store.cache_clear()
    return str(request.param)


async def test_the_settings_say_where_the_state_lives(place: str) -> None:
    assert isinstance(process_store(), SharedStore if place == "in Redis" else MemoryStore)
    assert await circuits.is_shared() is (place == "in Redis")


async def test_a_provider_that_was_never_asked_has_a_closed_circuit() -> None:
    assert await circuits.state(new_name()) == CircuitState(Status.CLOSED)


async def test_staff_see_open_and_close_the_circuit_that_calls_go_through() -> None:
    circuit = breaker(process_store(), name := new_name())
    await call(circuit, FAILURE, FAILURE)
    assert (await circuits.state(name)).status is Status.OPEN

    await circuits.close(name)
    assert await circuits.state(name) == CircuitState(Status.CLOSED)
    assert await passes(circuit)

    await circuits.open(name)
    assert await circuits.state(name) == CircuitState(Status.OPEN, cause=Cause.BY_HAND)
    await refused(circuit)


async def test_staff_see_several_at_once() -> None:
    names = [new_name(), new_name()]
    await circuits.open(names[1])

    states = await circuits.states(names)

    assert {name: state.status for name, state in states.items()} == {
        names[0]: Status.CLOSED,
        names[1]: Status.OPEN,
    }


@pytest.mark.parametrize("place", ["in Redis"], indirect=True)
async def test_it_is_not_shared_while_redis_is_away(redis_server: RedisServer) -> None:
    with redis_server.hanging():
        assert not await circuits.is_shared()
        assert await circuits.state(new_name()) == CircuitState(Status.CLOSED)
