"""The metrics of a process that serves no pages, such as a worker, at a port of their own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from prometheus_client import start_http_server

from conversations.observing.reading import read_all

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
    await read_all()
    reading = asyncio.ensure_future(_read_again_and_again())
    try:
        yield
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        server.shutdown()
        server.server_close()
        thread.join()


async def _read_again_and_again() -> None:
    while True:
        await asyncio.sleep(READ_SECONDS)
        await read_all()
