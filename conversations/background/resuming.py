"""Runs turns that wait for somebody to come: those whose process died, and those behind them."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final
from uuid import UUID

from conversations import clock
from conversations.background import schedule
from conversations.background.due_sessions import Rests, due_sessions
from conversations.engine import engine
from conversations.engine.errors import EngineError
from providers.database import in_database

logger = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Sessions that are worked on at the same time."""

NAME: Final = "interrupted turns"
EVERY: Final = timedelta(seconds=30)

LOOK_SECONDS: Final = 10.0
"""While turns run: how often to ask whether it is time to look again."""

MOST: Final = 200
"""Sessions that one process has taken up and not yet brought to an end."""

LOOKS_BACK: Final = timedelta(days=1)
"""How long ago a process may have died in a turn: sessions of a day are found by an index, and
`manage.py resume_turns` finds the others."""

_rests = Rests()
"""Sessions that this process leaves alone for a while."""


@dataclass
class Resumed:
    """What became of the turns that were due: answered, failed, or not to be run now."""

    counts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        answered, failed, left = (self.counts[name] for name in ("answered", "failed", "left"))
        return f"{answered} turns answered, {failed} failed, {left} sessions left for later."


async def resume_turns(limit: int) -> Resumed:
    """Run what is due in up to `limit` sessions, the longest waiting first, and wait for the ends."""
    crew = _Crew(asyncio.Event(), Rests())
    crew.begin(await in_database(due_sessions, limit, crew.tasks, crew.rests))
    await crew.all_done()
    return crew.resumed


async def keep_resuming(stopping: asyncio.Event) -> bool:
    """Run what is due and nobody runs, where it is time to look; False, as the next look is later.

    Of all workers one looks, and looks again while turns run: one that takes long keeps no other waiting.
    Whoever comes to a session at the same moment and takes its turn, has it. Once `stopping` is set nothing
    new is begun, and what runs is waited for.
    """
    crew, is_mine = _Crew(stopping, _rests), False
    try:
        while not stopping.is_set():
            if await in_database(schedule.claim, NAME, EVERY):
                is_mine = True
                _rests.forget_old()
                room, died_since = MOST - len(crew.tasks), clock.now() - LOOKS_BACK
                crew.begin(await in_database(due_sessions, room, crew.tasks, _rests, died_since))
            if not crew.tasks:
                break
            await asyncio.wait(crew.tasks.values(), timeout=LOOK_SECONDS)
        await crew.all_done()
    finally:
        crew.give_up()
    if crew.resumed.counts:
        logger.info("%s", crew.resumed)
    if is_mine and not stopping.is_set():
        await in_database(schedule.finish, NAME)
    return False


class _Crew:
    """The sessions that are worked on, so many at the same time; what happens in one ends no other."""

    def __init__(self, stopping: asyncio.Event, rests: Rests) -> None:
        self.tasks: dict[UUID, asyncio.Task[None]] = {}
        self.resumed = Resumed()
        self.rests = rests
        self._stopping = stopping
        self._free = asyncio.Semaphore(AT_ONCE)

    def begin(self, sessions: Iterable[UUID]) -> None:
        """Take these sessions up."""
        for session in sessions:
            self._begin(session)

    def _begin(self, session: UUID) -> None:
        self.tasks[session] = task = asyncio.ensure_future(self._work(session))
        task.add_done_callback(lambda _: self.tasks.pop(session))

    async def all_done(self) -> None:
        """Wait until no session is worked on."""
        await asyncio.gather(*self.tasks.values())

    def give_up(self) -> None:
        """Wait for nobody any more. A turn that runs goes on, and the process waits for it where it ends."""
        for task in self.tasks.values():
            task.cancel()

    async def _work(self, session: UUID) -> None:
        """Run a session's due turns one after the other, as long as nobody else does, and until the stop."""
        async with self._free:
            try:
                if not await self._run_next(session):
                    # Somebody else may have it: then it is not found again.
                    self.rests.begin(session)
                    return
                self.rests.forget(session)
                while await self._run_next(session):
                    pass
            except EngineError as error:
                logger.info("Session %s is left for later: %s", session, error)
                self._leave(session, "left")
            except Exception:
                logger.exception("What is due in session %s broke off; it is tried again later.", session)
                self._leave(session, "failed")

    async def _run_next(self, session: UUID) -> bool:
        """Run one turn to its end; False where none is due, or the worker stops."""
        running = None if self._stopping.is_set() else await engine.resume(session)
        if running is None:
            return False
        result = await running.result()
        self.resumed.counts["answered" if result.success else "failed"] += 1
        return True

    def _leave(self, session: UUID, outcome: str) -> None:
        self.resumed.counts[outcome] += 1
        self.rests.begin(session)
