"""Clients of Redis: connections belong to an event loop, and a process may run several."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

MAX_CONNECTIONS: Final = 1000
"""Of one event loop; far above what a process needs."""

PROTOCOL: Final = 2
"""In the third a server may speak unasked; the client takes a connection's end for that, and uses it again.

Each of those left from before an outage would be another outage, though the server is back.
"""


class Clients:
    """One client of the Redis at `url` for each event loop, closed when the loop ends. It repeats nothing."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._clients: dict[asyncio.AbstractEventLoop, Redis] = {}
        self._lives: dict[asyncio.AbstractEventLoop, AsyncGenerator[None, None]] = {}

    async def here(self) -> Redis:
        """The client of the running loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._lives[loop] = self._life(loop)
            await anext(self._lives[loop])
        return self._clients[loop]

    async def _life(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[None, None]:
        # A loop that ends closes the async generators that began in it: the only notice that it gives.
        client = Redis.from_url(
            self._url,
            decode_responses=True,
            protocol=PROTOCOL,
            max_connections=MAX_CONNECTIONS,
            retry=Retry(NoBackoff(), 0),
        )
        self._clients[loop] = client
        try:
            yield
        finally:
            del self._clients[loop], self._lives[loop]
            await client.aclose()
