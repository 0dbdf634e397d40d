"""The circuit breaker, with its state in the process and in Redis."""

import pytest

from providers.errors import ErrorCode, ProviderError
from providers.resilience.stores import Store
from providers.resilience.stores.port import Cause, CircuitState, Status
from tests.providers.resilience.calling import (
    FAILURE,
    REPLY,
    bare_breaker,
    begin,
    begin_all,
    breaker,
    call,
    error,
    new_name,
    passes,
    refused,
)
from tests.providers.resilience.manual_clock import ManualClock

TIMEOUT = error(ErrorCode.TIMEOUT)


async def test_two_failures_open_it_until_one_trial_after_exactly_the_reset_time(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store)
    await call(circuit, FAILURE, FAILURE)

    clock.now = 0.999
    await refused(circuit)

    clock.now = 1.0
    await call(circuit, FAILURE)

    clock.now = 1.5
    await refused(circuit)

    clock.now = 2.0
    trial = await begin(circuit)
    await refused(circuit)
    await trial.gone()

    trial = await begin(circuit)
    await trial.done(REPLY)
    await call(circuit, REPLY, FAILURE, REPLY)


async def test_a_success_between_failures_keeps_it_closed(store: Store) -> None:
    circuit = breaker(store)

    await call(circuit, FAILURE, REPLY, FAILURE)

    assert await passes(circuit)


async def test_cancelled_calls_keep_it_closed(store: Store) -> None:
    circuit = breaker(store)

    for _ in range(3):
        await (await begin(circuit)).gone()

    assert await passes(circuit)


async def test_time_outs_open_it(store: Store) -> None:
    circuit = breaker(store)

    await call(circuit, TIMEOUT, TIMEOUT)

    await refused(circuit)


async def test_failures_on_both_sides_of_a_cancelled_call_are_in_a_row(store: Store) -> None:
    circuit = breaker(store)

    await call(circuit, FAILURE)
    await (await begin(circuit)).gone()
    await call(circuit, FAILURE)

    await refused(circuit)


async def test_an_open_circuit_says_who_and_for_how_long(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store, name := new_name())
    await call(circuit, FAILURE, FAILURE)

    clock.now = 0.25
    refusal = await refused(circuit)

    assert refusal.provider == name
    assert refusal.retry_after == pytest.approx(0.75)
    assert refusal.retryable
    assert refusal.message == (
        f"The provider {name!r} is not asked for 0.8 seconds at most: it failed several times in a row."
    )


async def test_refused_calls_change_nothing(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store)
    await call(circuit, FAILURE, FAILURE)

    clock.now = 0.999
    for _ in range(10):
        await refused(circuit)

    clock.now = 1.0
    assert await passes(circuit)


