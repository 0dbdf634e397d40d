"""Counts in Redis, shared by every process that uses the same one."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from redis.exceptions import NoScriptError

from conversations.access.limits.windows import SLICES, Full, Room, Window
from providers.resilience.stores.clients import Clients

PATIENCE_SECONDS: Final = 1.0
"""How long Redis may take to answer, connecting included, before it counts as away."""


class _Script:
    """A script of this folder, under the name that Redis gives it."""

    def __init__(self, file: str) -> None:
        self.text = (Path(__file__).parent / file).read_text("utf-8")
        # Redis names scripts by it; nothing is kept secret with it.
        self.sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()


_TAKE: Final = _Script("take.lua")
_ROOM: Final = _Script("room.lua")


class RedisCounters:
    """`Counters` in the Redis at `url`, which may take `patience` seconds to answer.

    Its clock is the server's; a test sets `elapsed`, in seconds. Raises RedisError or OSError, TimeoutError
    among them, where Redis is away.
    """

    def __init__(
        self, url: str, elapsed: Callable[[], float] | None = None, patience: float = PATIENCE_SECONDS
    ) -> None:
        self._clients = Clients(url)
        self._elapsed = elapsed
        self._patience = patience

    async def take(self, windows: Sequence[Window]) -> Full | None:
        """See `Counters`."""
        rules = [rule for window in windows for rule in (window.most, _slice(window))]
        full = await self._ask(_TAKE, windows, rules)
        return None if full is None else Full(int(full[0]), float(full[1]) / 1000)

    async def room(self, window: Window) -> Room:
        """See `Counters`."""
        total, milliseconds = await self._ask(_ROOM, [window], [_slice(window)])
        return Room(max(0, window.most - int(total)), float(milliseconds) / 1000)

    async def _ask(self, script: _Script, windows: Sequence[Window], rules: Sequence[Any]) -> Any:
        keys = [_key(window) for window in windows]
        now = "" if self._elapsed is None else repr(self._elapsed() * 1000)
        client = await self._clients.here()
        async with asyncio.timeout(self._patience):
            try:
                return await client.evalsha(script.sha, len(keys), *keys, now, SLICES, *rules)
            except NoScriptError:  # it is new to this server, which keeps it from now on
                return await client.eval(script.text, len(keys), *keys, now, SLICES, *rules)


def _slice(window: Window) -> str:
    """The milliseconds of one of its slices."""
    return repr(window.seconds * 1000 / SLICES)


def _key(window: Window) -> str:
    # The braces keep them together where Redis is a cluster: a script works on one place only.
    return f"{{ezgraph:limits}}:{window.name}"
