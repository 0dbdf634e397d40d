"""Circuits and buckets of this process alone."""

import math
import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from providers import clock, identifiers
from providers.resilience.stores.port import (
    Cause,
    CircuitState,
    Permit,
    Refusal,
    Rules,
    Status,
    Verdict,
)

ROUNDING: Final = 1e-6
"""Seconds by which sums of times may miss the moment that they mean."""


@dataclass
class _Circuit:
    """One circuit. It is closed while there is no `cause`; times are of the store's clock, in seconds."""

    failures: int = 0
    openings: int = 0
    cause: Cause | None = None
    open_until: float = -math.inf
    held_until: float = -math.inf
    trial: str | None = None
    trial_until: float = -math.inf

    def refusal(self, now: float) -> Refusal | None:
        """Why no call gets through at this moment, a trial on its way apart."""
        until = max(self.open_until, self.held_until)
        if until <= now:
            return None
        if self.cause is Cause.BY_HAND:
            return Refusal(self.cause, None)
        held = self.cause is None or self.held_until > self.open_until
        return Refusal(Cause.RETRY_AFTER if held else self.cause or Cause.FAILURES, until - now)

    def open(self, cause: Cause, until: float) -> None:
        """Open it, or open it anew."""
        self.openings += 1
        self.failures = 0
        self.cause = cause
        self.open_until = until
        self.trial = None

    def close(self) -> None:
        """Close it and forget its failures."""
        self.failures = 0
        self.cause = None
        self.open_until = -math.inf
        self.trial = None

    def judge(self, verdict: Verdict, now: float, rules: Rules) -> None:
        """Take in how a call ended that began while the circuit was as closed as it is now."""
        match verdict:
            case Verdict.SUCCESS:
                self.failures = 0
            case Verdict.QUOTA:
                self.open(Cause.QUOTA, now + rules.quota)
            case Verdict.FAILURE:
                self.failures += 1
                if rules.failures is not None and self.failures >= rules.failures:
                    self.open(Cause.FAILURES, now + rules.reset)

    def judge_trial(self, verdict: Verdict, now: float, rules: Rules) -> None:
        """Take in how the trial ended."""
        self.trial = None
        match verdict:
            case Verdict.NOTHING:
                return
            case Verdict.QUOTA:
                self.open(Cause.QUOTA, now + rules.quota)
            case Verdict.FAILURE if rules.failures is not None:
                self.open(Cause.FAILURES, now + rules.reset)
            case _:
                self.close()


class MemoryStore:
    """A `Store` for all event loops and threads of the process. `elapsed` is its clock, in seconds."""

    def __init__(self, elapsed: Callable[[], float] | None = None) -> None:
        self._elapsed = elapsed or (lambda: clock.elapsed())
        self._lock = threading.Lock()
        self._circuits: defaultdict[str, _Circuit] = defaultdict(_Circuit)
        self._full_at: dict[str, float] = {}

    async def take(self, name: str, per_second: float, burst: int) -> float:
        """See `Store`. A bucket is one number: the moment at which it is full again."""
        interval = 1 / per_second
        with self._lock:
            now = self._elapsed()
            full_at = min(max(self._full_at.get(name, now), now), now + burst * interval)
            wait = full_at - (burst - 1) * interval - now
            taken = wait <= ROUNDING
            # Kept without a token too: of a limit that was lower before, only an empty bucket is left.
            self._full_at[name] = full_at + interval if taken else full_at
        return 0.0 if taken else wait

    async def enter(self, name: str, trial_seconds: float) -> Permit | Refusal:
        """See `Store`. In the process every trial is handed back, so its slot does not lapse."""
        with self._lock:
            now = self._elapsed()
            circuit = self._circuits[name]
            refusal = circuit.refusal(now)
            if refusal is not None:
                return refusal
            if circuit.cause is None:
                return Permit(circuit.openings)
            if circuit.trial is not None:
                return Refusal(Cause.TRIAL, max(0.0, circuit.trial_until - now))
            circuit.trial = identifiers.trial()
            circuit.trial_until = now + trial_seconds
            return Permit(circuit.openings, circuit.trial)

    async def renew(self, name: str, permit: Permit, trial_seconds: float) -> None:
        """See `Store`. Refused calls are told how long the trial may still take."""
        with self._lock:
            circuit = self._circuits[name]
            if permit.trial is not None and permit.trial == circuit.trial:
                circuit.trial_until = self._elapsed() + trial_seconds

    async def leave(self, name: str, permit: Permit, verdict: Verdict, hold: float, rules: Rules) -> None:
        """See `Store`."""
        with self._lock:
            now = self._elapsed()
            circuit = self._circuits[name]
            if hold > 0:
                circuit.held_until = max(circuit.held_until, now + hold)
            if permit.trial is not None:
                if permit.trial == circuit.trial:
                    circuit.judge_trial(verdict, now, rules)
            elif permit.opening == circuit.openings:
                circuit.judge(verdict, now, rules)

    async def circuit(self, name: str) -> CircuitState:
        """See `Store`."""
        with self._lock:
            circuit = self._circuits.get(name, _Circuit())
            refusal = circuit.refusal(self._elapsed())
            if refusal is not None:
                return CircuitState(Status.OPEN, circuit.failures, refusal.cause, refusal.seconds)
            status = Status.CLOSED if circuit.cause is None else Status.HALF_OPEN
            return CircuitState(status, circuit.failures, circuit.cause)

    async def open(self, name: str) -> None:
        """See `Store`."""
        with self._lock:
            self._circuits[name].open(Cause.BY_HAND, math.inf)

    async def close(self, name: str) -> None:
        """See `Store`."""
        with self._lock:
            self._circuits[name].close()
            self._circuits[name].held_until = -math.inf

    async def is_shared(self) -> bool:
        """No, never."""
        return False
