"""The worker: one process, or a part of one, that does what is due in the background.

Work of another kind is added by a line in `JOBS`. Each kind has a loop of its own, so that none waits for
another. Several workers may run side by side: every job claims its rows so that no work is done twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db import InterfaceError, OperationalError

from conversations.background import delivering, replaying, resuming
from conversations.background.upkeep import Upkeep

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """A kind of work.

    `poll` does one piece of what is due, and tells whether there was any: then it is asked again at once,
    else after `interval` seconds. It is given an event that is set when the worker stops: a piece that
    takes long heeds it and leaves the rest for later.
    """

    name: str
    interval: float
    poll: Callable[[asyncio.Event], Awaitable[bool]]


LONGEST_REST: Final = 60.0
"""Seconds between two polls of a job that fails each time; the rest doubles with every failure."""

JOBS: Final = (
    Job("replays", 2.0, replaying.run_next),
    Job("webhooks", 1.0, delivering.deliver_due),
    Job("interrupted turns", 10.0, resuming.keep_resuming),
    Job("retention", 60.0, Upkeep().keep_up),
)
"""Everything that is done in the background."""


class Worker:
    """Runs jobs until it is told to stop."""

    def __init__(self, jobs: Sequence[Job] = JOBS) -> None:
        self._jobs = jobs
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Begin nothing new; `run` returns once what runs is over, or cut off after EZGRAPH_STOP_SECONDS."""
        self._stopping.set()

    async def run(self) -> None:
        """Do what is due until `stop` is called. What a job raises is logged; it is asked again later."""
        loops = [asyncio.ensure_future(self._loop(job)) for job in self._jobs]
        try:
            await self._stopping.wait()
            await asyncio.wait(loops, timeout=settings.EZGRAPH_STOP_SECONDS)
        finally:
            for loop in loops:
                loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)

    async def _loop(self, job: Job) -> None:
        rest = job.interval
        while not self._stopping.is_set():
            try:
                there_was_work = await job.poll(self._stopping)
            except Exception as error:
                _tell(job, error)
                rest = min(2 * rest, LONGEST_REST)
                await self._rest(rest)
            else:
                rest = job.interval
                if not there_was_work:
                    await self._rest(rest)

    async def _rest(self, seconds: float) -> None:
        """Wait, but not longer than until the stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)


def _tell(job: Job, error: Exception) -> None:
    """Log what a job raised: a line where the database is away, which is no fault of the job."""
    if isinstance(error, InterfaceError | OperationalError):
        logger.warning("The background job %s waits for the database: %s.", job.name, type(error).__name__)
    else:
        logger.error("The background job %s failed; it is tried again.", job.name, exc_info=error)
