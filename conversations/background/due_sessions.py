"""Sessions where a turn waits for somebody to come, and those of them that are left alone for a while."""

from collections.abc import Container, Iterator
from datetime import datetime
from heapq import merge
from typing import Final
from uuid import UUID

from django.db.models import Min, QuerySet
from django.db.models.functions import Now

from conversations import clock
from conversations.engine import graphs
from conversations.models import DUE, SessionStatus, Turn, TurnStatus

OPEN: Final = (SessionStatus.ACTIVE, SessionStatus.COMPLETED)
"""Neither ended nor answered by staff."""

FIRST_REST: Final = 30.0
LONGEST_REST: Final = 600.0
"""Seconds until a session is tried again in which nothing could be run; each rest is twice the last one."""

REMEMBERED: Final = 86_400.0
"""Seconds after a rest for which it is known that there was one."""


class Rests:
    """Sessions in which nothing could be run: each rests, ever longer, so that others get their turn."""

    def __init__(self) -> None:
        self._ends: dict[UUID, float] = {}
        self._seconds: dict[UUID, float] = {}

    def __contains__(self, session: UUID) -> bool:
        """Whether the session rests, or did not long ago and nothing was run in it since."""
        return session in self._ends

    def is_resting(self, session: UUID) -> bool:
        """Whether the session is to be left alone."""
        return clock.elapsed() < self._ends.get(session, 0.0)

    def begin(self, session: UUID) -> None:
        """Let a session rest."""
        last = self._seconds.get(session)
        seconds = FIRST_REST if last is None else min(2 * last, LONGEST_REST)
        self._seconds[session] = seconds
        self._ends[session] = clock.elapsed() + seconds

    def forget(self, session: UUID) -> None:
        """Something was run in the session."""
        self._ends.pop(session, None)
        self._seconds.pop(session, None)

    def forget_old(self) -> None:
        """Forget sessions that were not tried again for long: somebody else came, or they are over."""
        before = clock.elapsed() - REMEMBERED
        for session in [session for session, end in self._ends.items() if end < before]:
            self.forget(session)


def due_sessions(
    most: int, taken: Container[UUID], rests: Rests, died_since: datetime | None = None
) -> list[UUID]:
    """Up to `most` sessions where a turn is due and nobody works, the longest waiting first.

    A turn is due that waits or was interrupted, or whose process died: after `died_since`, where that is
    given. Sessions that are `taken` or rest are left out; those that did rest come last.
    """
    turns = Turn.objects.filter(session__status__in=OPEN, session__graph__in=list(graphs.served()))
    waiting = turns.filter(status__in=DUE, session__lease_owner="")
    lost = turns.filter(status=TurnStatus.RUNNING, session__lease_expires_at__lte=Now())
    if died_since is not None:
        lost = lost.filter(session__updated_at__gte=died_since)
    fresh: dict[UUID, None] = {}
    again: dict[UUID, None] = {}
    # Passed over here and not by the database: they may be too many to be named to it.
    for _, session in merge(_longest_waiting(waiting), _longest_waiting(lost)):
        if len(fresh) >= most:
            break
        if session not in taken and not rests.is_resting(session):
            (again if session in rests else fresh)[session] = None
    return [*fresh, *again][:most]


def _longest_waiting(turns: QuerySet[Turn]) -> Iterator[tuple[datetime, UUID]]:
    """Each session once, with the moment since which it waits."""
    rows = turns.values("session").annotate(since=Min("accepted_at")).order_by("since", "session")
    return rows.values_list("since", "session").iterator()
