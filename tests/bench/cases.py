"""What is measured: the workloads, the databases, and the sides that run them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MODEL_CALLS: Final = 2
"""Of one turn, one after the other."""


class Database(StrEnum):
    """Where turns are stored; the values are headings."""

    SQLITE = "SQLite"
    POSTGRESQL = "PostgreSQL"


class Side(StrEnum):
    """Who runs the turns; the values are headings."""

    OURS = "ours"
    SHARED_SAVER = "LangGraph"
    OWN_SAVERS = "LangGraph, own savers"


SIDES: Final = {
    Database.SQLITE: (Side.OURS, Side.SHARED_SAVER),
    Database.POSTGRESQL: (Side.OURS, Side.SHARED_SAVER, Side.OWN_SAVERS),
}
"""LangGraph's PostgreSQL saver holds one lock, so there it also gets its best: one saver a session."""


@dataclass(frozen=True)
class Case:
    """A workload: `turns` turns in each of `sessions` sessions at once, with a model that takes its time.

    It is run `repetitions` times on each side; `count` asks for statements instead of times.
    """

    sessions: int
    turns: int
    latency_ms: int = 0
    count: bool = False
    repetitions: int = 1

    @property
    def ideal_turns_per_second(self) -> float | None:
        """What a system that costs no time would reach; None with a model that takes none either."""
        if not self.latency_ms:
            return None
        return self.sessions * 1000 / (MODEL_CALLS * self.latency_ms)


@dataclass(frozen=True)
class Plan:
    """The cases of one benchmark; None leaves one out."""

    one: Case
    many: Case
    counted: Case
    thinking: Case | None = None
    long: Case | None = None

    @property
    def cases(self) -> tuple[Case, ...]:
        """All cases that are run, in order."""
        every = (self.one, self.many, self.thinking, self.long, self.counted)
        return tuple(case for case in every if case is not None)


FULL: Final = Plan(
    one=Case(sessions=1, turns=150, repetitions=3),
    many=Case(sessions=50, turns=15, repetitions=3),
    thinking=Case(sessions=40, turns=15, latency_ms=50, repetitions=3),
    long=Case(sessions=1, turns=500, repetitions=3),
    counted=Case(sessions=1, turns=20, count=True),
)

QUICK: Final = Plan(
    one=Case(sessions=1, turns=150),
    many=Case(sessions=50, turns=10),
    counted=Case(sessions=1, turns=10, count=True),
)
"""For the time while somebody works on the speed; too few turns to quote."""
