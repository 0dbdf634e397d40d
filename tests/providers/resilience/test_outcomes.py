"""What each end of a call means to the circuit."""

import math

import pytest

from providers.errors import ErrorCode
from providers.ports import DecideReply, DecideResult
from providers.questions import ConfidenceSource
from providers.resilience.breaker import QUOTA_SECONDS
from providers.resilience.stores import Store
from providers.resilience.stores.port import Cause, CircuitState, Status
from tests.providers.resilience.calling import (
    FAILURE,
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

COUNTED = {
    ErrorCode.AUTH,
    ErrorCode.RATE_LIMITED,
    ErrorCode.UNAVAILABLE,
    ErrorCode.TIMEOUT,
    ErrorCode.NETWORK,
    ErrorCode.BAD_RESPONSE,
}
ANSWERED = {
    ErrorCode.INVALID_REQUEST,
    ErrorCode.BAD_DECISION,
    ErrorCode.REFUSED,
    ErrorCode.TRUNCATED,
    ErrorCode.FILTERED,
}
NEVER_SENT = set(ErrorCode) - COUNTED - ANSWERED - {ErrorCode.QUOTA}

ANSWER = DecideReply(answers={}, confidence_source=ConfidenceSource.DERIVED)
QUOTA = error(ErrorCode.QUOTA)


def rate_limited(retry_after: float | None):
    return error(ErrorCode.RATE_LIMITED, retry_after=retry_after)


@pytest.mark.parametrize("code", sorted(COUNTED))
async def test_counted_errors_open_it(store: Store, code: ErrorCode) -> None:
    circuit = breaker(store)

    await call(circuit, error(code), error(code))

    await refused(circuit)


@pytest.mark.parametrize("code", sorted(ANSWERED | NEVER_SENT))
async def test_other_errors_leave_the_count_as_it_is(store: Store, code: ErrorCode) -> None:
    circuit = breaker(store)

    await call(circuit, error(code), error(code), error(code), FAILURE, error(code))
    assert await passes(circuit)

    await call(circuit, FAILURE)
    await refused(circuit)


@pytest.mark.parametrize("code", sorted(ANSWERED))
async def test_a_trial_that_is_answered_closes_it(store: Store, clock: ManualClock, code: ErrorCode) -> None:
    circuit = breaker(store, name := new_name())
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0

    await call(circuit, error(code))

    assert await store.circuit(name) == CircuitState(Status.CLOSED)


@pytest.mark.parametrize("code", sorted(NEVER_SENT))
async def test_a_trial_that_was_never_sent_gives_the_slot_back(
    store: Store, clock: ManualClock, code: ErrorCode
) -> None:
    circuit = breaker(store, name := new_name())
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0

    await call(circuit, error(code))

    assert (await store.circuit(name)).status is Status.HALF_OPEN
    await begin(circuit)
    await refused(circuit)


@pytest.mark.parametrize("code", sorted(COUNTED))
async def test_a_trial_that_fails_reopens_it(store: Store, clock: ManualClock, code: ErrorCode) -> None:
    circuit = breaker(store, failures=1)
    await call(circuit, FAILURE)
    clock.now = 1.0

    await call(circuit, error(code))

    clock.now = 1.999
    await refused(circuit)
    clock.now = 2.0
    assert await passes(circuit)


@pytest.mark.parametrize("make", [breaker, bare_breaker])
async def test_a_pause_that_the_vendor_asks_for_is_kept_with_a_breaker_or_without(
    store: Store, clock: ManualClock, make
) -> None:
    circuit = make(store, name := new_name())
    await call(circuit, rate_limited(47))

    clock.now = 46.999
    refusal = await refused(circuit)
    assert "it asked for a pause" in refusal.message
    assert (await store.circuit(name)).cause is Cause.RETRY_AFTER

    clock.now = 47.0
    for _ in range(3):  # no trial: all go on at once
        await begin(circuit)


@pytest.mark.parametrize("nonsense", [None, 0.0, -3.0, math.nan, math.inf])
async def test_a_senseless_pause_is_none(store: Store, nonsense: float | None) -> None:
    circuit = bare_breaker(store)

    await call(circuit, rate_limited(nonsense))

    assert await passes(circuit)


async def test_a_pause_lasts_ten_minutes_at_most(store: Store, clock: ManualClock) -> None:
    circuit = bare_breaker(store)
    await call(circuit, rate_limited(86_400))

    clock.now = 599.0
    await refused(circuit)
    clock.now = 600.0
    assert await passes(circuit)


async def test_only_a_429_asks_for_a_pause(store: Store) -> None:
    circuit = bare_breaker(store)

    await call(circuit, error(ErrorCode.UNAVAILABLE, retry_after=47))

    assert await passes(circuit)


async def test_of_several_pauses_the_one_that_lasts_longest_holds(store: Store, clock: ManualClock) -> None:
    circuit = bare_breaker(store)
    one, two = await begin(circuit), await begin(circuit)
    await one.done(rate_limited(47))
    await two.done(rate_limited(5))

    clock.now = 46.0
    await refused(circuit)
    clock.now = 47.0
    assert await passes(circuit)


async def test_a_success_of_a_call_begun_before_does_not_end_a_pause(store: Store) -> None:
    circuit = bare_breaker(store)
    early = await begin(circuit)
    await call(circuit, rate_limited(47))

    await early.done(REPLY)

    await refused(circuit)


async def test_a_pause_outlasts_an_open_circuit_and_a_trial_follows(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store)
    await call(circuit, FAILURE, rate_limited(5))

    clock.now = 4.999
    await refused(circuit)

    clock.now = 5.0
    await begin(circuit)
    await refused(circuit)


async def test_an_open_circuit_outlasts_a_pause(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store, reset_ms=60_000)
    await call(circuit, FAILURE, rate_limited(5))

    clock.now = 59.999
    await refused(circuit)


@pytest.mark.parametrize("make", [breaker, bare_breaker])
async def test_a_used_up_quota_opens_it_for_minutes_then_one_call_tries(
    store: Store, clock: ManualClock, make
) -> None:
    circuit = make(store)
    await call(circuit, QUOTA)

    clock.now = QUOTA_SECONDS - 0.001
    refusal = await refused(circuit)
    assert "credit" in refusal.message

    clock.now = QUOTA_SECONDS
    trial = await begin(circuit)
    await refused(circuit)
    await trial.done(QUOTA)

    clock.now = 2 * QUOTA_SECONDS - 0.001
    await refused(circuit)
    clock.now = 2 * QUOTA_SECONDS
    await call(circuit, REPLY, REPLY)


async def test_with_a_breaker_a_trial_after_a_quota_that_fails_reopens_for_the_reset_time(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store)
    await call(circuit, QUOTA)
    clock.now = QUOTA_SECONDS
    await call(circuit, FAILURE)

    clock.now = QUOTA_SECONDS + 0.999
    await refused(circuit)
    clock.now = QUOTA_SECONDS + 1.0
    assert await passes(circuit)


async def test_without_a_breaker_such_a_trial_closes_as_failures_do_not_count(
    store: Store, clock: ManualClock
) -> None:
    circuit = bare_breaker(store, name := new_name())
    await call(circuit, QUOTA)
    clock.now = QUOTA_SECONDS

    await call(circuit, FAILURE)

    assert await store.circuit(name) == CircuitState(Status.CLOSED)


async def test_requests_that_fail_together_count_once(store: Store) -> None:
    circuit = breaker(store)

    await call(circuit, [FAILURE] * 5)
    assert await passes(circuit)

    await call(circuit, [FAILURE] * 5)
    await refused(circuit)


@pytest.mark.parametrize(
    ("results", "opens"),
    [
        ([FAILURE, ANSWER], False),
        ([FAILURE, error(ErrorCode.BAD_DECISION)], True),
        ([ANSWER, QUOTA], True),
        ([error(ErrorCode.BAD_DECISION), error(ErrorCode.CANCELLED)], False),
        ([], False),
    ],
)
async def test_what_requests_that_travelled_together_say_together(
    store: Store, results: list[DecideResult], opens: bool
) -> None:
    circuit = breaker(store, failures=1)

    await call(circuit, results)

    assert await passes(circuit) is not opens


async def test_the_longest_pause_of_requests_that_travelled_together_holds(
    store: Store, clock: ManualClock
) -> None:
    circuit = bare_breaker(store)
    await call(circuit, [ANSWER, rate_limited(2), rate_limited(7), rate_limited(None)])

    clock.now = 6.999
    await refused(circuit)
    clock.now = 7.0
    assert await passes(circuit)
