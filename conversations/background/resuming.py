"""Runs turns that wait for somebody to come: those whose process died, and those behind them."""

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain
from typing import Final
from uuid import UUID

from django.db.models.functions import Now

from conversations import clock
from conversations.background import schedule
from conversations.engine import engine, store
from conversations.engine.errors import EngineError
from conversations.models import DUE, SessionStatus, Turn, TurnStatus
from providers.database import in_database

logger = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Sessions that are worked on at the same time."""

NAME: Final = "interrupted turns"
EVERY: Final = timedelta(seconds=30)

MOST: Final = 200
"""Sessions that one look takes up."""

LOOKS_BACK: Final = timedelta(days=1)
"""How long ago a process may have died in a turn: sessions of a day are found by an index, and
`manage.py resume_turns` finds the others."""


@dataclass
class Resumed:
    """What became of the turns that were due: answered, failed, or not to be run now."""

    counts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        answered, failed, left = (self.counts[name] for name in ("answered", "failed", "left"))
        return f"{answered} turns answered, {failed} failed, {left} sessions left for later."


async def resume_turns(limit: int) -> Resumed:
    """Run what is due in up to `limit` sessions, the longest waiting first, and wait for the ends."""
    sessions = await in_database(store.sessions_with_due_turns, limit)
    resumed, free = Resumed(), asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(_resume(session, resumed, free) for session in sessions))
    return resumed


async def keep_resuming(stopping: asyncio.Event) -> bool:
    """Run what is due and nobody runs, where it is time to look; False, as the next look is later.

    Of all workers one looks. Whoever comes to a session at the same moment and takes its turn, has it.
    """
    if await in_database(schedule.claim, NAME, EVERY):
        resumed, free = Resumed(), asyncio.Semaphore(AT_ONCE)
        due = await in_database(_due)
        await asyncio.gather(*(_resume(session, resumed, free, stopping) for session in due))
        if due:
            logger.info("%s", resumed)
        await in_database(schedule.finish, NAME)
    return False


def _due() -> list[UUID]:
    """Sessions where a turn waits or was interrupted and nobody works, the longest waiting first."""
    turns = Turn.objects.exclude(session__status__in=[SessionStatus.ENDED, SessionStatus.HANDED_OVER])
    wait = turns.filter(status__in=DUE, session__lease_owner="")
    lost = turns.filter(
        status=TurnStatus.RUNNING,
        session__updated_at__gte=clock.now() - LOOKS_BACK,
        session__lease_expires_at__lte=Now(),
    )
    found = (each.order_by("accepted_at").values_list("session", flat=True)[:MOST] for each in (wait, lost))
    return list(dict.fromkeys(chain.from_iterable(found)))


async def _resume(
    session: UUID, resumed: Resumed, free: asyncio.Semaphore, stopping: asyncio.Event | None = None
) -> None:
    """Run a session's due turns one after the other, as long as nobody else does, and until the stop."""
    async with free:
        try:
            while not (stopping and stopping.is_set()):
                running = await engine.resume(session)
                if running is None:
                    return
                result = await running.result()
                resumed.counts["answered" if result.success else "failed"] += 1
        except EngineError as error:
            logger.info("Session %s is left for later: %s", session, error)
            resumed.counts["left"] += 1
