"""A tab of a customer's, over a real WebSocket to a real site."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp

PATIENCE_SECONDS = 40.0


class Closed(Exception):
    """The site closed the connection."""


class Tab:
    """`heard` keeps every frame; `last` is the number of the newest message that was shown."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, graph: str) -> None:
        self._socket = socket
        self._graph = graph
        self.heard: list[dict[str, Any]] = []
        self.last = 0

    async def hello(self, token: str | None = None, after: int = 0) -> dict[str, Any]:
        """Open a session, or go on with that of a token; return the welcome."""
        resuming = {} if token is None else {"token": token, "after": after}
        await self.say("hello", protocol=1, graph=self._graph, **resuming)
        return await self.hear("welcome", "error")

    async def say(self, kind: str, **fields: Any) -> None:
        """Send a frame."""
        await self._socket.send_json({"type": kind, **fields})

    async def next(self) -> dict[str, Any]:
        """The next frame. Raises Closed, TimeoutError."""
        async with asyncio.timeout(PATIENCE_SECONDS):  # the socket's own begins anew with each ping
            message = await self._socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise Closed(f"{message.type}: {message.data}")
        frame: dict[str, Any] = message.json()
        self.heard.append(frame)
        if frame["type"] == "message":
            self.last = frame["n"]
        return frame

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these types; others are passed over."""
        while (frame := await self.next())["type"] not in kinds:
            pass
        return frame

    async def show(self, n: int) -> None:
        """Wait until the message of this number is shown."""
        while self.last < n:
            await self.next()

    async def silence(self) -> None:
        """Nothing is on its way any more: what is sent now is answered next."""
        await self.say("ping")
        assert (await self.next())["type"] == "pong"

    def messages(self) -> list[tuple[int, str]]:
        """The messages that were shown: (n, text)."""
        return [(frame["n"], frame["text"]) for frame in self.heard if frame["type"] == "message"]


@asynccontextmanager
async def open_tab(site: str, graph: str) -> AsyncIterator[Tab]:
    """Connect to the site at this address; leave at the end."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{site}/ws/chat/") as socket:
        yield Tab(socket, graph)


@asynccontextmanager
async def returning_tab(
    site: str, graph: str, token: str | None = None, after: int = 0
) -> AsyncIterator[Tab]:
    """A tab that comes again, as the chat page does, until it is welcomed."""
    async with asyncio.timeout(PATIENCE_SECONDS), AsyncExitStack() as stack:
        while True:
            tab = await stack.enter_async_context(open_tab(site, graph))
            try:
                await tab.hello(token, after)
                break
            except Closed:
                await stack.aclose()
        kept = stack.pop_all()
    async with kept:
        yield tab
