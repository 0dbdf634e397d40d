"""One tab of a customer's, in process: speaks the protocol and keeps what it heard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from channels.testing import WebsocketCommunicator

from conversations.chat.consumer import ChatConsumer
from conversations.engine.turns.running import wait_for_all

PATIENCE = 5
"""Seconds to wait for a frame."""


class Tab:
    """`hear` waits for a frame of a type and skips others; `heard` keeps all of them."""

    def __init__(self, socket: WebsocketCommunicator) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    async def say(self, **frame: Any) -> None:
        await self.socket.send_json_to(frame)

    async def say_raw(self, text: str | None = None, data: bytes | None = None) -> None:
        await self.socket.send_to(text_data=text, bytes_data=data)

    async def next(self) -> dict[str, Any]:
        frame: dict[str, Any] = await self.socket.receive_json_from(timeout=PATIENCE)
        self.heard.append(frame)
        return frame

    async def hear(self, *types: str) -> dict[str, Any]:
        while (frame := await self.next())["type"] not in types:
            pass
        return frame

    async def hello(self, graph: str = "wish", **more: Any) -> dict[str, Any]:
        await self.say(type="hello", protocol=1, graph=graph, **more)
        return await self.next()

    async def silence(self) -> None:
        """Nothing more is said."""
        await wait_for_all()
        assert await self.socket.receive_nothing()

    async def closed_with(self) -> int:
        while (output := await self.socket.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
            pass
        return int(output["code"])

    def messages(self) -> list[tuple[int, str, str]]:
        """The visible messages heard: (n, role, text)."""
        return [(f["n"], f["role"], f["text"]) for f in self.heard if f["type"] == "message"]


@asynccontextmanager
async def open_tab(origin: str | None = None) -> AsyncIterator[Tab]:
    """Connect a tab, and leave at the end."""
    headers = [(b"host", b"localhost:8000"), *([(b"origin", origin.encode())] if origin else [])]
    socket = WebsocketCommunicator(ChatConsumer.as_asgi(), "/ws/chat/", headers=headers)
    connected, _ = await socket.connect()
    assert connected
    try:
        yield Tab(socket)
    finally:
        await socket.disconnect()
