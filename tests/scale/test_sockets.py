"""What many, large and slow WebSockets cost the site: memory stays flat, and so does the database's pool."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from urllib.parse import urlsplit

import aiohttp
import pytest

from conversations.chat.protocol.numbers import CloseCode
from tests.live_site import LiveSite
from tests.scale.memory import resident_mb
from tests.scale.sampling import most
from tests.scale.sites import lift_limits, running_sites
from tests.scale.tab import Closed, Tab, open_tab

pytestmark = pytest.mark.slow

SOCKETS = 500
TALKING = 5
"""One of so many says hello."""

POOL = 12
"""Connections that a site keeps at most."""

DEAF = 20
BUFFER_MB = 0.5
"""Of a tab that does not read."""

FLAT_MB = 12
"""What an allocator may keep from one moment to the next."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[LiveSite]:
    """A site on PostgreSQL."""
    folder = tmp_path_factory.mktemp("sockets") / "data"
    with running_sites(1, folder, DATABASE_URL=database_url) as (one,):
        lift_limits(one)
        yield one


async def come_and_go(site: LiveSite, tokens: dict[int, str]) -> None:
    """Open many sockets at addresses of their own, let some say hello, and close all."""
    async with AsyncExitStack() as stack:

        async def come(number: int) -> None:
            connector = aiohttp.TCPConnector(local_addr=(f"127.2.{number // 250}.{1 + number % 250}", 0))
            http = await stack.enter_async_context(aiohttp.ClientSession(connector=connector))
            tab = Tab(await stack.enter_async_context(http.ws_connect(f"{site.url}/ws/chat/")), "echo")
            if number % TALKING == 0:
                tokens[number] = (await tab.hello(tokens.get(number)))["token"]

        for begin in range(0, SOCKETS, 50):
            await asyncio.gather(*(come(number) for number in range(begin, begin + 50)))


async def test_sockets_that_come_and_go_leave_nothing_behind(
    site: LiveSite, postgres_server: str, database_url: str, full_load: bool
):
    tokens: dict[int, str] = {}
    memory = []
    with most(postgres_server, urlsplit(database_url).path.strip("/")) as connections:
        for _ in range(20 if full_load else 5):
            await come_and_go(site, tokens)
            memory.append(resident_mb(site.process.pid))

    assert memory[-1] < memory[1] + FLAT_MB, memory
    assert connections.open <= POOL


async def test_a_frame_of_five_megabytes_is_closed_with_its_code(site: LiveSite):
    async with open_tab(site.url, "echo") as tab:
        await tab.hello()
        before = resident_mb(site.process.pid)
        for _ in range(3):
            async with open_tab(site.url, "echo") as other:
                with suppress(ConnectionError):
                    await other.say("message", id="large", text="x" * 5 * 1024 * 1024)
                with pytest.raises(Closed, match=f"1009|{int(CloseCode.TOO_LARGE)}"):
                    await other.next()
        await tab.silence()

    assert resident_mb(site.process.pid) < before + FLAT_MB


async def test_who_never_reads_costs_little_memory_and_nobody_else_anything(site: LiveSite):
    async with open_tab(site.url, "echo") as tab, AsyncExitStack() as stack:
        token = (await tab.hello())["token"]
        for _ in range(DEAF):
            await stack.enter_async_context(deaf_tab(site, token))
        before = resident_mb(site.process.pid)
        for number in range(1, 61):
            await tab.say("message", id=f"m{number}", text="y" * 3000)
            await tab.hear("turn_completed")

        assert tab.last == 120
        assert resident_mb(site.process.pid) < before + DEAF * BUFFER_MB + FLAT_MB


@asynccontextmanager
async def deaf_tab(site: LiveSite, token: str) -> AsyncIterator[None]:
    """A tab that says hello and never reads."""
    address = urlsplit(site.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port, limit=1024)
    key = base64.b64encode(bytes(16)).decode()
    lines = (
        "GET /ws/chat/ HTTP/1.1",
        f"Host: {address.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    )
    writer.write("\r\n".join([*lines, "", ""]).encode())
    await reader.read(1)  # the site has answered; it goes on alone
    hello = json.dumps({"type": "hello", "protocol": 1, "graph": "echo", "token": token, "after": 0}).encode()
    # A text frame, masked with zeros.
    writer.write(bytes([0x81, 0x80 | 126, *len(hello).to_bytes(2, "big"), 0, 0, 0, 0]) + hello)
    try:
        yield
    finally:
        writer.transport.abort()
