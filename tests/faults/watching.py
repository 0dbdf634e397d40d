"""The places that a process passes in the database: each statement and COMMIT that Django sends.

On PostgreSQL the engine sends several statements as one text. Those are passed by the server.
"""

import threading
from collections.abc import Callable
from typing import Any, TypeAlias

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from tests.faults import at_server, names, texts
from tests.faults.strikes import Action, Place, Strikes

Send: TypeAlias = Callable[[str], Any]
"""Sends a text, or another one in its place."""


class Watch:
    """Lets a process pass its places in the database."""

    def __init__(self, strikes: Strikes) -> None:
        self._strikes = strikes
        self._kept = texts.KeptStatements()
        self._open = _Open()

    def begin(self) -> None:
        """Watch every connection from now on."""
        connection_created.connect(self._connected, weak=False)
        wrapper: Any = BaseDatabaseWrapper
        commit, rollback = wrapper._commit, wrapper._rollback

        def watched_commit(connection: BaseDatabaseWrapper) -> None:
            transaction = self._open.transaction
            if transaction:
                self._pass(connection, Place(names.before_commit(transaction), "", transaction))
            commit(connection)
            self._open.close()
            if transaction:
                self._pass(connection, Place(names.after_commit(transaction), "", transaction))

        def watched_rollback(connection: BaseDatabaseWrapper) -> None:
            self._open.close()
            rollback(connection)

        wrapper._commit, wrapper._rollback = watched_commit, watched_rollback

    def _connected(self, connection: BaseDatabaseWrapper, **_: Any) -> None:
        if self._execute not in connection.execute_wrappers:
            connection.execute_wrappers.append(self._execute)

    def _execute(self, execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        def send(text: str) -> Any:
            return execute(text, params, many, context)

        connection = context["connection"]
        if texts.keeps_a_statement(sql):
            self._pass_preparation(connection, sql)
            return send(sql)
        statements = self._kept.statements(sql)
        if connection.in_atomic_block or sql.startswith("BEGIN"):
            return self._send(sql, send, context, self._places_in_open(statements))
        if len(statements) > 1:
            return self._send_alone(sql, send, context, statements)
        self._pass(connection, self._place_of_single(*statements))
        return send(sql)

    def _pass_preparation(self, connection: BaseDatabaseWrapper, text: str) -> None:
        """Pass a place where a text tells of a statement that no connection of this process keeps yet.

        Which connections are told of it again depends on which threads happen to work.
        """
        if self._kept.learn(text):
            self._pass(connection, Place(names.preparation(self._strikes.number("preparation")), text))
        else:
            self._refuse_if_gone()

    def _place_of_single(self, sql: str) -> Place:
        """The place of a statement that is neither in a text nor between BEGIN and COMMIT."""
        if not sql.startswith("SELECT"):
            return Place(names.RENEWAL, sql)
        transaction = names.read(self._strikes.number("read"))
        return Place(names.statement(transaction, 1), sql, transaction)

    def _places_in_open(self, statements: list[str]) -> list[Place]:
        """The places of statements between BEGIN and COMMIT; where the process dies, nothing is committed."""
        current = self._open
        current.transaction = current.transaction or self._next_transaction()
        first = current.statements + 1
        current.statements += len(statements)
        return [
            Place(names.statement(current.transaction, number), sql, current.transaction)
            for number, sql in enumerate(statements, first)
        ]

    def _next_transaction(self) -> str:
        return names.transaction(self._strikes.number("transaction"))

    def _send_alone(self, text: str, send: Send, context: dict[str, Any], statements: list[str]) -> Any:
        """Send a text of several statements that is a transaction of its own."""
        connection = context["connection"]
        reads = all(sql.startswith("SELECT") for sql in statements)
        transaction = names.read(self._strikes.number("read")) if reads else self._next_transaction()
        places = [
            Place(names.statement(transaction, number), sql, transaction, outlives=True)
            for number, sql in enumerate(statements, 1)
        ]
        places.append(Place(names.before_commit(transaction), "", transaction, outlives=True))
        self._pass(connection, Place(names.before_sending(transaction), "", transaction))
        answer = self._send(text, send, context, places)
        self._pass(connection, Place(names.after_commit(transaction), "", transaction))
        return answer

    def _send(self, text: str, send: Send, context: dict[str, Any], places: list[Place]) -> Any:
        """Send a statement, or a text of several: then the server passes their places."""
        connection = context["connection"]
        if len(places) == 1:
            self._pass(connection, places[0])
            return send(text)
        self._refuse_if_gone()
        for index, place in enumerate(places):
            action = self._strikes.armed_at(place)
            if action is not None:
                return self._send_struck(text, send, context, index, place.name, action)
        return send(text)

    def _send_struck(
        self, text: str, send: Send, context: dict[str, Any], index: int, name: str, action: Action
    ) -> Any:
        def strike() -> None:
            self._strikes.meet(name, action)

        with at_server.met(context["connection"].connection, name, action, strike) as statement:
            answer = send(texts.put_before(text, index, statement))
        at_server.hide_answer(context["cursor"], index)
        return answer

    def _pass(self, connection: BaseDatabaseWrapper, place: Place) -> None:
        """Pass a place in this process. Raises OperationalError where it is refused."""
        self._refuse_if_gone()
        action = self._strikes.armed_at(place)
        if action is None:
            return
        self._strikes.meet(place.name, action)
        if action in (Action.REFUSE, Action.GONE):
            raise OperationalError(f"Refused: {place.name}.")
        if action is Action.CUT:
            at_server.cut(connection.connection)
        elif action is Action.FORGET:
            at_server.forget(connection.connection)

    def _refuse_if_gone(self) -> None:
        if self._strikes.database_is_gone:
            raise OperationalError("The database is gone.")


class _Open(threading.local):
    """What a thread has begun; the name of the transaction is empty where there is none."""

    transaction = ""
    statements = 0

    def close(self) -> None:
        self.transaction, self.statements = "", 0
