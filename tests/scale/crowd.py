"""Customers with several tabs each, who come again however often they are cut off."""

import asyncio
import random
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp

PATIENCE_SECONDS = 60.0
LONGEST_WAIT_SECONDS = 2.0
PING_SECONDS = 2.0
"""How often a tab asks whether it missed anything."""

AWAY = (aiohttp.ClientError, OSError, TimeoutError)
"""What a tab meets where there is no site just now."""


@dataclass
class Sent:
    """A message that the customer typed; `accepted` is set once the site has it."""

    id: str
    text: str
    accepted: asyncio.Event = field(default_factory=asyncio.Event)


class ReturningTab:
    """A tab that does what the page does: it comes again with what it saw last, and sends again.

    `shown` are its messages, (n, text), in the order in which they came; `errors` are frames that no
    customer should see.
    """

    def __init__(self, customer: "Customer", chance: random.Random) -> None:
        self.shown: list[tuple[int, str]] = []
        self.errors: list[dict[str, Any]] = []
        self.times_welcomed = 0
        self._customer = customer
        self._chance = chance
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._outbox: dict[str, Sent] = {}
        self._moved = asyncio.Condition()

    @property
    def last(self) -> int:
        """The number of the newest message that is shown; 0 before the first."""
        return self.shown[-1][0] if self.shown else 0

    async def stay(self) -> None:
        """Be there until the task is cancelled."""
        wait = 0.05
        while True:
            with suppress(*AWAY):
                async with self._customer.http.ws_connect(f"{self._customer.site}/ws/chat/") as socket:
                    await self._talk(socket)
                    wait = 0.05
            self._socket = None
            await asyncio.sleep(wait * self._chance.uniform(0.5, 1.5))
            wait = min(2 * wait, LONGEST_WAIT_SECONDS)

    async def cut(self) -> None:
        """Lose the connection, as a phone in a tunnel does."""
        if self._socket is not None:
            await self._socket.close()

    async def send(self, message: Sent) -> None:
        """Type a message and wait until the site has it, however long that takes."""
        self._outbox[message.id] = message
        await self._say_unsaid()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await message.accepted.wait()

    async def show(self, n: int) -> None:
        """Wait until a message of this number is shown. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE_SECONDS), self._moved:
            await self._moved.wait_for(lambda: self.last >= n)

    async def _talk(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        known = {"token": self._customer.token, "after": self.last} if self._customer.token else {}
        await socket.send_json({"type": "hello", "protocol": 1, "graph": self._customer.graph, **known})
        pings = asyncio.ensure_future(_ping(socket))
        try:
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    return
                await self._hear(socket, message.json())
        finally:
            pings.cancel()

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "welcome":
                self._socket = socket
                self.times_welcomed += 1
                self._customer.welcomed(frame["session"], frame["token"])
                await self._say_unsaid()
            case "message":
                async with self._moved:
                    self.shown.append((frame["n"], frame["text"]))
                    self._moved.notify_all()
            case "accepted":
                if message := self._outbox.pop(frame["id"], None):
                    message.accepted.set()
            case "error" if frame["code"] == "SESSION_BUSY":
                await asyncio.sleep(0.2)
                await self._say_unsaid()
            case "error":
                self.errors.append(frame)

    async def _say_unsaid(self) -> None:
        for message in list(self._outbox.values()):
            if self._socket is not None:
                with suppress(*AWAY):
                    await self._socket.send_json({"type": "message", "id": message.id, "text": message.text})


@dataclass
class Customer:
    """Somebody with a session in several tabs, at an address of their own."""

    site: str
    graph: str
    http: aiohttp.ClientSession
    session: str = ""
    token: str = ""
    tabs: list[ReturningTab] = field(default_factory=list)
    _known: asyncio.Event = field(default_factory=asyncio.Event)

    def welcomed(self, session: str, token: str) -> None:
        """A tab was told which session it is in."""
        self.session, self.token = session, token
        self._known.set()

    async def begin(self) -> None:
        """Wait until a tab has opened the session."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._known.wait()


@asynccontextmanager
async def customer_at(
    site: str, graph: str, address: str, tabs: int, chance: random.Random, tls: ssl.SSLContext | bool = True
) -> AsyncIterator[Customer]:
    """A customer with so many open tabs; the first opens the session. `tls` knows a certificate of tests."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0), limit=0, ssl=tls)
    tasks: list[asyncio.Task[None]] = []
    async with aiohttp.ClientSession(connector=connector) as http:
        customer = Customer(site, graph, http)
        try:
            for _ in range(tabs):
                tab = ReturningTab(customer, chance)
                customer.tabs.append(tab)
                tasks.append(asyncio.ensure_future(tab.stay()))
                await customer.begin()
            yield customer
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _ping(socket: aiohttp.ClientWebSocketResponse) -> None:
    while True:
        await asyncio.sleep(PING_SECONDS)
        with suppress(*AWAY):
            await socket.send_json({"type": "ping"})
