"""What a log entry shows."""

import logging
from asyncio import CancelledError
from typing import Final

from redis import RedisError

QUIET_SECONDS: Final = 60.0
"""How long a line about Redis is not said again."""


class CallersFault(logging.Filter):
    """Makes a refused request one WARNING line: anybody can send such ones, and no code is at fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite an entry; for handlers of loggers that nobody else listens to."""
        record.levelno, record.levelname = min(
            (record.levelno, record.levelname), (logging.WARNING, "WARNING")
        )
        record.exc_info = None
        record.exc_text = None
        return logging.getLogger(record.name).isEnabledFor(record.levelno)


class WithoutCancelled(logging.Filter):
    """Drops entries about work that was cancelled: at a stop that is in order, and nobody's fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether something else happened than that somebody stopped it."""
        return not (record.exc_info and isinstance(record.exc_info[1], CancelledError))


class RedisAway(logging.Filter):
    """Says in one WARNING line, and not every second, what channels_redis logs as an error with traceback.

    For the logger itself, so that the line is as serious to every handler. Entries of other faults
    than a Redis that is away stay as they are.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite an entry about Redis, or drop it where the same was said a moment ago."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, RedisError | OSError):
            return True
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg = f"Redis is away ({type(error).__name__}): {record.getMessage().rstrip(':')}."
        record.args = record.exc_info = record.exc_text = None
        due = record.created - self._said.get(record.msg, 0.0) >= QUIET_SECONDS
        if due:
            self._said[record.msg] = record.created
        return due and logging.getLogger(record.name).isEnabledFor(record.levelno)
