"""Where the struck processes come from: `python -m tests.faults.nursery SOCKET`.

It loads the site once, as each of its processes would, and forks one for every connection to its
socket. So a process starts in milliseconds; it has its own connections to the database and dies alone.
"""

import gc
import importlib
import os
import select
import signal
import socket
import sys

import django
from django.conf import settings

READY = "Ready."
"""Printed once processes can be asked for."""


def main(address: str) -> None:
    """Fork processes until standard input ends."""
    django.setup()
    from conversations.engine import graphs
    from providers.net import http_client
    from tests.faults import child

    # What a process would load at its first turn is there already.
    assert graphs.served(), settings.EZGRAPH_GRAPHS
    importlib.import_module("psycopg_pool")
    http_client()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(128)
        print(READY, flush=True)
        while listener in select.select([listener, sys.stdin], [], [])[0]:
            connection, _ = listener.accept()
            if os.fork() == 0:
                listener.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                child.main(connection)
            connection.close()


if __name__ == "__main__":
    main(sys.argv[1])
