"""What all processes share while Redis is there, and each process's own of it while Redis is away."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from redis.exceptions import RedisError

from providers import clock

T = TypeVar("T")
S = TypeVar("S")

RETRY_SECONDS: Final = 1.0
"""Between two attempts to reach a Redis that is away."""

AWAY: Final = (RedisError, OSError)
"""What is raised by something in Redis where Redis is away; a time-out is an OSError."""


@dataclass(frozen=True)
class Words:
    """What the log says, once each: after "Redis is away:" and after "Redis is back:"."""

    away: str
    back: str


class Sharing(Generic[S]):
    """`shared`, and `own` while that is away. `elapsed` is a clock in seconds.

    While it is away one call a second tries it again; the others do not wait.
    """

    def __init__(
        self,
        shared: S,
        own: S,
        words: Words,
        logger: logging.Logger,
        elapsed: Callable[[], float] | None = None,
    ) -> None:
        self.shared = shared
        self.own = own
        self._words = words
        self._logger = logger
        self._elapsed = elapsed or (lambda: clock.elapsed())
        self._retry_at: float | None = None

    async def ask(self, question: Callable[[S], Awaitable[T]]) -> T:
        """The answer of the shared one, or of one's own."""
        if self._is_due():
            try:
                answer = await question(self.shared)
            except AWAY as error:
                self._lose(error)
            else:
                self._find()
                return answer
        return await question(self.own)

    def _is_due(self) -> bool:
        if self._retry_at is None:
            return True
        if self._elapsed() < self._retry_at:
            return False
        self._retry_at = self._elapsed() + RETRY_SECONDS
        return True

    def _lose(self, error: Exception) -> None:
        if self._retry_at is None:
            self._logger.warning("Redis is away (%s): %s", type(error).__name__, self._words.away)
        self._retry_at = self._elapsed() + RETRY_SECONDS

    def _find(self) -> None:
        if self._retry_at is not None:
            self._logger.warning("Redis is back: %s", self._words.back)
        self._retry_at = None
