"""Counts what is asked against its windows, in this process or for all, and words what was too much."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings

from conversations.access.denials import Throttled
from conversations.access.limits.memory import MemoryCounters
from conversations.access.limits.redis import RedisCounters
from conversations.access.limits.shared import SharedCounters
from conversations.access.limits.windows import Counters, Room, Window
from conversations.access.limits.wording import too_much, whole_seconds
from conversations.announcements import LimitReached
from conversations.codes import Code
from providers.announcing import announce


@dataclass(frozen=True)
class Refusal:
    """It was too much. `message` is made for whoever asked: what it was, and for how long."""

    seconds: int
    message: str
    code: Code = Code.RATE_LIMITED

    def as_denial(self) -> Throttled:
        """The same, to be raised."""
        return Throttled(self.message, self.seconds)


@dataclass(frozen=True)
class Rule:
    """A window, and what is said where it is full."""

    window: Window
    said: str


async def counted(rules: Sequence[Rule]) -> Refusal | None:
    """Count one in every window; or, where one is full, in none, and refuse."""
    full = await _counters().take([rule.window for rule in rules])
    if full is None:
        return None
    rule = rules[full.place]
    announce(LimitReached(rule.window.limit))
    return refuse(rule.said, full.seconds)


async def room_of(window: Window) -> Room:
    """What a window has room for; nothing is counted."""
    return await _counters().room(window)


def refuse(said: str, seconds: float) -> Refusal:
    """Refuse for so many seconds."""
    return Refusal(whole_seconds(seconds), too_much(said, seconds))


def forget_counts() -> None:
    """Forget what this process has counted."""
    _counters.cache_clear()


@cache
def _counters() -> Counters:
    own = MemoryCounters()
    return SharedCounters(RedisCounters(settings.REDIS_URL), own) if settings.REDIS_URL else own
