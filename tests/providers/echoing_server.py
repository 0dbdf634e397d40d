"""A model server that quotes all it was sent in whatever it answers: keys come back in error texts."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

STATUSES: Final = ("400", "401", "402", "403", "404", "408", "413", "422", "429", "500", "503", "529")

MODES: Final = (*STATUSES, "redirect", "text", "json", "broken", "cut", "closed", "stream")
"""First part of the path: how the server answers."""


@asynccontextmanager
async def echoing_server() -> AsyncIterator[str]:
    """Serve on a free port; yields the address without a path."""
    server = await asyncio.start_server(_answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            (
                int(line.split(":")[1])
                for line in head.splitlines()
                if line.lower().startswith("content-length")
            ),
            0,
        )
        sent = head + (await reader.readexactly(length)).decode()
        writer.write(_reply(head.split("/")[1].split("?")[0], sent))
        await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


def _reply(mode: str, sent: str) -> bytes:
    error = json.dumps({"error": {"message": sent, "type": sent, "code": sent}, "detail": sent}).encode()
    match mode:
        case "closed":
            return b""
        case "redirect":
            location = f"/200/{'-'.join(sent.split())}"[:2000]
            return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()
        case "text":
            return _whole("200 OK", "text/html", sent.encode())
        case "json":
            return _whole("200 OK", "application/json", error)
        case "broken":
            return _whole("200 OK", "application/json", error[:-3])
        case "cut":
            return _whole("200 OK", "application/json", error)[:-10]
        case "stream":
            return _whole("200 OK", "text/event-stream", b"data: " + error + b"\n\ndata: {" + error + b"\n\n")
    return _whole(f"{mode} Echo", "application/json", error)


def _whole(status: str, kind: str, body: bytes) -> bytes:
    headers = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close"
    return f"HTTP/1.1 {status}\r\n{headers}\r\n\r\n".encode() + body
