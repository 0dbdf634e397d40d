"""One count for all processes while Redis is there, and this process's own while it is away."""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from conversations import clock
from conversations.access.limits.windows import Counters, Full, Room, Window
from providers.sharing import Sharing, Words

logger = logging.getLogger(__name__)

WORDS: Final = Words(
    away="until it is back, each process counts by itself what visitors ask.",
    back="what visitors ask is counted for all processes again.",
)


class SharedCounters:
    """`Counters` in `shared`, and in `own` while that is away. `elapsed` is a clock in seconds."""

    def __init__(self, shared: Counters, own: Counters, elapsed: Callable[[], float] | None = None) -> None:
        self._sharing = Sharing(shared, own, WORDS, logger, elapsed or (lambda: clock.elapsed()))

    async def take(self, windows: Sequence[Window]) -> Full | None:
        """See `Counters`."""
        return await self._sharing.ask(lambda counters: counters.take(windows))

    async def room(self, window: Window) -> Room:
        """See `Counters`."""
        return await self._sharing.ask(lambda counters: counters.room(window))
