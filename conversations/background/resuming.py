"""Runs turns that wait for somebody to come: those whose process died, and those behind them."""

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from conversations.engine import engine, store
from conversations.engine.errors import EngineError
from providers.database import in_database

logger = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Sessions that are worked on at the same time."""


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


async def _resume(session: UUID, resumed: Resumed, free: asyncio.Semaphore) -> None:
    """Run a session's due turns one after the other, as long as nobody else does."""
    async with free:
        try:
            while (running := await engine.resume(session)) is not None:
                result = await running.result()
                resumed.counts["answered" if result.success else "failed"] += 1
        except EngineError as error:
            logger.warning("Session %s is left for later: %s", session, error)
            resumed.counts["left"] += 1
