"""The rate limiter: a token bucket that starts full; without a token a call waits its turn."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from providers import clock
from providers.announcements import CallWaited
from providers.announcing import announce
from providers.options import RateLimitOptions
from providers.resilience.gates import Admission, Call, Outcome
from providers.resilience.slots import Lines
from providers.resilience.stores.port import Buckets

_LINES: Final = Lines()


class RateLimiter:
    """The gate to the bucket `name` in `store`. One call is one token, however many requests travel in it.

    Calls of one process are served first come, first served: only the first in the line asks the store.
    `sleep` waits for so many seconds.
    """

    def __init__(
        self,
        name: str,
        options: RateLimitOptions,
        store: Buckets,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._name = name
        self._options = options
        self._store = store
        self._sleep = sleep

    async def admit(self, call: Call) -> Admission:
        """Wait for a token. Who is cancelled while waiting takes none."""
        began = clock.elapsed()
        line = _LINES.of(self._name)
        await line.take(1)
        try:
            while wait := await self._store.take(self._name, self._options.per_second, self._options.size):
                await self._sleep(wait)
        finally:
            line.give_back()
            announce(CallWaited(self._name, "rate_limit", clock.elapsed() - began))
        return _SPENT


class _Spent:
    """A token does not come back, however the call ends."""

    async def done(self, outcome: Outcome) -> None:
        """Nothing is to be done."""

    async def gone(self) -> None:
        """Nothing is to be done."""


_SPENT: Final = _Spent()
