"""How many statements, round trips and commits turns cost, seen below both sides' own code.

On PostgreSQL the client library writes down the messages of the protocol, on SQLite the library tells
every statement that it runs. Neither cares which ORM or driver method sent them.
"""

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from psycopg import pq

BACKEND_MESSAGE: Final = re.compile(r'^B\t\d+\t(?:(CommandComplete)\t "(\w+)|(ReadyForQuery)\t (\w))')

WRITES: Final = frozenset({"INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE"})
FRAMES: Final = frozenset({"BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"})
"""Statements that only frame others; they are not counted, though each may cost a round trip."""


@dataclass(frozen=True)
class Statements:
    """What was counted. `commits` wrote something; `round_trips` is None where there is no server."""

    statements: int
    commits: int
    round_trips: int | None


class Counter(Protocol):
    """Counts from `start` on."""

    def start(self) -> None:
        """Count what comes now."""
        ...

    def stop(self) -> Statements:
        """Return what was counted."""
        ...


class PostgresCounter:
    """Counts on all connections that it is told of. They have to be open until the end."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ezgraph-trace-")
        self._connections: dict[int, pq.abc.PGconn] = {}
        self._counting = False

    def watch(self, connection: pq.abc.PGconn) -> None:
        """Count on this connection, too; to tell of it again does no harm."""
        key = id(connection)
        if key not in self._connections:
            self._connections[key] = connection
            if self._counting:
                self._trace(connection)

    def start(self) -> None:
        """Count what comes now."""
        self._counting = True
        for connection in self._connections.values():
            self._trace(connection)

    def stop(self) -> Statements:
        """Return what was counted."""
        self._counting = False
        for connection in self._connections.values():
            connection.untrace()
        counted = []
        for file in Path(self._folder.name).iterdir():
            with file.open(encoding="utf-8", errors="replace") as trace:
                counted.append(count_messages(trace))
        self._folder.cleanup()
        return Statements(
            statements=sum(one.statements for one in counted),
            commits=sum(one.commits for one in counted),
            round_trips=sum(one.round_trips or 0 for one in counted),
        )

    def _trace(self, connection: pq.abc.PGconn) -> None:
        with (Path(self._folder.name) / f"{id(connection)}.txt").open("w", encoding="utf-8") as file:
            # The library keeps the descriptor that it writes through.
            connection.trace(os.dup(file.fileno()))
        connection.set_trace_flags(pq.Trace.SUPPRESS_TIMESTAMPS)


class SQLiteCounter:
    """Counts on all connections that it is told of."""

    def __init__(self) -> None:
        self._kinds: list[tuple[int, str]] = []
        self._counting = False

    def watch(self, connection: sqlite3.Connection) -> None:
        """Count on this connection, too."""
        key = id(connection)

        def tell(statement: str) -> None:
            if self._counting:
                self._kinds.append((key, statement.lstrip().split(None, 1)[0].upper()))

        connection.set_trace_callback(tell)

    def start(self) -> None:
        """Count what comes now."""
        self._counting = True

    def stop(self) -> Statements:
        """Return what was counted."""
        self._counting = False
        return count_kinds(self._kinds)


def count_messages(trace: Iterable[str]) -> Statements:
    """Count in libpq's trace of one connection.

    The server says ReadyForQuery once a round trip, with state I where no transaction is open: what
    was written before that is committed.
    """
    statements = commits = round_trips = 0
    written = False
    for line in trace:
        message = BACKEND_MESSAGE.match(line)
        if message is None:
            continue
        _, command, ready, state = message.groups()
        if ready:
            round_trips += 1
            if state == "I":
                commits += written
                written = False
        elif command not in FRAMES:
            statements += 1
            written = written or command in WRITES
    return Statements(statements, commits, round_trips)


def count_kinds(kinds: Iterable[tuple[int, str]]) -> Statements:
    """Count in the first words of statements, each with its connection, in order."""
    statements = commits = 0
    written: set[int] = set()
    for connection, kind in kinds:
        if kind == "COMMIT":
            commits += connection in written
            written.discard(connection)
        elif kind not in FRAMES:
            statements += 1
            if kind in WRITES:
                written.add(connection)
    return Statements(statements, commits, None)
