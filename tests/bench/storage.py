"""How many bytes a database takes. Needs nothing but the standard library and psycopg."""

import os
import sqlite3
from contextlib import closing

import psycopg


def is_postgres(store: str) -> bool:
    """Tell whether a store is the URL of a PostgreSQL database; otherwise it is a SQLite file."""
    return store.startswith(("postgres://", "postgresql://"))


def stored_bytes(store: str) -> int:
    """Return the size of the whole database, indexes and dead rows included."""
    return _bytes_on_postgres(store) if is_postgres(store) else _bytes_of_file(store)


def _bytes_on_postgres(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row is not None
    return int(row[0])


def _bytes_of_file(path: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return os.stat(path).st_size
