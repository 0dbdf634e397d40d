"""One count for all processes while Redis is there, and this process's own while it is away."""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from redis.exceptions import RedisError

from conversations import clock
from conversations.access.limits.windows import Counters, Full, Window

logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""Between two attempts to reach a Redis that is away."""

AWAY: Final = (RedisError, OSError)
"""What counters in Redis raise where it is away; a time-out is an OSError."""


class SharedCounters:
    """`Counters` in `shared`, and in `own` while that is away. `elapsed` is a clock in seconds.

    The log says once that it is away, and once that it is back. While it is away one call a second tries
    it again; the others do not wait.
    """

    def __init__(self, shared: Counters, own: Counters, elapsed: Callable[[], float] | None = None) -> None:
        self._shared = shared
        self._own = own
        self._elapsed = elapsed or (lambda: clock.elapsed())
        self._retry_at: float | None = None

    async def take(self, windows: Sequence[Window]) -> Full | None:
        """See `Counters`."""
        if self._is_due():
            try:
                full = await self._shared.take(windows)
            except AWAY as error:
                self._lose(error)
            else:
                self._find()
                return full
        return await self._own.take(windows)

    def _is_due(self) -> bool:
        if self._retry_at is None:
            return True
        if self._elapsed() < self._retry_at:
            return False
        self._retry_at = self._elapsed() + RETRY_SECONDS
        return True

    def _lose(self, error: Exception) -> None:
        if self._retry_at is None:
            logger.warning(
                "Redis is away (%s): until it is back, each process counts by itself what visitors ask.",
                type(error).__name__,
            )
        self._retry_at = self._elapsed() + RETRY_SECONDS

    def _find(self) -> None:
        if self._retry_at is not None:
            logger.warning("Redis is back: what visitors ask is counted for all processes again.")
        self._retry_at = None
