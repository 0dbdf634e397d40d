"""Callers that come and go in any order, against what a token bucket promises."""

import asyncio
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.providers.resilience.callers import Callers
from tests.providers.resilience.conftest import MakeStore
from tests.providers.resilience.manual_clock import ManualClock

COME, GO = "come", "go"
EVENTS = st.lists(
    st.tuples(
        st.integers(0, 6),  # eighths of a second since the event before
        st.sampled_from([COME, COME, GO]),
        st.integers(0, 9),
    ),
    min_size=4,
    max_size=30,
)
FOR_EVER = 1e5
QUIET = [HealthCheck.function_scoped_fixture]


async def let_happen(callers: Callers, events: Sequence[tuple[int, str, int]]) -> None:
    """Let callers come, and go before they got a token; then wait until all others have one."""
    number = 0
    for pause, what, who in events:
        await callers.clock.run_until(callers.clock.now + pause / 8)
        waiting = [name for name in callers.tasks if not callers.tasks[name].done()]
        if what == COME:
            await callers.come(str(number))
            number += 1
        elif waiting:
            await callers.leave(waiting[who % len(waiting)])
    await callers.clock.run_until(FOR_EVER)


def promised(events: Sequence[tuple[int, str, int]], rate: Fraction, burst: int) -> dict[str, Fraction]:
    """When each caller gets a token, from the promise alone.

    In any span of time no more than a full bucket and what flows in meanwhile, nobody before those who
    came earlier, and nobody later than that.
    """
    moments: dict[str, Fraction] = {}
    line: list[tuple[str, Fraction]] = []
    now = Fraction(0)
    number = 0

    def serve(until: Fraction | None) -> None:
        while line:
            name, came = line[0]
            granted = list(moments.values())
            earliest = [
                moment + (len(granted) - position + 1 - burst) / rate
                for position, moment in enumerate(granted)
            ]
            moment = max([came, *granted[-1:], *earliest])
            if until is not None and moment > until:
                return
            moments[name] = moment
            line.pop(0)

    for pause, what, who in events:
        now += Fraction(pause, 8)
        serve(now)
        if what == COME:
            line.append((str(number), now))
            number += 1
            serve(now)
        elif line:
            line.pop(who % len(line))
    serve(None)
    return moments


# Powers of two are exact, so that somebody may go at the very moment of his token.
@given(events=EVENTS, rate=st.sampled_from([0.5, 1, 2, 4, 8]), burst=st.integers(1, 4))
@settings(max_examples=100, deadline=None, suppress_health_check=QUIET)
def test_everybody_gets_a_token_at_the_first_moment_that_the_promise_allows(
    make_store: MakeStore, events: list[tuple[int, str, int]], rate: float, burst: int
) -> None:
    async def scenario() -> dict[str, float]:
        clock = ManualClock()
        callers = Callers(make_store(clock.elapsed), clock, rate, burst)
        await let_happen(callers, events)
        return callers.moments

    expected = promised(events, Fraction(rate), burst)
    moments = asyncio.run(scenario())
    assert list(moments) == list(expected)
    assert list(moments.values()) == pytest.approx([float(moment) for moment in expected.values()])


@given(events=EVENTS, rate=st.floats(0.1, 50), burst=st.integers(1, 6))
@settings(max_examples=60, deadline=None, suppress_health_check=QUIET)
def test_no_span_of_time_sees_more_tokens_than_a_full_bucket_and_what_flows_in(
    make_store: MakeStore, events: list[tuple[int, str, int]], rate: float, burst: int
) -> None:
    async def scenario() -> Callers:
        clock = ManualClock()
        callers = Callers(make_store(clock.elapsed), clock, rate, burst)
        await let_happen(callers, events)
        return callers

    callers = asyncio.run(scenario())
    moments = list(callers.moments.values())
    for first, start in enumerate(moments):
        for last, end in enumerate(moments[first:], start=first):
            assert last - first + 1 <= burst + (end - start) * rate + 1e-3
    assert list(map(int, callers.moments)) == sorted(map(int, callers.moments))
    assert all(task.cancelled() or name in callers.moments for name, task in callers.tasks.items())
