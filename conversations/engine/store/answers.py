"""Running statements: one by one, or several in one round trip."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

T = TypeVar("T")

Read = Callable[[tuple[Any, ...]], T]
"""Makes a value of a row."""


class Answer(Generic[T]):
    """The rows that a statement gives. Asked for within `together`, they are waited for."""

    def __init__(self, rows: Callable[[], list[tuple[Any, ...]]], read: Read[T]) -> None:
        self._rows = rows
        self._read = read

    def all(self) -> list[T]:
        """Every row."""
        return [self._read(row) for row in self._rows()]

    def first(self) -> T | None:
        """The first row; None without one."""
        rows = self.all()
        return rows[0] if rows else None

    def only(self) -> T:
        """The row that there always is."""
        (row,) = self.all()
        return row


@contextmanager
def together() -> Iterator[None]:
    """Send the statements of the block without waiting for each, where there is a server to wait for.

    Within it a statement's fault may come out of a later one, or out of the end of the block.
    """
    database = database_of_thread()
    if not _has_server(database):
        yield
        return
    database.ensure_connection()
    with database.wrap_database_errors, database.connection.pipeline():
        yield


def ask(statement: str, parameters: Sequence[Any], read: Read[T]) -> Answer[T]:
    """Run a statement that gives rows."""
    database = database_of_thread()
    cursor = database.cursor()
    cursor.execute(statement, parameters)
    if _has_server(database):
        return Answer(cursor.fetchall, read)
    # A row that is not fetched yet would keep SQLite from beginning or ending a transaction.
    with cursor:
        rows = cursor.fetchall()
    return Answer(lambda: rows, read)


def execute(statement: str, parameters: Sequence[Any]) -> int:
    """Run a statement; return how many rows it changed, where it does not run `together` with others."""
    with database_of_thread().cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def database_of_thread() -> BaseDatabaseWrapper:
    """Django's connection of this thread. (Its usual proxy looks it up again at each attribute.)"""
    return connections[DEFAULT_DB_ALIAS]


def _has_server(database: BaseDatabaseWrapper) -> bool:
    return database.vendor == "postgresql"