async def test_a_failed_trial_reopens_it_for_the_full_reset_time(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 5.0
    trial = await begin(circuit)

    clock.now = 7.0
    await trial.done(FAILURE)

    clock.now = 7.999
    await refused(circuit)
    clock.now = 8.0
    assert await passes(circuit)


async def test_after_a_good_trial_as_many_failures_as_before_are_needed(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    await call(circuit, REPLY, FAILURE)

    assert await passes(circuit)
    await call(circuit, FAILURE)
    await refused(circuit)


async def test_of_twenty_calls_at_the_moment_it_half_opens_one_goes_out(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0

    results = await begin_all(circuit, 20)

    errors = [result for result in results if isinstance(result, ProviderError)]
    assert [one.code for one in errors] == [ErrorCode.CIRCUIT_OPEN] * 19


async def test_calls_fail_fast_while_a_trial_lasts(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store, trial_seconds=60)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    trial = await begin(circuit)

    clock.now = 60.9
    refusal = await refused(circuit)
    assert refusal.retry_after is not None
    assert "another call is trying" in refusal.message

    await trial.done(REPLY)
    assert await passes(circuit)


async def test_the_end_of_a_call_begun_before_it_opened_is_ignored_while_it_is_open(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store)
    early = [await begin(circuit) for _ in range(3)]
    await call(circuit, FAILURE, FAILURE)

    await early[0].done(REPLY)
    await refused(circuit)
    clock.now = 0.5
    await early[1].done(FAILURE)
    await early[2].gone()

    clock.now = 0.999
    await refused(circuit)
    clock.now = 1.0
    assert await passes(circuit)


async def test_it_is_ignored_while_the_trial_lasts(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store)
    early = [await begin(circuit) for _ in range(3)]
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    trial = await begin(circuit)

    await early[0].done(REPLY)
    await early[1].done(FAILURE)
    await early[2].gone()

    await refused(circuit)
    await trial.done(REPLY)
    assert await passes(circuit)


async def test_it_is_ignored_after_it_has_closed_again(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store)
    early = [await begin(circuit) for _ in range(3)]
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    await call(circuit, REPLY)

    await early[0].done(FAILURE)
    await early[1].done(FAILURE)
    assert await passes(circuit)

    await call(circuit, FAILURE)
    await early[2].done(REPLY)
    await call(circuit, FAILURE)
    await refused(circuit)


async def test_circuits_of_other_names_stay_closed(store: Store) -> None:
    await call(breaker(store), FAILURE, FAILURE)

    assert await passes(breaker(store))


async def test_a_provider_that_is_built_anew_finds_its_circuit_again(store: Store) -> None:
    await call(breaker(store, name := new_name()), FAILURE, FAILURE)

    await refused(breaker(store, name, failures=5))


async def test_without_options_failures_never_open_it(store: Store) -> None:
    circuit = bare_breaker(store)

    await call(circuit, *[FAILURE] * 20)

    assert await passes(circuit)


async def test_staff_see_how_it_stands(store: Store, clock: ManualClock) -> None:
    circuit = breaker(store, name := new_name())
    assert await store.circuit(name) == CircuitState(Status.CLOSED)

    await call(circuit, FAILURE)
    assert await store.circuit(name) == CircuitState(Status.CLOSED, failures=1)

    await call(circuit, FAILURE)
    clock.now = 0.25
    assert await store.circuit(name) == CircuitState(Status.OPEN, 0, Cause.FAILURES, 0.75)

    clock.now = 1.0
    assert await store.circuit(name) == CircuitState(Status.HALF_OPEN, 0, Cause.FAILURES)

    await call(circuit, REPLY)
    assert await store.circuit(name) == CircuitState(Status.CLOSED)


async def test_opened_by_hand_it_stays_open_until_it_is_closed_by_hand(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store, name := new_name())
    await store.open(name)

    clock.now = 1e6
    refusal = await refused(circuit)

    assert refusal.retry_after is None
    assert refusal.message == f"The provider {name!r} is not asked: staff opened its circuit."
    assert await store.circuit(name) == CircuitState(Status.OPEN, 0, Cause.BY_HAND)
    await store.close(name)
    assert await passes(circuit)


async def test_opened_by_hand_it_heeds_no_call_that_is_still_on_its_way(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store, name := new_name())
    early = await begin(circuit)
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    trial = await begin(circuit)
    await store.open(name)

    await early.done(REPLY)
    await trial.done(REPLY)

    assert (await store.circuit(name)).cause is Cause.BY_HAND


async def test_closed_by_hand_it_forgets_failures_and_who_asked_for_a_pause(store: Store) -> None:
    circuit = breaker(store, name := new_name())
    await call(circuit, FAILURE)
    await store.close(name)
    await call(circuit, FAILURE)
    assert await passes(circuit)

    await call(circuit, error(ErrorCode.RATE_LIMITED, retry_after=47))
    await refused(circuit)
    await store.close(name)

    assert await store.circuit(name) == CircuitState(Status.CLOSED)
    assert await passes(circuit)


async def test_closed_by_hand_during_a_trial_it_ignores_how_that_ends(
    store: Store, clock: ManualClock
) -> None:
    circuit = breaker(store, name := new_name())
    await call(circuit, FAILURE, FAILURE)
    clock.now = 1.0
    trial = await begin(circuit)
    await store.close(name)

    await trial.done(FAILURE)

    assert await store.circuit(name) == CircuitState(Status.CLOSED)
