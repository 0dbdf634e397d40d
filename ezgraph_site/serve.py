"""Serves the site with Daphne on the loopback interface and says when it is ready."""

# First, because it installs the reactor that everything else of Twisted has to find.
from daphne.server import Server  # isort: skip

import socket
from collections.abc import Callable
from typing import Final

HOST: Final = "127.0.0.1"


class PortUnavailable(Exception):
    """The site cannot listen on the port."""

    def __init__(self, port: int, reason: str) -> None:
        super().__init__(
            f"Port {port} of {HOST} cannot be had: {reason}. Choose another one: PORT=8001 make run"
        )


def refuse_unavailable_port(port: int) -> None:
    """Raise `PortUnavailable` where something listens on the port or it is not ours to take."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
            probe.listen()
        except OSError as error:
            raise PortUnavailable(port, error.strerror or str(error)) from error


def serve(port: int, ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is called once, with the site's address, when it listens.

    Raises `PortUnavailable` where the port was taken since somebody looked.
    """
    from twisted.internet import reactor

    from ezgraph_site.asgi import application

    def say_ready() -> None:
        ready(f"http://{HOST}:{server.listening_addresses[0][1]}")

    server: Server = Server(
        application,
        endpoints=[f"tcp:{port}:interface={HOST}"],
        server_name="ezgraph",
        # It listens before it runs; a signal would end it without a word in between.
        ready_callable=lambda: reactor.callWhenRunning(say_ready),
    )
    server.run()
    if server.abort_start:
        raise PortUnavailable(port, "somebody else was faster")
