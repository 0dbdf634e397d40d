"""What no proper client sends, byte by byte, to the real server: an answer that says whose fault it is."""

import socket
import subprocess
import sys
from contextlib import suppress
from urllib.parse import urlsplit

import aiohttp
import httpx
import pytest

from ezgraph_site.bodies import MOST_DROPPED
from tests.live_site import LiveSite

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

HOST = b"Host: 127.0.0.1\r\nConnection: close\r\n"
JSON = HOST + b"Content-Type: application/json\r\n"
PIECE = b"%x\r\n%s\r\n" % (100_000, b"x" * 100_000)

HANDSHAKE = (
    b"GET /ws/chat/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)

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
    "a length above all limits": (
        b"POST /api/v1/sessions HTTP/1.1\r\n" + JSON + b"Content-Length: 400000000\r\n\r\n",
        413,
    ),
    "a body that is asked for first and too large": (
        b"POST /api/v1/sessions HTTP/1.1\r\n"
        + JSON
        + b"Expect: 100-continue\r\nContent-Length: 5000000\r\n\r\n",
        413,
    ),
    "pieces without an end": (
        b"POST /chat/quote/ HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: chunked\r\n\r\n" + PIECE * 50,
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
        HANDSHAKE.replace(b"/ws/chat/", b"/ws/%ff/"),
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


def test_a_body_without_an_end_is_dropped_and_its_connection_ended(live_site: LiveSite):
    head = b"POST /api/v1/sessions HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", urlsplit(live_site.url).port), timeout=20) as raw:
        raw.sendall(head)
        with pytest.raises(ConnectionError):
            raw.sendall(PIECE * (MOST_DROPPED // 100_000 * 4))


@pytest.mark.parametrize(("size", "code"), [(20_000, 4413), (1_048_577, 1009), (5_000_000, 1009)])
async def test_a_frame_that_is_too_large_ends_the_connection_with_a_code_and_nothing_else(
    live_site: LiveSite, size: int, code: int
):
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"{live_site.url}/ws/chat/") as socket:
            with suppress(ConnectionError):  # it may be ended before all is sent
                await socket.send_str("x" * size)
            while (await socket.receive(20)).type is aiohttp.WSMsgType.TEXT:
                pass
            assert socket.close_code == code
        async with session.ws_connect(f"{live_site.url}/ws/chat/") as socket:
            await socket.send_json({"type": "ping"})
            assert (await socket.receive_json(timeout=20))["type"] == "pong"


def masked(first: int, payload: bytes) -> bytes:
    """A client's frame of fewer than 126 bytes; `first` holds its flags and its kind."""
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


FRAMES: dict[str, tuple[bytes, int]] = {
    "a text that is no UTF-8": (masked(0x81, b"\xff\xfe"), 1007),
    "half of a character": (masked(0x81, b"\xc3"), 1007),
    "a surrogate": (masked(0x81, b"\xed\xa0\x80"), 1007),
    "a frame of an unknown kind": (masked(0x83, b"x"), 1002),
    "a flag that nobody agreed on": (masked(0xC1, b"x"), 1002),
    "the rest of nothing": (masked(0x80, b"x"), 1002),
    "a length above all limits": (b"\x81\xff" + (2**40).to_bytes(8, "big") + bytes(4) + b"x" * 1000, 1009),
}


@pytest.mark.parametrize("name", FRAMES)
def test_what_is_no_proper_frame_is_told_by_a_close_code(live_site: LiveSite, name: str):
    sent, code = FRAMES[name]
    with socket.create_connection(("127.0.0.1", urlsplit(live_site.url).port), timeout=20) as raw:
        raw.sendall(HANDSHAKE)
        answers = raw.makefile("rb")
        while answers.readline() not in (b"\r\n", b""):
            """The handshake's answer."""
        raw.sendall(sent)
        kind, length = answers.read(2)
        assert kind == 0x88
        assert int.from_bytes(answers.read(length)[:2], "big") == code


LOCALES: dict[str, dict[str, str]] = {
    "strict UTF-8, as in most locales": {"PYTHONIOENCODING": "utf-8:strict"},
    "Latin 1": {"PYTHONIOENCODING": "latin-1:strict"},
    "strict ASCII": {"PYTHONIOENCODING": "ascii:strict"},
    "a locale without UTF-8": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "this one": {},
}
TYPED: dict[str, bytes] = {
    "a letter": "Motoröl 😀\n".encode(),
    "bytes that are no text": b"\xff\xfe\n",
    "half of a character": b"Hi \xc3\n",
    "NUL and an end of file": b"\x00\x1a\x04",
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("command", [["manage.py", "chat"], ["-m", "ezgraph_site.terminal"]], ids=" ".join)
def test_whatever_is_typed_or_said_in_a_terminal_ends_nothing(
    live_site: LiveSite, locale: str, command: list[str]
):
    inherited = {name: value for name, value in live_site.env.items() if not name.startswith(("LC_", "LANG"))}
    talk = subprocess.run(
        [sys.executable, *command, "quote"],
        input=b"\n".join(TYPED.values()),
        env={**inherited, **LOCALES[locale]},
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert talk.stderr == b""
    assert b"Go on with: " in talk.stdout
    assert talk.stdout.count(b"not allowed") >= 1
