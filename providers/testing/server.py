"""A vendor's server on this machine: it answers what it is told, keeps silent, or cuts the line."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Self, TypeAlias

from aiohttp import web

HOST: Final = "127.0.0.1"

STOP_SECONDS: Final = 0.05
"""What answers that are still on their way get to end; aiohttp takes none at all for any number of them."""


@dataclass(frozen=True)
class Asked:
    """A request as it came in. Names of `headers` are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON. Raises ValueError where it is none."""
        return json.loads(self.body)

    def holds(self, value: Any) -> bool:
        """Whether `value` stands in the body: a text as part of any text, anything else as it is."""
        return any(
            value in found if isinstance(value, str) and isinstance(found, str) else value == found
            for found in _values(self.json)
        )


class Ending(StrEnum):
    """How an answer ends: as it should, in silence, or with its connection lost."""

    WHOLE = "whole"
    SILENT = "silent"
    CUT = "cut"


@dataclass(frozen=True)
class WireAnswer:
    """An HTTP answer: its body in the pieces in which it is sent."""

    chunks: tuple[bytes, ...]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    ending: Ending = Ending.WHOLE

    @classmethod
    def of_json(cls, document: Any, status: int = 200, **headers: str) -> Self:
        """One JSON document. Underscores in the names of headers stand for hyphens."""
        return cls.of_text(json.dumps(document), status, content_type="application/json", **headers)

    @classmethod
    def of_text(cls, text: str, status: int = 200, **headers: str) -> Self:
        """Any text as the body."""
        return cls((text.encode(),), status, _spelt(headers))

    @classmethod
    def of_events(cls, *chunks: bytes, **headers: str) -> Self:
        """Server-sent events, or what else a vendor streams, in these pieces."""
        return cls(chunks, headers=_spelt({"content_type": "text/event-stream", **headers}))

    def ending_after(self, pieces: int, ending: Ending) -> Self:
        """The same as far as its first `pieces`. With none of them not even a status is sent."""
        return replace(self, chunks=self.chunks[:pieces], ending=ending)


Script: TypeAlias = Callable[[Asked], WireAnswer]
"""What to answer to a request."""


class FakeServer:
    """A running server. `asked` is all that came in, oldest first.

    `arrived` is set as soon as a request is there, `left` as soon as a caller goes away before its answer
    has ended. What the script raises is kept in `failure`.
    """

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.arrived = asyncio.Event()
        self.left = asyncio.Event()
        self.failure: Exception | None = None
        self.address = ""
        self._script: Script = lambda asked: WireAnswer.of_json({}, 500)

    def answers(self, script: Script | WireAnswer) -> None:
        """Answer so from now on, as if nobody had asked yet."""
        self._script = (lambda asked: script) if isinstance(script, WireAnswer) else script
        self.asked.clear()
        self.arrived.clear()
        self.left.clear()

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request of aiohttp's server."""
        headers = {name.lower(): value for name, value in request.headers.items()}
        asked = Asked(request.method, request.path, headers, await request.read())
        self.asked.append(asked)
        self.arrived.set()
        try:
            answer = self._script(asked)
        except Exception as failure:
            self.failure = failure
            return web.Response(status=500)
        try:
            return await self._send(request, answer)
        except asyncio.CancelledError:
            self.left.set()
            raise

    async def _send(self, request: web.BaseRequest, answer: WireAnswer) -> web.StreamResponse:
        response = web.StreamResponse(status=answer.status, headers=answer.headers)
        if answer.chunks or answer.ending is Ending.WHOLE:
            await response.prepare(request)
        for chunk in answer.chunks:
            await response.write(chunk)
        match answer.ending:
            case Ending.WHOLE:
                await response.write_eof()
            case Ending.SILENT:
                await asyncio.Event().wait()
            case Ending.CUT if request.transport is not None:
                request.transport.abort()
        return response


@asynccontextmanager
async def serving() -> AsyncIterator[FakeServer]:
    """Serve on a free port of this machine."""
    fake = FakeServer()
    server = web.Server(fake.handle, handler_cancellation=True, access_log=None)
    listening = await asyncio.get_running_loop().create_server(server, HOST, 0)
    fake.address = f"http://{HOST}:{listening.sockets[0].getsockname()[1]}"
    try:
        yield fake
    finally:
        listening.close()
        await server.shutdown(timeout=STOP_SECONDS)


def _spelt(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _values(document: Any) -> Iterator[Any]:
    """Everything in a JSON document: the whole, and its keys and values at any depth."""
    yield document
    if isinstance(document, Mapping):
        for name, value in document.items():
            yield name
            yield from _values(value)
    elif isinstance(document, list):
        for value in document:
            yield from _values(value)
