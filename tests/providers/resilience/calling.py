"""Calls through a gate, step by step: begun, and ended as a test wants it."""

import asyncio
from collections.abc import Sequence
from itertools import count
from typing import Any

from providers.errors import ErrorCode, ProviderError
from providers.options import CircuitBreakerOptions
from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole
from providers.resilience.breaker import CircuitBreaker
from providers.resilience.gates import Admission, Gate, Outcome
from providers.resilience.stores import Store

REPLY = ChatReply(text="Hi")
CALL = ChatRequest(messages=(ChatMessage(role=ChatRole.HUMAN, text="Hi"),))
NEVER = 1e6
"""Seconds that no test lasts."""

PATIENCE = 30.0
"""Seconds that a Redis of the tests may take on a busy machine."""

_numbers = count()


def new_name() -> str:
    """A name that no other test uses, though they share a Redis."""
    return f"provider-{next(_numbers)}"


def error(code: ErrorCode, **values: Any) -> ProviderError:
    return ProviderError(code=code, message="It did not work.", **values)


FAILURE = error(ErrorCode.UNAVAILABLE)


def breaker(
    store: Store,
    name: str | None = None,
    *,
    failures: int = 2,
    reset_ms: int = 1000,
    trial_seconds: float = NEVER,
) -> CircuitBreaker:
    """A circuit breaker with the numbers of the vectors."""
    options = CircuitBreakerOptions(failures=failures, reset_ms=reset_ms)
    return CircuitBreaker(name or new_name(), options, trial_seconds, store)


def bare_breaker(store: Store, name: str | None = None) -> CircuitBreaker:
    """The circuit breaker of a provider without options for it."""
    return CircuitBreaker(name or new_name(), None, NEVER, store)


async def begin(gate: Gate) -> Admission:
    """Begin a call, which has to be let through."""
    admission = await gate.admit(CALL)
    assert not isinstance(admission, ProviderError), admission
    return admission


async def refused(gate: Gate) -> ProviderError:
    """Begin a call, which has to fail fast."""
    refusal = await gate.admit(CALL)
    assert isinstance(refusal, ProviderError)
    assert refusal.code is ErrorCode.CIRCUIT_OPEN
    return refusal


async def call(gate: Gate, *outcomes: Outcome) -> None:
    """Make calls one after the other, which end like this."""
    for outcome in outcomes:
        await (await begin(gate)).done(outcome)


async def passes(gate: Gate) -> bool:
    """Whether a call is let through; it is cancelled at once."""
    admission = await gate.admit(CALL)
    if isinstance(admission, ProviderError):
        return False
    await admission.gone()
    return True


async def begin_all(gate: Gate, number: int) -> Sequence[Admission | ProviderError]:
    """Begin several calls side by side."""
    return await asyncio.gather(*(gate.admit(CALL) for _ in range(number)))
