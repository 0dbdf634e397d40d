"""What circuits and buckets need of the place where their state lives."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Verdict(StrEnum):
    """What the end of a call says about the provider."""

    SUCCESS = "success"
    FAILURE = "failure"
    """Counts against the circuit."""
    QUOTA = "quota"
    """Credit or a limit of spending is used up: opens the circuit at once."""
    ANSWERED = "answered"
    """An error that shows that somebody is there: closes after a trial, counts nothing otherwise."""
    NOTHING = "nothing"
    """The call was never sent, or nobody waited for its end: says nothing."""


class Cause(StrEnum):
    """Why a call is refused."""

    FAILURES = "failures"
    QUOTA = "quota"
    RETRY_AFTER = "retry_after"
    """The vendor asked us to wait."""
    BY_HAND = "by_hand"
    TRIAL = "trial"
    """Time is over, and another call is finding out whether the provider is well again."""


class Status(StrEnum):
    """Where a circuit stands."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"
    """The next call is the trial, or a trial is on its way."""


@dataclass(frozen=True)
class Rules:
    """When a circuit opens and for how long; times in seconds.

    `failures` None: counted errors do not open it, only a used-up quota and staff do.
    """

    failures: int | None
    reset: float
    quota: float


@dataclass(frozen=True)
class Permit:
    """A call that a circuit let through, to be handed back at its end.

    `opening` says how often the circuit had opened before; `trial` is the key of the one trial's slot,
    `shared` tells whether the state that let it through is shared by several processes.
    """

    opening: int
    trial: str | None = None
    shared: bool = False


@dataclass(frozen=True)
class Refusal:
    """A call that a circuit did not let through. `seconds` is the longest wait, None where nobody knows."""

    cause: Cause
    seconds: float | None


@dataclass(frozen=True)
class CircuitState:
    """A circuit as staff see it: `failures` in a row, the cause of its being open and the seconds left."""

    status: Status
    failures: int = 0
    cause: Cause | None = None
    seconds: float | None = None


class Buckets(Protocol):
    """Buckets of tokens, by the name of their provider."""

    async def take(self, name: str, per_second: float, burst: int) -> float:
        """Take a token and return 0, or return the seconds until there may be one; one atomic step."""
        ...


class Store(Buckets, Protocol):
    """Circuits and buckets, by the name of their provider. Every method is one atomic step."""

    async def enter(self, name: str, trial_seconds: float) -> Permit | Refusal:
        """Let a call through a circuit, or not.

        Where a process may die without handing a trial back, its slot lapses after `trial_seconds`.
        """
        ...

    async def renew(self, name: str, permit: Permit, trial_seconds: float) -> None:
        """Let the slot of a trial that still runs lapse no earlier than after `trial_seconds` from now."""
        ...

    async def leave(self, name: str, permit: Permit, verdict: Verdict, hold: float, rules: Rules) -> None:
        """Hand a permit back with what the call's end said. No call gets through for `hold` seconds."""
        ...

    async def circuit(self, name: str) -> CircuitState:
        """Look at a circuit."""
        ...

    async def open(self, name: str) -> None:
        """Open a circuit by hand: it stays open until it is closed by hand."""
        ...

    async def close(self, name: str) -> None:
        """Close a circuit by hand, whatever holds it open, and forget its failures."""
        ...

    async def is_shared(self) -> bool:
        """Tell whether the state is one with that of other processes at this moment."""
        ...
