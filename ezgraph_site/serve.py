"""Serves the site with Daphne, says when it is ready, and ends it well."""

# First, because it installs the reactor that everything else of Twisted has to find.
from daphne.server import Server  # isort: skip

import asyncio
import logging
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from daphne.http_protocol import WebRequest
from django.conf import settings

from ezgraph_site.bodies import bound_requests

if TYPE_CHECKING:
    from conversations.background.worker import Worker

logger = logging.getLogger(__name__)

ANSWER_SECONDS: Final = 2.0
"""How long answers may take to be sent once their turns are over."""

MOST_COMING: Final = 1024
"""Connections that the system keeps until they are taken: when a process goes, all its tabs come at once."""

CLOSING_SECONDS: Final = 10.0
"""How long a client may take to answer that its WebSocket is closed; a slow one still sends its frame."""


class PortUnavailable(Exception):
    """The site cannot listen on the port."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"Port {port} of {host} cannot be had: {reason}. Choose another one, as by PORT=8001."
        )


def refuse_unavailable_port(host: str, port: int) -> None:
    """Raise `PortUnavailable` where something listens on the port or it is not ours to take."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen()
        except OSError as error:
            raise PortUnavailable(host, port, error.strerror or str(error)) from error


class Site(Server):  # type: ignore[misc]  # Daphne has no types
    """Daphne's server, which ends in good order: it finishes what runs before it goes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, signal_handlers=False, **options)
        self._ports: list[Any] = []
        self._stop: asyncio.Task[None] | None = None
        self._worker: Worker | None = None
        self._work: asyncio.Task[None] | None = None

    def listen_success(self, port: Any) -> None:
        """Keep the port, so that it can be closed first, bound bodies, and close WebSockets with a code.

        Daphne drops a connection with a frame that it does not take: its client would be told nothing
        and send the same again. Nor would a page without an origin of its own, such as a sandboxed
        frame, learn that it may not use the chat. The factories exist by now and have
        taken no connection yet.
        """
        from ezgraph_site.websockets import BoundedProtocol  # knows the chat, which needs the apps

        super().listen_success(port)
        self._ports.append(port)
        bound_requests(self.http_factory)
        self.ws_factory.protocol = BoundedProtocol
        self.ws_factory.setProtocolOptions(
            failByDrop=False,
            closeHandshakeTimeout=CLOSING_SECONDS,
            allowNullOrigin=True,  # Daphne's own choice, which is unmade where it is not said again
        )

    async def handle_reply(self, protocol: Any, message: Any) -> None:
        """Send, and let who sends over a WebSocket wait until its client has read enough of it."""
        await super().handle_reply(protocol, message)
        if message["type"] == "websocket.send":
            await protocol.flow.has_room.wait()

    def work_in_background(self) -> None:
        """Do what is due in the background beside serving, until the stop; see `manage.py worker`."""
        from conversations.background.worker import Worker  # knows models, which need the apps

        self._worker = Worker()
        self._work = asyncio.get_running_loop().create_task(self._worker.run())

    def heed_signals(self) -> None:
        """Stop gracefully at SIGINT and SIGTERM, at once at the second one."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end)

    def _end(self) -> None:
        if self._stop is None:
            self._stop = asyncio.get_running_loop().create_task(self._end_gracefully())
        else:
            self.stop()

    async def _end_gracefully(self) -> None:
        """Take nothing new, let running turns finish until the deadline, send their answers, stop.

        Chats that wait for nothing here are told at once to connect elsewhere, the others afterwards.
        """
        from conversations.chat import connected  # knows models, which need the apps
        from conversations.engine.turns.running import stop_gracefully

        try:
            for port in self._ports:
                port.doRead()  # whom the system let in already would be cut off without a word
                port.stopListening()
            if self._worker is not None:
                self._worker.stop()
            goodbye = asyncio.get_running_loop().create_task(connected.dismiss_idle())
            interrupted = await stop_gracefully(settings.EZGRAPH_STOP_SECONDS)
            if interrupted:
                logger.warning("Stopped with %s turns unfinished: they run again later.", interrupted)
            goodbye.cancel()
            with suppress(TimeoutError):
                await asyncio.wait_for(connected.dismiss_all(), ANSWER_SECONDS)
            await self._answers_sent()
            if self._work is not None:
                await self._work
        finally:
            self.stop()

    async def _answers_sent(self) -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + ANSWER_SECONDS
        while loop.time() < deadline and any(map(self._is_owed, self.connections.items())):  # noqa: ASYNC110 - Daphne tells nobody
            await asyncio.sleep(0.02)

    def _is_owed(self, connection: tuple[Any, dict[str, Any]]) -> bool:
        """Whether a connection has an answer to come, or has not taken its goodbye."""
        protocol, details = connection
        return isinstance(protocol, WebRequest) or "disconnected" not in details


def serve(host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is called once, with the site's address, when it listens.

    `host` is an IP address of this machine, of version 4 or 6. Raises `PortUnavailable` where the port
    was taken since somebody looked.
    """
    from twisted.internet import reactor

    from ezgraph_site.asgi import application

    def say_ready() -> None:
        server.heed_signals()
        if settings.EZGRAPH_WORKER:
            server.work_in_background()
        named = f"[{host}]" if ":" in host else host
        ready(f"http://{named}:{server.listening_addresses[0][1]}")

    interface = host.replace(":", r"\:")  # a bare colon would begin the next part
    server = Site(
        application,
        endpoints=[f"tcp:{port}:interface={interface}:backlog={MOST_COMING}"],
        server_name="ezgraph",
        # It listens before it runs; a signal would end it without a word in between.
        ready_callable=lambda: reactor.callLater(0, say_ready),  # type: ignore[arg-type]  # has a self
    )
    server.run()
    if server.abort_start:
        raise PortUnavailable(host, port, "somebody else was faster")
