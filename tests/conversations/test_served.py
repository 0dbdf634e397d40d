"""What only the real server shows: closing sockets, refused handshakes, bodies without a length."""

import asyncio
import json
from typing import Any

import aiohttp
import httpx
import pytest

from tests.live_site import LiveSite

HELLO = {"type": "hello", "protocol": 1, "graph": "quote"}


async def close_code(site: LiveSite, *frames: Any, origin: str | None = None) -> int | None:
    """Say these frames and return the code that the server closes with."""
    address = f"{site.url.replace('http', 'ws', 1)}/ws/chat/"
    async with aiohttp.ClientSession() as http, http.ws_connect(address, origin=origin) as socket:
        for frame in frames:
            await socket.send_str(frame if isinstance(frame, str) else json.dumps(frame))
        async with asyncio.timeout(20):
            async for _ in socket:
                """Whatever comes before the end."""
        return socket.close_code


async def test_a_foreign_page_s_connection_is_closed(live_site: LiveSite):
    assert await close_code(live_site, HELLO, origin="https://evil.example") == 4403


async def test_a_frame_that_is_too_large_closes_the_connection(live_site: LiveSite):
    assert await close_code(live_site, HELLO, "x" * 20_000) == 4413


@pytest.mark.slow
async def test_a_silent_connection_is_closed(live_site: LiveSite):
    assert await close_code(live_site) == 4408


@pytest.mark.parametrize("path", ["/ws/nothing/", "/ws/chat", "/chat/quote/"])
async def test_a_socket_to_nowhere_is_refused(live_site: LiveSite, path: str):
    async with aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(live_site.url.replace("http", "ws", 1) + path)
        assert refused.value.status == 403


async def test_a_body_may_come_in_pieces_of_unknown_length(live_site: LiveSite):
    async def pieces() -> Any:
        for piece in (b'{"graph":', b' "quote"}'):
            yield piece

    async def endless() -> Any:
        for _ in range(300):
            yield b" " * 10_000

    headers = {"Content-Type": "application/json"}
    async with httpx.AsyncClient(base_url=live_site.url, headers=headers) as http:
        assert (await http.post("/api/v1/sessions", content=pieces())).status_code == 201
        refused = await http.post("/api/v1/sessions", content=endless())
        assert (refused.status_code, refused.json()["code"]) == (413, "TOO_LARGE")
