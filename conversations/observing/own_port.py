"""The metrics of a process that serves no pages, such as a worker, at a port of their own."""

import asyncio
import logging
import socket
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse

from conversations.observing.page import what_was_read
from conversations.observing.reading import read_all

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

logger = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
PATH: Final = "/metrics"
READ_SECONDS: Final = 10.0
"""How often what is read when somebody asks is read here, where nobody asks the loop."""


REQUEST_SECONDS: Final = 10.0
"""How long a caller may take to say what it wants: a silent one would keep its thread for ever."""


class AddressUnavailable(Exception):
    """There is no listening at the address: it is none, or it cannot be had."""


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of `PORT`, on this machine only, or `HOST:PORT`. Raises AddressUnavailable."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise AddressUnavailable(f"{text!r} is no port and no HOST:PORT")
    return host or HOST, int(port)


@asynccontextmanager
async def metrics_at(host: str, port: int) -> AsyncIterator[None]:
    """Serve the metrics in a thread while the block runs, at the site's path and to whom the site's page is.

    Raises AddressUnavailable.
    """
    try:
        server = _listen(host, port)
    except OSError as error:
        raise AddressUnavailable(f"{host}:{port} cannot be had: {error}") from error
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        await _read()
        async with _reading():
            yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@asynccontextmanager
async def _reading() -> AsyncIterator[None]:
    """Read again and again while the block runs."""
    reading = asyncio.ensure_future(_read_again_and_again())
    try:
        yield
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def _read_again_and_again() -> None:
    while True:
        await asyncio.sleep(READ_SECONDS)
        await _read()


async def _read() -> None:
    """Read once. What goes wrong ends neither the process, which has its own work, nor the reading."""
    try:
        await read_all()
    except Exception:
        logger.exception("The metrics could not be read.")


def _listen(host: str, port: int) -> WSGIServer:
    (family, *_), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    server = (_Server6 if family == socket.AF_INET6 else _Server)((host, port), _Handler)
    server.set_app(_answer)
    return server


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Server6(_Server):
    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    timeout = REQUEST_SECONDS

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: it is asked every few seconds."""


def _answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    response = _page(WSGIRequest(environ))
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return [response.content]


def _page(request: WSGIRequest) -> HttpResponse:
    if request.path_info != PATH:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD"})
    return what_was_read(request)
