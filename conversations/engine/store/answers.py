"""Running statements: one by one, or several in one round trip."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from conversations.engine.store import prepared

T = TypeVar("T")

Values = tuple[Any, ...]

Read = Callable[[Values], T]
"""Makes a value of a row."""


class Answer(Generic[T]):
    """What a statement gives; of one that is sent `together` with others it is there after the block."""

    def __init__(self, statement: str, parameters: Sequence[Any], read: Read[T]) -> None:
        self.statement = statement
        self.parameters = parameters
        self._read = read
        self._rows: list[Values] | None = None
        self._count = 0

    def take(self, cursor: Any) -> None:
        """Take over what the database gave."""
        self._rows = cursor.fetchall() if cursor.description else []
        self._count = cursor.rowcount

    def all(self) -> list[T]:
        """Every row."""
        return [self._read(row) for row in self._given()]

    def first(self) -> T | None:
        """The first row; None without one."""
        rows = self.all()
        return rows[0] if rows else None

    def only(self) -> T:
        """The row that there always is."""
        (row,) = self.all()
        return row

    def count(self) -> int:
        """How many rows the statement changed."""
        self._given()
        return self._count

    def _given(self) -> list[Values]:
        assert self._rows is not None, "The statement is not sent yet."
        return self._rows


class _Batch:
    """Statements that wait to be sent as one text."""

    def __init__(self, database: BaseDatabaseWrapper) -> None:
        self._database = database
        self._waiting: list[Answer[Any]] = []

    def add(self, answer: Answer[Any]) -> None:
        self._waiting.append(answer)

    def send(self) -> None:
        """Send what waits, and let each statement take what it gave."""
        if not self._waiting:
            return
        statements = [answer.statement for answer in self._waiting]
        with self._database.cursor() as cursor:
            try:
                self._run(cursor, prepared.texts(self._database, cursor, statements))
                return
            except Error as error:
                if not prepared.are_lost(error):
                    raise
                prepared.forget(self._database, error)
                if self._database.in_atomic_block:
                    raise
        with self._database.cursor() as cursor:
            self._run(cursor, statements)

    def _run(self, cursor: Any, texts: Sequence[str]) -> None:
        with self._database.wrap_database_errors:
            # The driver keeps how it takes a short statement apart, not how a long one.
            filled = [
                cursor.mogrify(text, answer.parameters)
                for text, answer in zip(texts, self._waiting, strict=True)
            ]
        cursor.execute(";\n".join(filled))
        for answer in self._waiting:
            answer.take(cursor)
            cursor.nextset()


class _Open(threading.local):
    """The batch that a thread fills at the moment."""

    batch: _Batch | None = None


_open: Final = _Open()


@contextmanager
def together() -> Iterator[None]:
    """Send the statements of the block at its end, all at once, where there is a server to wait for.

    Their answers are there after the block.
    """
    database = database_of_thread()
    if database.vendor != "postgresql":
        yield
        return
    assert _open.batch is None, "A block of statements that are sent together is open already."
    batch = _open.batch = _Batch(database)
    try:
        yield
        batch.send()
    finally:
        _open.batch = None


@contextmanager
def at_once() -> Iterator[None]:
    """Like `together`, and the statements of the block are one transaction.

    PostgreSQL makes one of whatever it gets as one text, so that nobody has to wait for the answers to
    BEGIN and COMMIT. So what forbids the write has to be a statement that the database refuses.
    """
    database = database_of_thread()
    if database.vendor == "postgresql" and not database.in_atomic_block:
        with together():
            yield
    else:
        with transaction.atomic(), together():
            yield


def ask(statement: str, parameters: Sequence[Any], read: Read[T]) -> Answer[T]:
    """Run a statement, `together` with others in such a block."""
    answer = Answer(statement, parameters, read)
    if _open.batch is not None:
        _open.batch.add(answer)
    else:
        with database_of_thread().cursor() as cursor:
            cursor.execute(statement, parameters)
            answer.take(cursor)
    return answer


def database_of_thread() -> BaseDatabaseWrapper:
    """Django's connection of this thread. (Its usual proxy looks it up again at each attribute.)"""
    return connections[DEFAULT_DB_ALIAS]
