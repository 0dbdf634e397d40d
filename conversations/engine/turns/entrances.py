"""One at a time through the entrance of a session, in this process.

Whoever opens a turn may have to wait in a database thread for a row that somebody holds. Several who
want the same session would fill all of these threads, and every other session would wait with them.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID
from weakref import WeakValueDictionary

_entrances: Final[WeakValueDictionary[tuple[int, UUID], asyncio.Lock]] = WeakValueDictionary()
"""By event loop and session, for as long as somebody wants to enter."""


@asynccontextmanager
async def one_at_a_time(session: UUID) -> AsyncIterator[None]:
    """Wait for those who came before, then hold the entrance of a session for the block."""
    key = id(asyncio.get_running_loop()), session
    entrance = _entrances.setdefault(key, asyncio.Lock())
    async with entrance:
        yield
