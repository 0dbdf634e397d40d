"""How sessions go through a graph: which ways they take, and where they stop.

Only the newest sessions are looked at, so that it costs the same however many there are.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import nlargest
from typing import Final, NamedTuple
from uuid import UUID

from conversations.authoring.nodes import END
from conversations.models import Session, SessionStatus, Step, StepOutcome

SESSIONS: Final = 1_000
"""The newest of a graph, of which is told where they stand."""

FOLLOWED: Final = 200
"""The newest of these, whose steps are read."""

QUIET_AFTER: Final = timedelta(hours=1)
"""Without a word for so long, an active session has probably been left."""


class Standing(NamedTuple):
    """Where a session stood when it was last active."""

    session: UUID
    status: str
    node: str
    at: datetime


class StepSeen(NamedTuple):
    """What is read of a step."""

    turn: int
    node: str
    outcome: str
    cursor: str


@dataclass(frozen=True)
class Stop:
    """How many sessions stand at a node: in conversation, left, ended unfinished, in staff's hands."""

    node: str
    active: int
    left: int
    ended: int
    handed_over: int

    @property
    def stopped(self) -> int:
        """Those that did not go on from here."""
        return self.left + self.ended


@dataclass(frozen=True)
class Practice:
    """What the newest sessions of a graph did.

    `since` is when the earliest of them was last active, None without sessions; `followed` of them were
    followed step by step for `ways`, which count how often one node came after another.
    """

    sessions: int
    completed: int
    since: datetime | None
    stops: tuple[Stop, ...]
    followed: int
    ways: Mapping[tuple[str, str], int]

    @property
    def completion(self) -> float | None:
        """The part of the sessions that was completed; None without sessions."""
        return self.completed / self.sessions if self.sessions else None


def practice_of(graph: str, nodes: Sequence[str], now: datetime) -> Practice:
    """What the newest sessions of a graph did, those of tests left out; stops in the order of `nodes`."""
    standing = _newest(graph)
    followed = [one.session for one in standing[:FOLLOWED]]
    steps = Step.objects.filter(turn__session__in=followed).order_by("turn", "number")
    seen = steps.values_list("turn_id", "node", "outcome", "cursor")
    return Practice(
        sessions=len(standing),
        completed=sum(one.status == SessionStatus.COMPLETED for one in standing),
        since=standing[-1].at if standing else None,
        stops=tuple(_stops(standing, nodes, now)),
        followed=len(followed),
        ways=ways_of(StepSeen(*row) for row in seen) if followed else {},
    )


def ways_of(steps: Iterable[StepSeen]) -> Counter[tuple[str, str]]:
    """How often one node came after another, in steps by turn and number.

    The same node twice is an answer that kept the conversation; a finish leads to `END`.
    """
    ways: Counter[tuple[str, str]] = Counter()
    beside: tuple[int, str] | None = None
    for step in steps:
        match step.outcome:
            case StepOutcome.FAN_OUT:
                beside = step.turn, step.node
            case StepOutcome.JOIN:
                if beside is not None and beside[0] == step.turn:
                    ways[beside[1], step.node] += 1
                ways[step.node, step.cursor] += 1
            case StepOutcome.FINISH:
                ways[step.node, END] += 1
            case _ if step.node:
                ways[step.node, step.cursor] += 1
    return ways


def _newest(graph: str) -> list[Standing]:
    """One look at the index for each status."""
    rows = Session.objects.filter(graph=graph, is_test=False).order_by("-updated_at")
    of_each = [
        Standing(*row)
        for status in SessionStatus.values
        for row in rows.filter(status=status).values_list("pk", "status", "cursor", "updated_at")[:SESSIONS]
    ]
    return nlargest(SESSIONS, of_each, key=lambda one: one.at)


def _stops(standing: Sequence[Standing], nodes: Sequence[str], now: datetime) -> Iterable[Stop]:
    counts: Counter[tuple[str, str]] = Counter()
    for one in standing:
        is_left = one.status == SessionStatus.ACTIVE and now - one.at >= QUIET_AFTER
        counts[one.node, "left" if is_left else one.status] += 1
    for node in nodes:
        yield Stop(
            node=node,
            active=counts[node, SessionStatus.ACTIVE],
            left=counts[node, "left"],
            ended=counts[node, SessionStatus.ENDED],
            handed_over=counts[node, SessionStatus.HANDED_OVER],
        )
