"""One state for all processes while Redis is there, and this process's own while it is away."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from redis.exceptions import RedisError

from providers import clock
from providers.resilience.stores.port import CircuitState, Permit, Refusal, Rules, Store, Verdict

logger = logging.getLogger(__name__)

T = TypeVar("T")

RETRY_SECONDS: Final = 1.0
"""Between two attempts to reach a Redis that is away."""

AWAY: Final = (RedisError, OSError)
"""What a store in Redis raises where Redis is away; a time-out is an OSError."""

_FOREIGN: Final = Permit(opening=-1)
"""Stands for a permit of Redis where this process's own circuit, which never saw the call, hears its end."""


class SharedStore:
    """A `Store` in `shared`, and in `own` while that is away. `elapsed` is a clock in seconds.

    The log says once that it is away, and once that it is back. A call that one of them let through is
    handed back to the same one. While it is away one call a second tries it again; the others do not wait.
    """

    def __init__(self, shared: Store, own: Store, elapsed: Callable[[], float] | None = None) -> None:
        self._shared = shared
        self._own = own
        self._elapsed = elapsed or (lambda: clock.elapsed())
        self._retry_at: float | None = None

    async def take(self, name: str, per_second: float, burst: int) -> float:
        """See `Store`."""
        return await self._ask(lambda store: store.take(name, per_second, burst))

    async def enter(self, name: str, trial_seconds: float) -> Permit | Refusal:
        """See `Store`."""
        return await self._ask(lambda store: store.enter(name, trial_seconds))

    async def renew(self, name: str, permit: Permit, trial_seconds: float) -> None:
        """See `Store`."""
        await self._ask_where_it_began(permit, lambda store, own: store.renew(name, own, trial_seconds))

    async def leave(self, name: str, permit: Permit, verdict: Verdict, hold: float, rules: Rules) -> None:
        """See `Store`. Where Redis has gone since, only a vendor's wish to be left alone is kept."""
        await self._ask_where_it_began(
            permit, lambda store, own: store.leave(name, own, verdict, hold, rules)
        )

    async def circuit(self, name: str) -> CircuitState:
        """See `Store`."""
        return await self._ask(lambda store: store.circuit(name))

    async def open(self, name: str) -> None:
        """See `Store`. While Redis is away, the circuit of this process alone."""
        await self._ask(lambda store: store.open(name))

    async def close(self, name: str) -> None:
        """See `Store`. While Redis is away, the circuit of this process alone."""
        await self._ask(lambda store: store.close(name))

    async def is_shared(self) -> bool:
        """Tell whether Redis answers at this moment."""
        return await self._ask(lambda store: store.is_shared())

    async def _ask_where_it_began(
        self, permit: Permit, question: Callable[[Store, Permit], Awaitable[None]]
    ) -> None:
        """Ask the store that gave the permit; of one in Redis that is away the other knows nothing."""
        if permit.shared:
            permits = {self._shared: permit, self._own: _FOREIGN}
            await self._ask(lambda store: question(store, permits[store]))
        else:
            await question(self._own, permit)

    async def _ask(self, question: Callable[[Store], Awaitable[T]]) -> T:
        if self._is_due():
            try:
                answer = await question(self._shared)
            except AWAY as error:
                self._lose(error)
            else:
                self._find()
                return answer
        return await question(self._own)

    def _is_due(self) -> bool:
        if self._retry_at is None:
            return True
        if self._elapsed() < self._retry_at:
            return False
        self._retry_at = self._elapsed() + RETRY_SECONDS
        return True

    def _lose(self, error: Exception) -> None:
        if self._retry_at is None:
            logger.warning(
                "Redis is away (%s): until it is back, this process has circuits and rate limits of its own.",
                type(error).__name__,
            )
        self._retry_at = self._elapsed() + RETRY_SECONDS

    def _find(self) -> None:
        if self._retry_at is not None:
            logger.warning("Redis is back: circuits and rate limits are shared again.")
        self._retry_at = None
