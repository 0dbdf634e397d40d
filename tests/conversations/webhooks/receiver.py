"""A receiver of webhooks on loopback: a real server that takes, fails, redirects, resets or keeps silent."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

RESET: Final = b""
"""Ends the connection without an answer."""

SILENCE: Final = None
"""No answer, for as long as the receiver lives."""

TAKEN: Final = b"HTTP/1.1 204 No Content\r\n\r\n"


def answer(status: int, *headers: str) -> bytes:
    """An answer with a short body."""
    head = "\r\n".join((f"HTTP/1.1 {status} Said", "Content-Length: 2", *headers))
    return f"{head}\r\n\r\nno".encode()


@dataclass(frozen=True)
class Received:
    """A message as it came in."""

    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> dict[str, Any]:
        return json.loads(self.body)

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def session(self) -> str:
        return self.message["data"]["session"]

    @property
    def turn(self) -> int:
        return self.message["data"]["turn"]


@dataclass
class Receiver:
    """Gives the `answers` in order, then takes everything. `received` is all that came."""

    url: str = ""
    answers: list[bytes | None] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    open: dict[asyncio.StreamWriter, "asyncio.Task[Any]"] = field(default_factory=dict)
    _came: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def have(self, count: int) -> list[Received]:
        """Wait until so many have come."""
        async with asyncio.timeout(60), self._came:
            await self._came.wait_for(lambda: len(self.received) >= count)
        return self.received

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self.open[writer] = task
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                headers = _headers(head)
                body = await reader.readexactly(int(headers["content-length"]))
                reply = self.answers.pop(0) if self.answers else TAKEN
                async with self._came:
                    self.received.append(Received(headers, body))
                    self._came.notify_all()
                if reply is SILENCE:
                    await reader.read()
                if not reply:
                    writer.transport.abort()
                    return
                writer.write(reply)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            del self.open[writer]

    async def hang_up(self) -> None:
        """End every connection."""
        handlers = list(self.open.values())
        for writer in self.open:
            writer.transport.abort()
        await asyncio.gather(*handlers)


def _headers(head: bytes) -> dict[str, str]:
    lines = head.decode().split("\r\n")[1:]
    pairs = [line.split(": ", 1) for line in lines if line]
    return {name.lower(): value for name, value in pairs}


@asynccontextmanager
async def receiving(*answers: bytes | None) -> AsyncIterator[Receiver]:
    """A receiver that is listening."""
    receiver = Receiver(answers=list(answers))
    server = await asyncio.start_server(receiver.handle, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    receiver.url = f"http://{host}:{port}/hooks"
    try:
        yield receiver
    finally:
        server.close()
        await receiver.hang_up()
