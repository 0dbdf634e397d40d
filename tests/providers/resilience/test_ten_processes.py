"""Ten processes on one Redis: one limit and one circuit for all, also when Redis goes away meanwhile."""

import time
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.peers.redis import RedisServer
from tests.providers.resilience.calling import new_name
from tests.providers.resilience.processes import NOBODY, Crowd, Report, crowd, take_tokens, watch_circuit
from tests.providers.resilience.sites import serve

pytestmark = pytest.mark.slow

COUNT = 10
RATE = 10
BURST = 10


@pytest.fixture
def server(redis_server: RedisServer) -> Iterator[RedisServer]:
    """A Redis that the test may leave stopped."""
    yield redis_server
    redis_server.stop()
    redis_server.start()


def everybody(what: str, reports: list[Report]) -> bool:
    """Whether all processes have reported something that begins like this."""
    return len({one.number for one in reports if one.what.startswith(what)}) == COUNT


def test_a_limit_of_ten_a_second_lets_ten_a_second_through_in_all(redis_server: RedisServer) -> None:
    seconds = 3.0
    with crowd(COUNT, take_tokens, redis_server.url, new_name()) as processes:
        processes.listen_until(bool)
        began = processes.reports[0].moment
        processes.listen(began + seconds - time.monotonic())
        tokens = [one for one in processes.reports if one.moment <= began + seconds]

    expected = BURST + RATE * seconds
    assert 0.75 * expected <= len(tokens) <= 1.1 * expected
    assert len({token.number for token in tokens}) > 1


def test_one_circuit_opens_for_all_within_a_second(redis_server: RedisServer) -> None:
    with crowd(COUNT, watch_circuit, redis_server.url, new_name()) as processes:
        processes.listen_until(lambda reports: everybody("refused", reports))

    moments = [one.moment for one in processes.reports]
    assert max(moments) - min(moments) < 1


def test_with_redis_stopped_in_the_middle_calls_go_on_and_each_says_so_once(server: RedisServer) -> None:
    with crowd(COUNT, take_tokens, server.url, new_name()) as processes:
        processes.listen(1)
        server.stop()
        stopped = time.monotonic()
        processes.listen_until(
            lambda reports: (
                everybody("Redis is away", reports)
                and everybody("token", [one for one in reports if one.moment > stopped])
            )
        )
        processes.listen(1)
        away = Counter(one.number for one in processes.reports if one.what.startswith("Redis is away"))

        server.start()
        processes.listen_until(lambda reports: everybody("Redis is back", reports))
        processes.listen(0.5)  # who waited for a token of his own process has had it
        back = time.monotonic()
        processes.listen(2)
        tokens = processes.since(back, "token")

    assert away == dict.fromkeys(range(COUNT), 1)
    assert len(tokens) <= 1.25 * (RATE * 2) + BURST


CLOSED = "call: model"
OPEN = "call: model circuit_open, spare"


def wait_for(processes: Crowd, *whats: str, since: float) -> None:
    """Wait until all processes have reported each of these since a moment."""
    processes.listen_until(
        lambda reports: all(
            everybody(what, [one for one in reports if one.moment >= since]) for what in whats
        )
    )


def opened_within_a_second(processes: Crowd, since: float) -> bool:
    """Whether the circuit of all processes was open within a second of the failure."""
    (failed, *_) = processes.since(since, "call: model unavailable, spare")
    opened = processes.since(since, OPEN)
    return len(opened) == COUNT and max(one.moment for one in opened) - failed.moment < 1


def test_a_circuit_is_one_for_all_then_each_its_own_while_redis_is_away_then_one_again(
    server: RedisServer,
) -> None:
    with crowd(COUNT, serve, server.url, new_name()) as processes:
        wait_for(processes, CLOSED, "page: 200 ok", since=0)

        ill = time.monotonic()
        processes.let_fail(0)
        wait_for(processes, OPEN, since=ill)
        assert opened_within_a_second(processes, ill)

        processes.let_fail(NOBODY)
        away = time.monotonic()
        server.stop()
        wait_for(processes, "Redis is away", "page: 200 away", CLOSED, since=away)

        alone = time.monotonic()
        processes.let_fail(3)
        processes.listen_until(lambda reports: bool(processes.since(alone, OPEN)))
        processes.listen(1)
        assert {one.number for one in processes.since(alone, OPEN)} == {3}

        processes.let_fail(NOBODY)
        back = time.monotonic()
        server.start()
        wait_for(processes, "Redis is back", "page: 200 ok", since=back)
        processes.listen_until(lambda reports: any(one.number == 3 for one in processes.since(back, CLOSED)))

        ill_again = time.monotonic()
        processes.let_fail(5)
        wait_for(processes, OPEN, since=ill_again)
        assert opened_within_a_second(processes, ill_again)

    assert not processes.since(0, "call: failed")
    said = Counter(one.what.partition(" (")[0] for one in processes.reports if one.what.startswith("Redis"))
    assert said == {
        "Redis is away": COUNT,
        "Redis is back: circuits and rate limits are shared again.": COUNT,
    }
