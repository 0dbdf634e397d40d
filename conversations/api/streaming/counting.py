"""Counts streams among the connections that an address has open, as WebSockets are."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from conversations.access import limits


async def check_room(address: str) -> None:
    """Raise Throttled where the address has as many connections open to this process as it may."""
    refusal = await limits.admit(limits.Kind.CONNECTION, address=address)
    if refusal is not None:
        raise refusal.as_denial()


async def counted(frames: AsyncIterator[str], address: str) -> AsyncIterator[str]:
    """The frames; while they are read they count as a connection of the address."""
    limits.connections.enter(address)
    try:
        async with aclosing(frames):  # type: ignore[type-var]
            async for frame in frames:
                yield frame
    finally:
        limits.connections.leave(address)
