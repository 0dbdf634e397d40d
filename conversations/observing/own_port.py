"""The metrics of a process that serves no pages, such as a worker, at a port of their own."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from prometheus_client import start_http_server

from conversations.observing.reading import read_all

logger = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
READ_SECONDS: Final = 10.0
"""How often what is read when somebody asks is read here, where nobody asks the loop."""


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
    """Serve the metrics in a thread while the block runs; anybody who reaches the port may read them.

    Raises AddressUnavailable.
    """
    try:
        server, thread = start_http_server(port, addr=host)
    except OSError as error:
        raise AddressUnavailable(f"{host}:{port} cannot be had: {error}") from error
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
