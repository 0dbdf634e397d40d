"""What PostgreSQL says of the connections to a database: in one look, or in many."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg

EVERY_SECONDS = 0.02

LOOK = """
SELECT count(*), count(*) FILTER (WHERE state <> 'idle')
FROM pg_stat_activity
WHERE datname = %s AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


@dataclass
class Connections:
    """How many there were, and how many of these were at work or in a transaction."""

    open: int = 0
    busy: int = 0


def look(server: str, database: str) -> Connections:
    """The connections to a database now."""
    with psycopg.connect(server, autocommit=True) as connection:
        return _look(connection, database)


@contextmanager
def most(server: str, database: str) -> Iterator[Connections]:
    """The highest counts of many looks while the block runs."""
    highest, over = Connections(), threading.Event()

    def keep_looking() -> None:
        with psycopg.connect(server, autocommit=True) as connection:
            while not over.wait(EVERY_SECONDS):
                found = _look(connection, database)
                highest.open = max(highest.open, found.open)
                highest.busy = max(highest.busy, found.busy)

    looking = threading.Thread(target=keep_looking)
    looking.start()
    try:
        yield highest
    finally:
        over.set()
        looking.join()


def _look(connection: psycopg.Connection, database: str) -> Connections:
    row = connection.execute(LOOK, [database]).fetchone()
    assert row is not None
    return Connections(*row)
