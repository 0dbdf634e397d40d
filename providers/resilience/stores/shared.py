"""One state for all processes while Redis is there, and this process's own while it is away."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from providers.resilience.stores.port import CircuitState, Permit, Refusal, Rules, Store, Verdict
from providers.sharing import Sharing, Words

logger = logging.getLogger(__name__)

WORDS: Final = Words(
    away="until it is back, this process has circuits and rate limits of its own.",
    back="circuits and rate limits are shared again.",
)

_FOREIGN: Final = Permit(opening=-1)
"""Stands for a permit of Redis where this process's own circuit, which never saw the call, hears its end."""


class SharedStore:
    """A `Store` in `shared`, and in `own` while that is away. `elapsed` is a clock in seconds.

    A call that one of them let through is handed back to the same one.
    """

    def __init__(self, shared: Store, own: Store, elapsed: Callable[[], float] | None = None) -> None:
        self.sharing = Sharing(shared, own, WORDS, logger, elapsed)

    async def take(self, name: str, per_second: float, burst: int) -> float:
        """See `Store`."""
        return await self.sharing.ask(lambda store: store.take(name, per_second, burst))

    async def enter(self, name: str, trial_seconds: float) -> Permit | Refusal:
        """See `Store`."""
        return await self.sharing.ask(lambda store: store.enter(name, trial_seconds))

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
        return await self.sharing.ask(lambda store: store.circuit(name))

    async def open(self, name: str) -> None:
        """See `Store`. While Redis is away, the circuit of this process alone."""
        await self.sharing.ask(lambda store: store.open(name))

    async def close(self, name: str) -> None:
        """See `Store`. While Redis is away, the circuit of this process alone."""
        await self.sharing.ask(lambda store: store.close(name))

    async def is_shared(self) -> bool:
        """Tell whether Redis answers at this moment."""
        return await self.sharing.ask(lambda store: store.is_shared())

    async def _ask_where_it_began(
        self, permit: Permit, question: Callable[[Store, Permit], Awaitable[None]]
    ) -> None:
        """Ask the store that gave the permit; of one in Redis that is away the other knows nothing."""
        if permit.shared:
            permits = {self.sharing.shared: permit, self.sharing.own: _FOREIGN}
            await self.sharing.ask(lambda store: question(store, permits[store]))
        else:
            await question(self.sharing.own, permit)
