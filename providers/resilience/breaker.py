"""The circuit breaker: a provider that keeps failing is not asked for a while, then by one call alone.

It is there for every provider: also without options it heeds a vendor that asks us to wait, or whose
credit is used up.
"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError
from providers.options import CircuitBreakerOptions
from providers.ports import ChatReply, ChatResult, DecideResult
from providers.resilience.gates import Admission, Call, Outcome
from providers.resilience.heartbeat import Heartbeat
from providers.resilience.stores.port import Cause, Permit, Refusal, Rules, Store, Verdict

LONGEST_HOLD_SECONDS: Final = 600.0
"""Longest time for which a vendor's Retry-After is heeded."""

QUOTA_SECONDS: Final = 300.0
"""How long a provider is left alone whose credit is used up."""

VERDICTS: Final[Mapping[ErrorCode, Verdict]] = {
    ErrorCode.CONFIG_INVALID: Verdict.NOTHING,
    ErrorCode.CAPABILITY_MISSING: Verdict.NOTHING,
    ErrorCode.MODEL_MISSING: Verdict.NOTHING,
    ErrorCode.TEMPLATE: Verdict.NOTHING,
    ErrorCode.AUTH: Verdict.FAILURE,
    ErrorCode.INVALID_REQUEST: Verdict.ANSWERED,
    ErrorCode.RATE_LIMITED: Verdict.FAILURE,
    ErrorCode.QUOTA: Verdict.QUOTA,
    ErrorCode.BUDGET: Verdict.NOTHING,
    ErrorCode.UNAVAILABLE: Verdict.FAILURE,
    ErrorCode.TIMEOUT: Verdict.FAILURE,
    ErrorCode.NETWORK: Verdict.FAILURE,
    ErrorCode.BAD_RESPONSE: Verdict.FAILURE,
    ErrorCode.BAD_DECISION: Verdict.ANSWERED,
    ErrorCode.REFUSED: Verdict.ANSWERED,
    ErrorCode.TRUNCATED: Verdict.ANSWERED,
    ErrorCode.FILTERED: Verdict.ANSWERED,
    ErrorCode.CIRCUIT_OPEN: Verdict.NOTHING,
    ErrorCode.CANCELLED: Verdict.NOTHING,
}
"""What each error says about the provider."""

SHORTEST_TRIAL_SECONDS: Final = 1.0
"""A trial that may take less is renewed as if it might take so long, to spare the store."""

RENEWALS: Final = 3
"""How often a trial is renewed in the time that it may take: two renewals in a row may go wrong."""

_WEIGHT: Final = (Verdict.QUOTA, Verdict.SUCCESS, Verdict.FAILURE, Verdict.ANSWERED, Verdict.NOTHING)
"""Of several requests that travelled together, the first of these that one of them got speaks for all."""

_REASONS: Final[Mapping[Cause, str]] = {
    Cause.FAILURES: "it failed several times in a row",
    Cause.QUOTA: "its credit or a limit of spending is used up",
    Cause.RETRY_AFTER: "it asked for a pause",
    Cause.BY_HAND: "staff opened its circuit",
    Cause.TRIAL: "another call is trying whether it is well again",
}


class CircuitBreaker:
    """The gate of the circuit `name`.

    `options` None: counted errors never open it. `trial_seconds` is the longest that one attempt may take:
    a trial whose process died is over after it. One that runs keeps its slot for as long as it waits for a
    token or a place, and as its stream lasts. The state lives in `store`, so a provider that is built anew
    finds it again.
    """

    def __init__(
        self, name: str, options: CircuitBreakerOptions | None, trial_seconds: float, store: Store
    ) -> None:
        self._name = name
        self._trial_seconds = trial_seconds
        self._store = store
        self._rules = Rules(
            failures=options.failures if options else None,
            reset=options.reset_ms / 1000 if options else 0.0,
            quota=QUOTA_SECONDS,
        )

    async def admit(self, call: Call) -> Admission | ProviderError:
        """Let the call through, or answer `circuit_open` at once, with the seconds left."""
        entered = await self._store.enter(self._name, self._trial_seconds)
        if isinstance(entered, Refusal):
            return self._circuit_open(entered)
        renewal = None if entered.trial is None else self._renewal(entered)
        return _Watched(self._name, entered, self._rules, self._store, renewal)

    def _renewal(self, trial: Permit) -> Heartbeat:
        pause = max(SHORTEST_TRIAL_SECONDS, self._trial_seconds) / RENEWALS
        return Heartbeat(pause, partial(self._store.renew, self._name, trial, self._trial_seconds))

    def _circuit_open(self, refusal: Refusal) -> ProviderError:
        left = "" if refusal.seconds is None else f" for {refusal.seconds:.1f} seconds at most"
        message = f"The provider {self._name!r} is not asked{left}: {_REASONS[refusal.cause]}."
        return ProviderError(
            code=ErrorCode.CIRCUIT_OPEN,
            message=message[:MESSAGE_LENGTH],
            retry_after=refusal.seconds,
            provider=self._name,
        )


class _Watched:
    """A call whose end the circuit waits for; `renewal` keeps the slot of a trial until then."""

    def __init__(
        self, name: str, permit: Permit, rules: Rules, store: Store, renewal: Heartbeat | None
    ) -> None:
        self._name = name
        self._permit = permit
        self._rules = rules
        self._store = store
        self._renewal = renewal

    async def done(self, outcome: Outcome) -> None:
        """Tell the circuit what the outcome says."""
        results = _results(outcome)
        await self._leave(verdict(results), hold(results))

    async def gone(self) -> None:
        """Tell the circuit nothing; a trial's slot is free again."""
        await self._leave(Verdict.NOTHING, 0.0)

    async def _leave(self, verdict: Verdict, hold: float) -> None:
        if self._renewal is not None:
            self._renewal.stop()
        await self._store.leave(self._name, self._permit, verdict, hold, self._rules)


def verdict(results: Sequence[ChatResult | DecideResult]) -> Verdict:
    """What a call's results say about the provider, all together: one call counts once."""
    said = {
        VERDICTS[result.code] if isinstance(result, ProviderError) else Verdict.SUCCESS for result in results
    }
    return next((one for one in _WEIGHT if one in said), Verdict.NOTHING)


def hold(results: Sequence[ChatResult | DecideResult]) -> float:
    """Seconds for which the vendor asked us to stay away; 0 where it did not, or asked for nonsense."""
    asked = [
        result.retry_after
        for result in results
        if isinstance(result, ProviderError)
        and result.code is ErrorCode.RATE_LIMITED
        and result.retry_after is not None
        and math.isfinite(result.retry_after)
    ]
    return min(max(asked, default=0.0), LONGEST_HOLD_SECONDS)


def _results(outcome: Outcome) -> Sequence[ChatResult | DecideResult]:
    return [outcome] if isinstance(outcome, ChatReply | ProviderError) else outcome
