"""The rate limiter, with its bucket in the process and in Redis."""

from collections.abc import Sequence

import pytest

from providers.options import RateLimitOptions
from providers.resilience.stores import Store
from tests.providers.resilience.callers import Callers
from tests.providers.resilience.manual_clock import ManualClock


@pytest.mark.parametrize(
    ("per_second", "burst", "number", "times"),
    [
        (20, 1, 4, [0, 50, 100, 150]),
        (5, None, 8, [0, 0, 0, 0, 0, 200, 400, 600]),
        (0.5, None, 3, [0, 2000, 4000]),
        (2.5, None, 5, [0, 0, 0, 400, 800]),
        (3, 1, 4, [0, 333.333, 666.667, 1000]),
        (1000, 2, 4, [0, 0, 1, 2]),
    ],
)
async def test_calls_wait_for_a_token(
    store: Store,
    clock: ManualClock,
    per_second: float,
    burst: int | None,
    number: int,
    times: Sequence[float],
) -> None:
    callers = Callers(store, clock, per_second, burst)

    await callers.come(*map(str, range(number)))
    await clock.run_until(10)

    assert callers.times() == times


async def test_it_refills_all_the_time_up_to_a_full_bucket(store: Store, clock: ManualClock) -> None:
    callers = Callers(store, clock, 10, 2)
    await callers.come("a", "b")
    await clock.run_until(0.05)  # half a token

    await callers.come("c")
    await clock.run_until(5)
    await callers.come("d", "e", "f")
    await clock.run_until(10)

    assert callers.times() == [0, 0, 100, 5000, 5000, 5100]


async def test_calls_are_served_in_the_order_in_which_they_came(store: Store, clock: ManualClock) -> None:
    callers = Callers(store, clock, 10, 1)

    await callers.come("a", "b", "c")
    await clock.run_until(0.15)
    await callers.come("d")
    await clock.run_until(10)

    assert list(callers.moments) == ["a", "b", "c", "d"]


async def test_who_is_cancelled_while_waiting_frees_the_place(store: Store, clock: ManualClock) -> None:
    callers = Callers(store, clock, 10, 1)
    await callers.come("a", "b", "c", "d", "e")

    await clock.run_until(0.05)
    await callers.leave("b")  # the first in the line
    await callers.leave("d")  # one behind
    await clock.run_until(10)

    assert callers.moments == pytest.approx({"a": 0, "c": 0.1, "e": 0.2})


async def test_when_all_who_wait_are_cancelled_no_token_is_lost(store: Store, clock: ManualClock) -> None:
    callers = Callers(store, clock, 10, 1)
    await callers.come("a", "b", "c")
    await callers.leave("c")
    await callers.leave("b")

    await clock.run_until(0.1)
    await callers.come("d")

    assert callers.moments == pytest.approx({"a": 0, "d": 0.1})


async def test_requests_that_travel_together_are_one_token(store: Store, clock: ManualClock) -> None:
    callers = Callers(store, clock, 10, 2)

    await callers.come("a", "b", travelling=50)

    assert callers.times() == [0, 0]


async def test_a_changed_limit_holds_at_once(store: Store, clock: ManualClock) -> None:
    callers = Callers(store, clock, 0.01, 1)
    await callers.come("a")

    callers.change(10, 1)
    await callers.come("b")
    await clock.run_until(10)

    assert callers.times() == [0, 100]


async def test_buckets_of_other_names_are_full(store: Store, clock: ManualClock) -> None:
    for _ in range(3):
        callers = Callers(store, clock, 1, 1)
        await callers.come("a")
        assert callers.times() == [0]


@pytest.mark.parametrize("per_second", [0.1, 1, 9.5])
def test_a_burst_is_the_rate_rounded_up_where_none_is_set(per_second: float) -> None:
    assert RateLimitOptions(per_second=per_second).size == max(1, -(-per_second // 1))
