"""The processes that the tests start, strike and talk to."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults import at_server, names
from tests.faults.outside import Outside
from tests.faults.session_rows import SessionRows
from tests.live_site import environment

LEASE_SECONDS = 2

DATABASE_THREADS = 4
"""Of each process, half of them for the engine; each of these keeps a connection."""

PATIENCE = 30.0
"""Seconds after which a process that says nothing fails the test."""


class Process:
    """One process of the site. Every method but `tell` waits for its answer."""

    def __init__(self, connection: socket.socket, database: str) -> None:
        """`database` is the URL of the server's that it works with, "" for SQLite."""
        self._database = database
        connection.settimeout(PATIENCE)
        self._connection = connection
        self._lines = connection.makefile(encoding="utf-8")
        self._asked = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._struck: list[str] = []
        self._dead = False
        self.last_traceback = ""
        self._pid = int(self._next()["pid"])

    def tell(self, do: str, **what: Any) -> int:
        """Send a command; `answer` gets what comes of it."""
        self._asked += 1
        line = json.dumps({"id": self._asked, "do": do, "what": what})
        with suppress(BrokenPipeError):  # the answer tells that it is dead
            self._connection.sendall(line.encode() + b"\n")
        return self._asked

    def answer(self, asked: int) -> Any:
        """What came of a command. An error that was raised is `{"refused": …}`.

        Raises EOFError where the process has died.
        """
        while asked not in self._answers:
            self._hear()
        heard = self._answers.pop(asked)
        if "why" in heard:
            self.last_traceback = heard["why"]
        return heard["answer"]

    def ask(self, do: str, **what: Any) -> Any:
        """Send a command and return what came of it."""
        return self.answer(self.tell(do, **what))

    def arm(self, **places: str) -> None:
        """Strike at these places and at no others; see `strikes.Action`."""
        self.ask("arm", places=places)
        self._struck.clear()

    def struck(self) -> str:
        """Wait until the process is struck, and return where."""
        while not self._struck:
            self._hear()
        return self._struck.pop(0)

    def struck_all(self) -> list[str]:
        """Where the process has been struck, as far as it has told with its answers."""
        struck, self._struck = self._struck, []
        return struck

    def dies(self) -> None:
        """Wait for the end of the process, and of the text at which a server was held for it.

        Its death closes the connection.
        """
        with suppress(EOFError):
            while True:
                self._hear()
        if self._database:
            at_server.wait_for_last_text(self._database, self._pid)

    def look(self, session: str) -> SessionRows:
        """All rows of a session."""
        return SessionRows.of(self.ask("look", session=session))

    def until(self, session: str, holds: Callable[[SessionRows], bool]) -> SessionRows:
        """Look at a session until something holds for it."""
        deadline = time.monotonic() + PATIENCE
        while not holds(rows := self.look(session)):
            assert time.monotonic() < deadline, rows.told()
        return rows

    def go_on(self) -> None:
        """Let a stopped process go on."""
        os.kill(self._pid, signal.SIGCONT)

    def kill(self) -> None:
        """End the process at once, wherever it is."""
        os.kill(self._pid, signal.SIGKILL)
        self.dies()

    def close(self) -> None:
        """End the process, however it stands."""
        if not self._dead:
            os.kill(self._pid, signal.SIGKILL)
        self._lines.close()
        self._connection.close()

    def _hear(self) -> None:
        heard = self._next()
        if "struck" in heard:
            self._struck.append(heard["struck"])
        else:
            self._answers[heard["id"]] = heard

    def _next(self) -> dict[str, Any]:
        line = self._lines.readline()
        if not line:
            self._dead = True
            raise EOFError("The process has ended.")
        heard: dict[str, Any] = json.loads(line)
        return heard


@dataclass(frozen=True)
class Nursery:
    """Makes processes of one site, all on the same database and data folder."""

    data_dir: Path
    env: Mapping[str, str]
    address: str
    _bystanders: list[Process] = field(default_factory=list)

    @contextmanager
    def process(self) -> Iterator[Process]:
        """A new process; it is ended afterwards, unless it has died."""
        process = self._new_process()
        try:
            yield process
        finally:
            process.close()

    @contextmanager
    def bystander(self) -> Iterator[Process]:
        """A process that is never struck: one that another case is done with, where there is one."""
        try:
            process = self._bystanders.pop()
        except IndexError:
            process = self._new_process()
        try:
            yield process
        except BaseException:
            process.close()
            raise
        self._bystanders.append(process)

    def manage(self, command: str) -> "subprocess.Popen[str]":
        """Start a management command on the same site; what it prints can be read."""
        arguments = [sys.executable, "manage.py", command]
        return subprocess.Popen(arguments, env=dict(self.env), stdout=subprocess.PIPE, text=True)

    def outside(self, session: str) -> Outside:
        """What the turns of a session did outside of the database."""
        return Outside(self.data_dir, session)

    def end_bystanders(self) -> None:
        """End all processes that wait for a further case."""
        while self._bystanders:
            self._bystanders.pop().close()

    def _new_process(self) -> Process:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.address)
        return Process(connection, self.env["DATABASE_URL"])


@contextmanager
def running_nursery(data_dir: Path, database: str) -> Iterator[Nursery]:
    """Load the site on an empty database (its URL; "" is SQLite in the data folder), ready to fork."""
    data_dir.mkdir()
    env = environment(
        DJANGO_SETTINGS_MODULE="ezgraph_site.settings",
        DATABASE_URL=database,
        EZGRAPH_DATA_DIR=str(data_dir),
        EZGRAPH_GRAPHS="tests.faults.order_graph.OrderGraph",
        EZGRAPH_CHAT_PROVIDER=names.MODEL,
        EZGRAPH_DATABASE_THREADS=str(DATABASE_THREADS),
        EZGRAPH_LEASE_SECONDS=str(LEASE_SECONDS),
        EZGRAPH_LOG_LEVEL="ERROR",
    )
    for command in (
        ["-m", "ezgraph_site.bootstrap"],
        ["manage.py", "migrate", "--verbosity", "0", "--skip-checks"],
    ):
        subprocess.run([sys.executable, *command], env=env, check=True, stdout=subprocess.DEVNULL)
    # A path of a socket may be no longer than a hundred characters or so.
    # What the processes log of their faults is kept with their data.
    with (
        tempfile.TemporaryDirectory(prefix="ezgraph-", dir="/tmp") as folder,
        (data_dir / "log").open("w") as log,
    ):
        address = f"{folder}/nursery"
        loaded = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery", address],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            assert loaded.stdout is not None
            assert loaded.stdout.readline(), "the site could not be loaded"
            nursery = Nursery(data_dir, env, address)
            with nursery.bystander() as first:
                assert first.ask("prepare") is None, first.last_traceback
            yield nursery
            nursery.end_bystanders()
        finally:
            loaded.terminate()
            loaded.wait()
