"""Looks after a tab that may have missed how a turn went on."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from conversations import clock
from conversations.engine.turns.running import in_background

QUIET_SECONDS: Final = 3.0
"""A turn that runs elsewhere and of which nothing was heard for so long is looked up."""


class Lookout:
    """Calls `look` once nothing was heard for a while; `look` says whether to go on waiting.

    The channel layer may lose the last event of a turn, and no later one would show that.
    """

    def __init__(self, look: Callable[[], Awaitable[bool]]) -> None:
        self._look = look
        self._heard_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False

    def heard(self) -> None:
        """Something was heard and more is to come: wait from now on."""
        self._heard_at = clock.elapsed()
        self._wait(QUIET_SECONDS)

    def stop(self) -> None:
        """Look no more."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self, seconds: float) -> None:
        if self._timer is None and not self._stopped:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._due)

    def _due(self) -> None:
        self._timer = None
        left = self._heard_at + QUIET_SECONDS - clock.elapsed()
        if left > 0:
            self._wait(left)
        else:
            in_background(self._look_up())

    async def _look_up(self) -> None:
        if not self._stopped and await self._look():
            self.heard()
