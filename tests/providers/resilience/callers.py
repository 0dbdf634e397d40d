"""Callers that want a token, and when each of them got it."""

import asyncio

from providers.options import RateLimitOptions
from providers.ports import DecideRequest
from providers.questions import Noul
from providers.resilience.limiter import RateLimiter
from providers.resilience.stores.port import Buckets
from tests.providers.resilience.calling import new_name
from tests.providers.resilience.manual_clock import ManualClock, WaitedFor

REQUEST = DecideRequest(state="Hi", questions={"greeting": Noul("Is it a greeting?")})


class Callers:
    """A line before one limiter; `moments` are the seconds at which callers got a token, in that order."""

    def __init__(
        self, store: Buckets, clock: ManualClock, per_second: float, burst: int | None = None
    ) -> None:
        self.clock = clock
        self.moments: dict[str, float] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._name = new_name()
        self._store = store
        self.change(per_second, burst)

    def change(self, per_second: float, burst: int | None = None) -> None:
        """Build the limiter anew, with other options."""
        options = RateLimitOptions(per_second=per_second, burst=burst)
        self._limiter = RateLimiter(self._name, options, WaitedFor(self._store, self.clock), self.clock.sleep)

    async def come(self, *names: str, travelling: int = 1) -> None:
        """Let callers come now, in this order."""
        for name in names:
            self.tasks[name] = asyncio.ensure_future(self._call(name, travelling))
        await self.clock.settle()

    async def leave(self, name: str) -> None:
        """Let a caller be cancelled now."""
        self.tasks[name].cancel()
        await self.clock.settle()

    def times(self) -> list[float]:
        """The moments at which callers got a token, in milliseconds."""
        return [round(moment * 1000, 3) for moment in self.moments.values()]

    async def _call(self, name: str, travelling: int) -> None:
        await self._limiter.admit([REQUEST] * travelling)
        self.moments[name] = self.clock.now
