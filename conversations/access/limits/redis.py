"""Counts in Redis, shared by every process that uses the same one."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from redis.exceptions import NoScriptError

from conversations.access.limits.windows import SLICES, Full, Window
from providers.resilience.stores.clients import Clients

PATIENCE_SECONDS: Final = 1.0
"""How long Redis may take to answer, connecting included, before it counts as away."""

_SCRIPT: Final = (Path(__file__).parent / "take.lua").read_text("utf-8")

# Redis names scripts by it; nothing is kept secret with it.
_SHA: Final = hashlib.sha1(_SCRIPT.encode(), usedforsecurity=False).hexdigest()


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
        keys = [_key(window) for window in windows]
        now = "" if self._elapsed is None else repr(self._elapsed() * 1000)
        rules = [rule for window in windows for rule in (window.most, repr(window.seconds * 1000 / SLICES))]
        client = await self._clients.here()
        async with asyncio.timeout(self._patience):
            try:
                full = await client.evalsha(_SHA, len(keys), *keys, now, SLICES, *rules)
            except NoScriptError:  # it is new to this server, which keeps it from now on
                full = await client.eval(_SCRIPT, len(keys), *keys, now, SLICES, *rules)
        return None if full is None else Full(int(full[0]), float(full[1]) / 1000)


def _key(window: Window) -> str:
    # The braces keep them together where Redis is a cluster: a script works on one place only.
    return f"{{ezgraph:limits}}:{window.name}"
