"""Places of which only so many are taken at a time, handed on first come, first served."""

import asyncio
from collections import defaultdict, deque
from weakref import WeakKeyDictionary


class Slots:
    """Places of one event loop. Nothing is known of loops, so that it may outlive one."""

    def __init__(self) -> None:
        self._limit = 1
        self._taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self, limit: int) -> None:
        """Take a place, of `limit` in all; wait for one behind those who wait already.

        Who is cancelled while waiting gives up the place in the line. A newer limit holds for all.
        """
        self._limit = limit
        self._hand_on()
        if self._taken < limit:
            self._taken += 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was handed over at the same moment
                self.give_back()
            elif place in self._waiting:
                self._waiting.remove(place)
            raise

    def give_back(self) -> None:
        """Hand a place to the one who waits longest."""
        self._taken -= 1
        self._hand_on()

    def _hand_on(self) -> None:
        while self._waiting and self._taken < self._limit:
            place = self._waiting.popleft()
            if not place.done():
                self._taken += 1
                place.set_result(None)


class Lines:
    """The `Slots` of every name, those of each event loop apart. A process that serves has one loop."""

    def __init__(self) -> None:
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, defaultdict[str, Slots]]
        self._loops = WeakKeyDictionary()

    def of(self, name: str) -> Slots:
        """The slots of `name` in the running loop."""
        return self._loops.setdefault(asyncio.get_running_loop(), defaultdict(Slots))[name]
