"""What staff do with circuits: look at one, open it, close it; and whether processes share them.

Without Redis all of it concerns the process that is asked, and lasts as long as that does.
"""

import asyncio
from collections.abc import Iterable

from providers.resilience.stores import process_store
from providers.resilience.stores.port import Cause, CircuitState, Status

__all__ = ["Cause", "CircuitState", "Status", "close", "is_shared", "open", "state", "states"]


async def state(name: str) -> CircuitState:
    """Return where the circuit of the provider `name` stands; closed where it was never asked."""
    return await process_store().circuit(name)


async def states(names: Iterable[str]) -> dict[str, CircuitState]:
    """Return the same of several providers, by name."""
    asked = list(names)
    return dict(zip(asked, await asyncio.gather(*map(state, asked)), strict=True))


async def open(name: str) -> None:
    """Let no call through to the provider `name` until its circuit is closed by hand."""
    await process_store().open(name)


async def close(name: str) -> None:
    """Let calls through again, whatever kept them, and forget the failures."""
    await process_store().close(name)


async def is_shared() -> bool:
    """Tell whether circuits and rate limits are one with those of other processes at this moment.

    False with a `REDIS_URL` set means that Redis is away.
    """
    return await process_store().is_shared()
