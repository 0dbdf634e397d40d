"""The one HTTP client of the process: every provider's calls go through it.

httpx with aiohttp underneath, because httpx's own connection pool stalls at a hundred calls in
flight. The client is one per process; sockets belong to an event loop, and tests and commands run
several, so the transport keeps pools for each loop and closes them when the loop ends. No
retries, redirects, cookies or environment proxies: what a call does is what its layers say.

It calls public addresses only, and private ones of hosts that `EZGRAPH_ALLOWED_PRIVATE_HOSTS` names. The
rule holds where a socket is opened, so the address that is checked is the one connected to.
"""

import asyncio
import atexit
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, TypeAlias

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from providers.addresses import AddressRefused, is_allowed, refuse_metadata, refuse_private, site_hosts

MAX_CONNECTIONS: Final = 2000
"""Sockets of one event loop. Far above what a process serves; it only spares file descriptors."""

KEEP_ALIVE_SECONDS: Final = 15.0
"""How long an idle connection is kept for the next call."""

CONNECT_SECONDS: Final = 10.0
"""Longest wait for a connection, within whatever limit the call itself has."""


ALLOWED_HOSTS: Final = "ezgraph.allowed_hosts"
"""The extension of a request that holds its private hosts instead of those that providers may call."""

Judge: TypeAlias = Callable[[str], None]
"""Raises `AddressRefused` for IP addresses that are not to be called."""


@cache
def http_client() -> httpx.AsyncClient:
    """Return the client of this process. Any event loop may use it; nobody needs to close it.

    It has no time-out of its own: every request states one, see `time_limits`.
    """
    return _CookielessClient(
        transport=LoopTransport(),
        headers={"User-Agent": "ezgraph"},
        follow_redirects=False,
        timeout=None,
    )


def time_limits(seconds: float | None) -> httpx.Timeout:
    """Time-outs of one request: `seconds` for each wait on the socket, None for no limit."""
    connect = CONNECT_SECONDS if seconds is None else min(seconds, CONNECT_SECONDS)
    return httpx.Timeout(seconds, connect=connect)


class _CookielessClient(httpx.AsyncClient):
    """A client that neither keeps cookies nor looks for them."""

    @property
    def cookies(self) -> httpx.Cookies:
        """None, ever."""
        return _NO_COOKIES

    @cookies.setter
    def cookies(self, cookies: object) -> None:
        """Keep none."""


class _NoCookies(httpx.Cookies):
    def extract_cookies(self, response: httpx.Response) -> None:
        """Take none."""


_NO_COOKIES: Final = _NoCookies()


@dataclass(frozen=True)
class _Pools:
    """The connections of one event loop. Those of allowed hosts are kept apart from those of all others."""

    public: AiohttpTransport
    allowed: AiohttpTransport


class LoopTransport(httpx.AsyncBaseTransport):
    """Sends each request through an aiohttp connection pool of the running event loop."""

    def __init__(self) -> None:
        self._context = httpx.create_ssl_context()
        self._pools: dict[asyncio.AbstractEventLoop, _Pools] = {}
        self._lives: dict[asyncio.AbstractEventLoop, AsyncGenerator[None, None]] = {}
        atexit.register(self._close_left_over)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send `request`. Raises httpx's exceptions, `AddressRefused` and other OSErrors."""
        hosts = request.extensions.get(ALLOWED_HOSTS)
        allowed = is_allowed(request.url, site_hosts() if hosts is None else hosts)
        pools = await self._pools_of_loop()
        pool = pools.allowed if allowed else pools.public
        with _honest_errors():
            response = await pool.handle_async_request(request)
        if isinstance(response.stream, httpx.AsyncByteStream):
            response.stream = _HonestStream(response.stream)
        return response

    async def aclose(self) -> None:
        """Close the running loop's connections; the next request opens new ones."""
        await self._close(asyncio.get_running_loop())

    async def _pools_of_loop(self) -> _Pools:
        loop = asyncio.get_running_loop()
        if loop not in self._pools:
            self._lives[loop] = self._life(loop)
            await anext(self._lives[loop])
        return self._pools[loop]

    async def _life(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[None, None]:
        # A loop that ends closes the async generators that began in it. That is the only notice
        # a loop gives, so the pools live inside one.
        self._pools[loop] = _Pools(public=self._pool(refuse_private), allowed=self._pool(refuse_metadata))
        try:
            yield
        finally:
            pools = self._pools.pop(loop)
            await pools.public.aclose()
            await pools.allowed.aclose()
            del self._lives[loop]

    def _pool(self, judge: Judge) -> AiohttpTransport:
        def session() -> aiohttp.ClientSession:
            connector = aiohttp.TCPConnector(
                limit=MAX_CONNECTIONS,
                ssl=self._context,
                keepalive_timeout=KEEP_ALIVE_SECONDS,
                socket_factory=partial(_judged_socket, judge),
            )
            return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())

        return AiohttpTransport(verify=self._context, client=session)

    async def _close(self, loop: asyncio.AbstractEventLoop) -> None:
        life = self._lives.get(loop)
        if life is not None:
            await life.aclose()

    def _close_left_over(self) -> None:
        # Servers stop their loop without ending it; their idle connections would be complained of.
        for loop in list(self._lives):
            if not loop.is_running() and not loop.is_closed():
                loop.run_until_complete(self._close(loop))


class _HonestStream(httpx.AsyncByteStream):
    """A response's body whose failures are named for what they are."""

    def __init__(self, stream: httpx.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _honest_errors():
            async for chunk in self._stream:
                yield chunk

    async def aclose(self) -> None:
        """Release the connection."""
        with _honest_errors():
            await self._stream.aclose()


def _judged_socket(judge: Judge, target: tuple[Any, ...]) -> socket.socket:
    """Open a socket for a resolved address, or raise `AddressRefused`."""
    family, kind, protocol, _, address = target
    judge(address[0])
    return socket.socket(family, kind, protocol)


@contextmanager
def _honest_errors() -> Iterator[None]:
    """Name lost and refused connections for what they are; httpx-aiohttp calls them time-outs."""
    try:
        yield
    except httpx.TimeoutException as error:
        cause = error.__cause__
        if isinstance(cause, TimeoutError):
            raise
        if isinstance(cause, aiohttp.ClientConnectorError) and isinstance(cause.os_error, AddressRefused):
            raise cause.os_error from None
        raise httpx.NetworkError("The connection failed.") from cause
    except aiohttp.ClientError as error:
        raise httpx.NetworkError("The server does not speak HTTP.") from error
