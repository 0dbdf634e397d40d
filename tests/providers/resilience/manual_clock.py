"""A clock that a test moves, and who sleeps by it. Unlike virtual time it waits for real sockets."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar

from providers.resilience.stores.port import Buckets

T = TypeVar("T")

PASSES = 10
"""Turns of the event loop after which a task that nothing holds has come to its next halt."""


class ManualClock:
    """Seconds from 0 on."""

    def __init__(self) -> None:
        self.now = 0.0
        self._order = count()
        self._sleeping: list[tuple[float, int, asyncio.Future[None]]] = []
        self._asking = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    def elapsed(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        awake = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleeping, (self.now + seconds, next(self._order), awake))
        await awake

    async def settle(self) -> None:
        """Let everybody run until all of them sleep, wait, or are done."""
        calm = 0
        while calm < PASSES:
            if self._asking:
                await self._quiet.wait()
                calm = 0
            await asyncio.sleep(0)
            calm += 1

    async def run_until(self, moment: float) -> None:
        """Let time pass up to `moment`, waking who sleeps in the order of time."""
        await self.settle()
        while self._sleeping and self._sleeping[0][0] <= moment:
            due, _, awake = heapq.heappop(self._sleeping)
            self.now = max(self.now, due)
            if not awake.done():
                awake.set_result(None)
                await self.settle()
        self.now = max(self.now, moment)

    async def ask(self, question: Callable[[], Awaitable[T]]) -> T:
        """Ask somebody who is slow; until the answer is there nothing is settled."""
        self._asking += 1
        self._quiet.clear()
        try:
            return await question()
        finally:
            self._asking -= 1
            if not self._asking:
                self._quiet.set()


class WaitedFor:
    """The buckets of a store, of which the clock knows when they are asked."""

    def __init__(self, store: Buckets, clock: ManualClock) -> None:
        self._store = store
        self._clock = clock

    async def take(self, name: str, per_second: float, burst: int) -> float:
        return await self._clock.ask(lambda: self._store.take(name, per_second, burst))
