"""The server's side of the WebSocket, played by a test: for moments that the real one is seldom in."""

import asyncio
import json
from typing import Any

from playwright.async_api import Page, WebSocketRoute

AT = "2026-06-15T12:00:00Z"


class ScriptedServer:
    """Welcomes every hello with the newest messages, answers pings, and leaves the rest to the test.

    `welcome` is what its welcomes say beside the usual, `failure` how the newest turn failed, and
    `refusal` the code of the error that answers every hello instead.
    """

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.connections = 0
        self.welcome: dict[str, Any] = {}
        self.failure: dict[str, Any] | None = None
        self.refusal: str | None = None
        self._socket: WebSocketRoute | None = None

    async def attach(self, page: Page) -> None:
        """Take the place of the real server for this page."""
        await page.route_web_socket("**/ws/chat/", self._connect)

    async def expect(self, kind: str) -> dict[str, Any]:
        """The next frame of this type from the page; others, pings above all, are passed over."""
        async with asyncio.timeout(20):
            while True:
                frame = await self.received.get()
                if frame["type"] == kind:
                    return frame

    def send(self, kind: str, **fields: Any) -> None:
        """Send a frame to the page."""
        assert self._socket
        self._socket.send(json.dumps({"type": kind, **fields}))

    def message(self, n: int, role: str, text: str, turn: int = 1, **fields: Any) -> None:
        """Send a final message, and keep it for later welcomes."""
        message = {"n": n, "turn": turn, "role": role, "text": text, "at": AT, **fields}
        self.messages.append(message)
        self.send("message", **message)

    async def accept_message(self, turn: int = 1) -> dict[str, Any]:
        """Take the next message of the page, without showing it yet."""
        frame = await self.expect("message")
        self.send("accepted", id=frame["id"], turn=turn)
        return frame

    async def disconnect(self) -> None:
        """Hang up."""
        assert self._socket
        await self._socket.close(code=1012)

    def greet(self, after: int) -> None:
        """Welcome the page, with the messages after a number."""
        missed = [message for message in self.messages if message["n"] > after]
        first = {"first": missed[0]["n"]} if missed else {}
        welcome = {
            "protocol": 1,
            "session": "00000000-0000-0000-0000-000000000001",
            "token": "token",
            "graph": "quote",
            "title": "Car insurance quote",
            "greeting": "Welcome to Larkfield Mutual!",
            "status": "active",
            "after": after,
            "limits": {"message_length": 4000},
        }
        self.send("welcome", **welcome | first | self.welcome)
        for message in missed:
            self.send("message", **message)
        if self.failure:
            self.send("turn_failed", **self.failure)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        self.connections += 1
        socket.on_message(self._hear)

    def _hear(self, data: str | bytes) -> None:
        frame = json.loads(data)
        self.received.put_nowait(frame)
        if frame["type"] == "ping":
            self.send("pong")
        elif frame["type"] == "hello" and self.refusal:
            self.send("error", code=self.refusal, message="No.")
        elif frame["type"] == "hello":
            self.greet(frame["after"])
