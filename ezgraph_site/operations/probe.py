"""Asks a process of this machine whether it takes messages: for containers and process managers.

`python -m ezgraph_site.operations.probe` ends with 0 where the process on PORT is ready, else with 1 and why.
`--wait SECONDS` asks again until then. It needs neither Django's settings nor the database.
"""

import sys
import threading
import time
from argparse import ArgumentParser
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Final

from ezgraph_site.env import Environment
from ezgraph_site.messages import one_message
from ezgraph_site.places import host, port

PATIENCE_SECONDS: Final = 4.0
"""How long the process may take to answer; it asks its database meanwhile."""

PAUSE_SECONDS: Final = 0.25

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - to be asked at, not listened on
"""Where to ask a process that listens on all addresses."""


def why_not_ready(address: str, number: int) -> str | None:
    """Why the process on a port of an address is not ready; None where it is."""
    connection = HTTPConnection(EVERYWHERE.get(address, address), number, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        said = answer.read(1000).decode("utf-8", "replace")
    except (OSError, HTTPException) as error:
        return f"Nobody answers on port {number} of {address}: {error}."
    finally:
        connection.close()
    return None if answer.status == HTTPStatus.OK else f"It is not ready: {said}"


def main(arguments: list[str]) -> int:
    """Ask, and say why it is not ready where it is not."""
    parser = ArgumentParser(description="Ask the process on PORT whether it is ready.")
    parser.add_argument("--wait", type=float, default=0.0, metavar="SECONDS", help="ask again until then (0)")
    seconds: float = parser.parse_args(arguments).wait
    with one_message():
        environment = Environment()
        where = host(environment), port(environment)
    deadline, never = time.monotonic() + seconds, threading.Event()
    while (reason := why_not_ready(*where)) is not None:
        if time.monotonic() >= deadline:
            print(reason, file=sys.stderr)
            return 1
        never.wait(PAUSE_SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
