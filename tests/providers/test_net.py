import asyncio
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import httpx
import pytest

from providers.net import http_client, time_limits

REPLY = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[str]:
    """A server of raw bytes on loopback; yields its address."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await handler(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        yield f"http://{host}:{port}/"


async def get(address: str, seconds: float = 5) -> httpx.Response:
    return await http_client().get(address, timeout=time_limits(seconds))


async def headers_of(reader: asyncio.StreamReader) -> bytes:
    return await reader.readuntil(b"\r\n\r\n")


def test_any_event_loop_may_use_the_one_client() -> None:
    async def ask() -> str:
        async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await headers_of(reader)
            writer.write(REPLY)

        async with serving(handler) as address:
            return (await get(address)).text

    client = http_client()

    assert [asyncio.run(ask()) for _ in range(2)] == ["ok", "ok"]
    assert http_client() is client


def test_a_process_that_just_ends_complains_of_nothing() -> None:
    """Servers stop their loop without ending it; scripts end it. Neither may leave warnings."""
    script = """
        import asyncio, sys
        from django.conf import settings
        from providers.net import http_client, time_limits

        settings.configure(EZGRAPH_ALLOWED_PRIVATE_HOSTS=["127.0.0.1:*"], EZGRAPH_LOOPBACK_PROVIDERS=False)

        async def main():
            async def handle(reader, writer):
                await reader.readuntil(b"\\r\\n\\r\\n")
                writer.write(b"HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nok")
            server = await asyncio.start_server(handle, "127.0.0.1", 0)
            address = "http://%s:%s/" % server.sockets[0].getsockname()
            print((await http_client().get(address, timeout=time_limits(5))).text)
            server.close()

        asyncio.run(main())
        loop = asyncio.new_event_loop()
        loop.run_until_complete(main())
    """

    ended = subprocess.run(
        [sys.executable, "-X", "dev", "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        check=True,
    )

    assert ended.stdout == "ok\nok\n"
    assert "client" not in ended.stderr.lower()
    assert "connector" not in ended.stderr.lower()


async def test_a_hundred_and_fifty_calls_wait_at_the_same_time() -> None:
    waiting = 0
    all_there = asyncio.Event()

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal waiting
        await headers_of(reader)
        waiting += 1
        if waiting == 150:
            all_there.set()
        await all_there.wait()
        writer.write(REPLY)

    async with serving(handler) as address:
        answers = await asyncio.gather(*(get(address, 20) for _ in range(150)))

    assert {answer.status_code for answer in answers} == {200}


async def test_cookies_of_one_answer_are_not_sent_with_the_next_request() -> None:
    seen: list[bytes] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await headers_of(reader))
        writer.write(REPLY.replace(b"\r\n\r\n", b"\r\nset-cookie: a=b\r\nconnection: close\r\n\r\n"))

    async with serving(handler) as address:
        await get(address)
        await get(address)

    assert len(seen) == 2
    assert b"cookie" not in seen[1].lower()


async def test_redirects_are_not_followed() -> None:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await headers_of(reader)
        writer.write(b"HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n")

    async with serving(handler) as address:
        assert (await get(address)).status_code == 302


async def test_a_connection_that_is_dropped_is_asked_once_and_is_no_time_out() -> None:
    asked = 0

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await headers_of(reader)

    async with serving(handler) as address:
        with pytest.raises(httpx.NetworkError):
            await http_client().post(address, content=b"{}", timeout=time_limits(5))

    assert asked == 1


@pytest.mark.parametrize("answer", [b"", b"220 mail.test ESMTP\r\n", b"HTTP/1.1 two hundred\r\n\r\n"])
async def test_a_server_that_does_not_speak_http_is_a_network_error(answer: bytes) -> None:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await headers_of(reader)
        writer.write(answer)

    async with serving(handler) as address:
        with pytest.raises(httpx.NetworkError):
            await get(address)


async def test_a_body_that_breaks_off_is_a_network_error() -> None:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await headers_of(reader)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf")

    async with serving(handler) as address:
        with pytest.raises(httpx.NetworkError):
            await get(address)


async def test_a_refused_connection_is_a_network_error() -> None:
    with pytest.raises(httpx.NetworkError):
        await get("http://127.0.0.1:9/")


async def test_a_silent_server_is_a_time_out() -> None:
    gone = asyncio.Event()

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await headers_of(reader)
        await gone.wait()

    async with serving(handler) as address:
        with pytest.raises(httpx.ReadTimeout):
            await get(address, 0.05)
        gone.set()
