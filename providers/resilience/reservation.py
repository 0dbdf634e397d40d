"""What a running call holds back of its budgets: kept while it runs, and paid for at its end."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, TypeVar

from django.db.utils import Error as DatabaseProblem

from providers import clock
from providers.database import in_database
from providers.resilience.heartbeat import Heartbeat
from providers.spending import Held, extend, settle

logger = logging.getLogger(__name__)

Value = TypeVar("Value")

SHORTEST_PAUSE: Final = 1.0
"""Seconds between two extensions of a reservation, at least."""

GRACE: Final = 5.0
"""Seconds that a reservation outlasts the call or its next extension, which may come late."""

FOR_EVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""When a reservation lapses that counts as spent."""


class Reservation:
    """The shares `held` for a call whose attempts last `seconds` at most. It is settled once.

    A stream may last longer than its time-out, which is its silence: its shares are extended until then.
    Its cost is not lost: where the database twice does not take it, the shares never lapse, as if they
    were spent; where it does not take that either, it is told again until it does, or the process ends.
    What was committed though the answer was lost may count twice: rather that than not at all.
    """

    def __init__(self, held: Sequence[Held], seconds: float) -> None:
        self._held = held
        self._seconds = seconds
        self._heartbeat = Heartbeat(_pause(seconds), self._extended) if held else None

    async def settle(self, costs: Sequence[int]) -> None:
        """Put what the call did cost, for each share, in place of it. Its caller's end does not stop it."""
        if self._heartbeat is not None:
            self._heartbeat.stop()
            await asyncio.shield(self._settled(costs))

    async def _extended(self) -> None:
        await in_database(extend, self._held, clock.now() + lasting(self._seconds))

    async def _settled(self, costs: Sequence[int]) -> None:
        problem = await self._written(settle, costs) and await self._written(settle, costs)
        if problem is None:
            return
        logger.error(
            "What a call did cost could not be written: what was reserved for it counts as spent.",
            exc_info=problem,
        )
        if await self._written(extend, FOR_EVER):
            self._heartbeat = Heartbeat(_pause(self._seconds), partial(self._told_again, costs))

    async def _told_again(self, costs: Sequence[int]) -> None:
        problem = await self._written(settle, costs) and await self._written(extend, FOR_EVER)
        if problem is None and self._heartbeat is not None:
            self._heartbeat.stop()

    async def _written(
        self, write: Callable[[Sequence[Held], Value], None], value: Value
    ) -> DatabaseProblem | None:
        """What the database says against a write of the shares; None where it took it."""
        try:
            await in_database(write, self._held, value)
        except DatabaseProblem as problem:
            return problem
        return None


def lasting(seconds: float) -> timedelta:
    """How long a reservation of a call with such a time-out lasts unless it is extended."""
    return timedelta(seconds=max(seconds, 2 * _pause(seconds)) + GRACE)


def _pause(seconds: float) -> float:
    """Seconds between two extensions of what a call with such a time-out holds."""
    return max(SHORTEST_PAUSE, seconds / 2)
