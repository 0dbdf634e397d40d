"""A heartbeat: what has to be said again and again while a call runs, so that nobody takes it for dead."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)


class Heartbeat:
    """Awaits `beat` every so many `seconds` from now on, in the running event loop, until it is stopped.

    The pause begins when a beat has ended: beats never overlap. One that raises is logged, and the next
    one comes all the same. Most calls end before the first beat: until then there is only a timer.
    """

    def __init__(self, seconds: float, beat: Callable[[], Awaitable[None]]) -> None:
        self._seconds = seconds
        self._beat = beat
        self._beating: asyncio.Task[None] | None = None
        self._wait()

    def stop(self) -> None:
        """Begin no other beat. One that is on its way comes to its end."""
        self._timer.cancel()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._begin)

    def _begin(self) -> None:
        self._beating = asyncio.ensure_future(self._once())

    async def _once(self) -> None:
        try:
            await self._beat()
        except Exception:
            logger.warning("What a running call holds could not be renewed.", exc_info=True)
        if not self._timer.cancelled():
            self._wait()
