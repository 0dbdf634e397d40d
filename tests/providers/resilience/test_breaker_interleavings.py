"""Calls that begin and end in any order, against what the rules say of the whole history."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from providers.errors import ErrorCode, ProviderError
from providers.resilience.breaker import QUOTA_SECONDS
from providers.resilience.gates import Admission
from tests.providers.resilience.calling import CALL, FAILURE, REPLY, begin, breaker, call, error, new_name
from tests.providers.resilience.conftest import MakeStore
from tests.providers.resilience.manual_clock import ManualClock

FAILURES = 2
RESET = 1.0
PAUSE = 2.0

OUTCOMES = {
    "success": REPLY,
    "failure": FAILURE,
    "quota": error(ErrorCode.QUOTA),
    "pause": error(ErrorCode.RATE_LIMITED, retry_after=PAUSE),
    "answered": error(ErrorCode.INVALID_REQUEST),
    "unsent": error(ErrorCode.BUDGET),
    "gone": None,
}

ENDINGS = st.tuples(st.integers(0, 7), st.sampled_from(list(OUTCOMES)))
STEPS = st.one_of(
    st.just("begin"),
    ENDINGS,
    ENDINGS,
    # Eighths of a second are exact in binary, so that "exactly after the reset time" is met.
    st.sampled_from([0.125, 0.875, RESET, PAUSE, QUOTA_SECONDS]),
    st.sampled_from(["begin", "begin", "open by hand", "close by hand"]),
)


@dataclass
class Rulebook:
    """Says who is let through by looking back, where the code keeps a state.

    `since` is when the circuit closed last, as a number of the history, or None while it is not closed.
    """

    since: int | None = 0
    until: float = 0.0
    by_hand: bool = False
    paused_until: float = 0.0
    trial: object | None = None
    in_a_row: int = 0
    number: int = 0
    begun: dict[int, int] = field(default_factory=dict)

    def lets_through(self, now: float) -> bool:
        if self.by_hand or now < self.paused_until:
            return False
        return self.since is not None or (now >= self.until and self.trial is None)

    def begin(self, call: object) -> None:
        self.number += 1
        self.begun[id(call)] = self.number
        if self.since is None:
            self.trial = call

    def end(self, call: object, how: str, now: float) -> None:
        self.number += 1
        if how == "pause":
            self.paused_until = max(self.paused_until, now + PAUSE)
        counted = how in ("failure", "pause")
        if self.trial is call:
            self.trial = None
            if how == "quota":
                self.open_until(now + QUOTA_SECONDS)
            elif counted:
                self.open_until(now + RESET)
            elif how in ("success", "answered"):
                self.close()
        elif self.since is not None and self.begun[id(call)] > self.since:
            if how == "quota":
                self.open_until(now + QUOTA_SECONDS)
            elif how == "success":
                self.in_a_row = 0
            elif counted:
                self.in_a_row += 1
                if self.in_a_row == FAILURES:
                    self.open_until(now + RESET)

    def open_until(self, moment: float, by_hand: bool = False) -> None:
        self.since, self.until, self.by_hand, self.trial, self.in_a_row = None, moment, by_hand, None, 0

    def close(self) -> None:
        self.number += 1
        # A circuit that was closed already goes on with the calls that it let through.
        self.since = self.number if self.since is None else self.since
        self.by_hand, self.trial, self.in_a_row = False, None, 0


@given(steps=st.lists(STEPS, min_size=15, max_size=80))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_calls_are_let_through_as_the_rules_say(make_store: MakeStore, steps: Sequence[object]) -> None:
    asyncio.run(play(make_store, steps))


async def play(make_store: MakeStore, steps: Sequence[object]) -> None:
    clock, rules = ManualClock(), Rulebook()
    store = make_store(clock.elapsed)
    circuit = breaker(store, name := new_name(), failures=FAILURES, reset_ms=int(RESET * 1000))
    running: list[Admission] = []
    for step in steps:
        match step:
            case float():
                clock.now += step
            case "begin":
                expected = rules.lets_through(clock.now)
                result = await circuit.admit(CALL)
                assert isinstance(result, ProviderError) is not expected
                if not isinstance(result, ProviderError):
                    rules.begin(result)
                    running.append(result)
            case "open by hand":
                await store.open(name)
                rules.open_until(float("inf"), by_hand=True)
            case "close by hand":
                await store.close(name)
                rules.close()
                rules.paused_until = 0.0
            case (int(position), str(how)) if running:
                ending = running.pop(position % len(running))
                outcome = OUTCOMES[how]
                await (ending.gone() if outcome is None else ending.done(outcome))
                rules.end(ending, how, clock.now)


@given(
    callers=st.integers(2, 12),
    cancelled=st.sets(st.integers(0, 11)),
    rounds=st.integers(1, 4),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_callers_side_by_side_never_make_two_trials(
    make_store: MakeStore, callers: int, cancelled: set[int], rounds: int
) -> None:
    async def meet() -> None:
        clock = ManualClock()
        circuit = breaker(make_store(clock.elapsed), failures=1)
        await call(circuit, FAILURE)
        for _ in range(rounds):
            clock.now += RESET
            tasks = [asyncio.ensure_future(circuit.admit(CALL)) for _ in range(callers)]
            await asyncio.sleep(0)
            for number in cancelled:
                if number < callers:
                    tasks[number].cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            trials = [one for one in results if not isinstance(one, ProviderError | BaseException)]
            assert len(trials) <= 1
            # Where there is none, the one that had the slot was cancelled, and gave it back.
            trial = trials[0] if trials else await begin(circuit)
            await trial.done(FAILURE)

    asyncio.run(meet())
