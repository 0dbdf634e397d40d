"""Where a process can be struck in the middle of a turn, and how.

A process passes places: model calls, the tool's effect, and every statement and COMMIT that Django
sends. At a place that is armed it is killed, stopped, held or refused.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import psycopg
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from tests.faults import names


class Action(StrEnum):
    """What happens at a place."""

    KILL = "kill"
    """SIGKILL."""
    STOP = "stop"
    """SIGSTOP, until the test sends SIGCONT."""
    HOLD = "hold"
    """Wait until the test releases the place."""
    REFUSE = "refuse"
    """Raise, instead of what would have been done there; after a COMMIT: its answer is lost."""
    CUT = "cut"
    """End the connection at the server's side, then go on. Only for statements on PostgreSQL."""
    GONE = "gone"
    """Refuse this and everything else that is asked of the database from now on."""


@dataclass(frozen=True)
class Place:
    """A place that was passed; `sql` of a statement, and which `transaction` (from 1) it belongs to."""

    name: str
    sql: str = ""
    transaction: int = 0


class Refused(Exception):
    """What a model or a tool meets at a place that is refused."""


class Strikes:
    """The armed places of this process, and all that it has passed since they were armed."""

    def __init__(self) -> None:
        self.passed: list[Place] = []
        self.tell: Callable[[dict[str, Any]], None] = print
        self._armed: dict[str, Action] = {}
        self._gates: dict[str, threading.Event] = {}
        self._gone = False
        self._reads = 0
        self._transactions = 0
        self._lock = threading.Lock()
        self._open = threading.local()

    def arm(self, actions: dict[str, Action]) -> None:
        """Strike at these places, each once; numbers of statements and transactions start anew."""
        with self._lock:
            self.passed = []
            self._armed = dict(actions)
            self._gates = {place: threading.Event() for place in actions}
            self._gone = False
            self._reads = self._transactions = 0

    def release(self, place: str) -> None:
        """Let go what is held at a place, or will be."""
        self._gates[place].set()

    async def pass_by(self, name: str) -> None:
        """Pass a place on the event loop. Raises Refused."""
        action = self._passing(Place(name))
        if action is Action.HOLD:
            await asyncio.to_thread(self._gates[name].wait)
        elif action is Action.REFUSE:
            raise Refused(name)

    def watch_database(self) -> None:
        """Pass a place at every statement and COMMIT of every connection from now on."""
        connection_created.connect(self._watch, weak=False)
        wrapper: Any = BaseDatabaseWrapper
        commit, rollback = wrapper._commit, wrapper._rollback

        def watched_commit(connection: BaseDatabaseWrapper) -> None:
            transaction = self._current().number
            if transaction:
                self._pass_in_database(connection, Place(names.before_commit(transaction), "", transaction))
            commit(connection)
            self._current().close()
            if transaction:
                self._pass_in_database(connection, Place(names.after_commit(transaction), "", transaction))

        def watched_rollback(connection: BaseDatabaseWrapper) -> None:
            self._current().close()
            rollback(connection)

        wrapper._commit, wrapper._rollback = watched_commit, watched_rollback

    def _watch(self, connection: BaseDatabaseWrapper, **_: Any) -> None:
        if self._execute not in connection.execute_wrappers:
            connection.execute_wrappers.append(self._execute)

    def _execute(self, execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        self._pass_in_database(context["connection"], self._place_of(sql, context["connection"]))
        return execute(sql, params, many, context)

    def _place_of(self, sql: str, connection: BaseDatabaseWrapper) -> Place:
        current = self._current()
        with self._lock:
            if connection.in_atomic_block or sql.startswith("BEGIN"):
                if not current.number:
                    self._transactions += 1
                    current.number = self._transactions
                current.statements += 1
                return Place(names.statement(current.number, current.statements), sql, current.number)
            if sql.startswith("SELECT"):
                self._reads += 1
                return Place(names.read(self._reads), sql)
            return Place(names.RENEWAL, sql)

    def _pass_in_database(self, connection: BaseDatabaseWrapper, place: Place) -> None:
        if self._gone:
            raise OperationalError("The database is gone.")
        match self._passing(place):
            case Action.HOLD:
                self._gates[place.name].wait()
            case Action.REFUSE:
                raise OperationalError(f"Refused: {place.name}.")
            case Action.GONE:
                self._gone = True
                raise OperationalError("The database is gone.")
            case Action.CUT:
                _cut(connection)

    def _passing(self, place: Place) -> Action | None:
        with self._lock:
            self.passed.append(place)
            action = self._armed.pop(place.name, None)
        if action is None:
            return None
        self.tell({"struck": place.name})
        # Sent to this very thread, so that it does not go on for a moment.
        if action is Action.KILL:
            signal.pthread_kill(threading.get_ident(), signal.SIGKILL)
        elif action is Action.STOP:
            signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)
        return action

    def _current(self) -> "_Transaction":
        if not hasattr(self._open, "transaction"):
            self._open.transaction = _Transaction()
        current: _Transaction = self._open.transaction
        return current


@dataclass
class _Transaction:
    """The one that a thread has open; its number is 0 where there is none."""

    number: int = 0
    statements: int = 0

    def close(self) -> None:
        self.number = self.statements = 0


def _cut(connection: BaseDatabaseWrapper) -> None:
    """Let the server end a connection, as if it or the network had died."""
    of = connection.connection.info
    with psycopg.connect(**of.get_parameters(), password=of.password, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [of.backend_pid])


strikes = Strikes()
"""Of this process."""
