"""What no proper client sends, byte by byte, to the real server: an answer that says whose fault it is."""

import json
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import aiohttp
import httpx
import pytest

from tests.live_site import LiveSite

pytestmark = pytest.mark.slow

HOST = b"Host: 127.0.0.1\r\nConnection: close\r\n"
JSON = HOST + b"Content-Type: application/json\r\n"
PIECE = b"%x\r\n%s\r\n" % (100_000, b"x" * 100_000)

REQUESTS: dict[str, tuple[bytes, int]] = {
    "a path that is no UTF-8": (b"GET /api/v1/%ff HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "a path of raw bytes": (b"GET /api/v1/\xff HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    "NUL in the path of a page": (b"GET /chat/%00/ HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "a foreign host": (b"GET /api/v1/graphs HTTP/1.1\r\nHost: evil\r\nConnection: close\r\n\r\n", 400),
    "a host of raw bytes": (b"GET /api/v1/graphs HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n", 400),
    "a bearer of raw bytes": (
        b"GET /api/v1/graphs HTTP/1.1\r\n" + HOST + b"Authorization: Bearer \xff\xfe\r\n\r\n",
        401,
    ),
    "a negative length": (
        b"POST /api/v1/sessions HTTP/1.1\r\n" + JSON + b"Content-Length: -5\r\n\r\n{}",
        400,
    ),
    "a length that is none": (
        b"POST /api/v1/sessions HTTP/1.1\r\n" + JSON + b"Content-Length: x\r\n\r\n{}",
        400,
    ),
    "five megabytes": (
        b"POST /api/v1/sessions HTTP/1.1\r\n" + JSON + b"Content-Length: 5000000\r\n\r\n" + b"x" * 5_000_000,
        413,
    ),
    "five megabytes in pieces": (
        b"POST /api/v1/sessions HTTP/1.1\r\n"
        + JSON
        + b"Transfer-Encoding: chunked\r\n\r\n"
        + PIECE * 50
        + b"0\r\n\r\n",
        413,
    ),
    "a compressed body": (
        b"POST /api/v1/sessions HTTP/1.1\r\n"
        + JSON
        + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
        400,
    ),
    "a method that nobody knows": (b"DANCE /api/v1/graphs HTTP/1.1\r\n" + HOST + b"\r\n", 405),
    "another protocol": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
    "a WebSocket to nowhere": (
        b"GET /ws/%ff/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        403,
    ),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_that_is_none_is_refused(live_site: LiveSite, name: str):
    sent, status = REQUESTS[name]
    with socket.create_connection(("127.0.0.1", urlsplit(live_site.url).port), timeout=20) as raw:
        raw.sendall(sent)
        answer = raw.makefile("rb").readline()

    assert answer.split()[1] == str(status).encode(), answer
    assert httpx.get(f"{live_site.url}/api/v1/graphs").status_code == 401


@pytest.mark.parametrize("size", [20_000, 5_000_000])
async def test_a_frame_that_is_too_large_ends_the_connection_and_nothing_else(live_site: LiveSite, size: int):
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"{live_site.url}/ws/chat/") as socket:
            with suppress(ConnectionError):  # it may be ended before all is sent
                await socket.send_str(json.dumps({"type": "message", "id": "m1", "text": "x" * size}))
            while (await socket.receive(20)).type is aiohttp.WSMsgType.TEXT:
                pass
            assert socket.closed
        async with session.ws_connect(f"{live_site.url}/ws/chat/") as socket:
            await socket.send_json({"type": "ping"})
            assert (await socket.receive_json(timeout=20))["type"] == "pong"
