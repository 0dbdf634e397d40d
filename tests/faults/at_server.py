"""Striking inside a text, where only the server is: a statement more in the text says when it is there.

Where the server is held there, it waits for a lock of the process, so it goes on with the text once the
process lets go or is dead. It waits no longer than for any lock of the site's.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
from psycopg.errors import Diagnostic

from tests.faults.strikes import Action

_OPEN, _RUNNING = 0, 1
"""Locks of a process, beside its number: one keeps the server from going on, one is the text's own."""

_HELD = f"PERFORM pg_advisory_xact_lock({{pid}}, {_OPEN})"
_FAILS = "RAISE EXCEPTION 'Refused.' USING ERRCODE = 'disk_full'"
_IS_CUT = "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60)"
_FORGETS = "EXECUTE 'DEALLOCATE ALL'"

_DOES = {
    Action.KILL: _HELD,
    Action.STOP: _HELD,
    Action.HOLD: _HELD,
    Action.REFUSE: _FAILS,
    Action.GONE: _FAILS,
    Action.CUT: _IS_CUT,
    Action.FORGET: _FORGETS,
}


@contextmanager
def met(driver: Any, name: str, action: Action, strike: Callable[[], None]) -> Iterator[str]:
    """Yield a statement for a text that is sent in the block on the connection `driver`.

    When the server comes to that statement `strike` is called; then the server fails there, or goes on
    with the text.
    """
    pid = os.getpid()
    with connected_like(driver) as holder:
        holder.execute("SELECT pg_advisory_lock(%s, %s)", [pid, _OPEN])

        def heard(told: Diagnostic) -> None:
            if told.message_primary == name:
                strike()
                holder.close()

        driver.add_notice_handler(heard)
        try:
            # The text has its own lock before the process knows, and may be dead.
            runs = f"PERFORM pg_advisory_xact_lock({pid}, {_RUNNING})"
            yield f"DO $$BEGIN {runs}; RAISE NOTICE '{name}'; {_DOES[action].format(pid=pid)}; END$$"
        finally:
            driver.remove_notice_handler(heard)


def hide_answer(cursor: Any, index: int) -> None:
    """Let whoever reads the answers to a text not see the one with this index."""
    real = cursor.nextset
    if index == 0:
        real()
        return
    moves = count(1)

    def nextset() -> Any:
        moved = real()
        return real() if next(moves) == index else moved

    cursor.nextset = nextset


def cut(driver: Any) -> None:
    """Let the server end a connection, as if it or the network had died."""
    with connected_like(driver) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [driver.info.backend_pid])


def forget(driver: Any) -> None:
    """Let a connection lose the statements that it was told to keep, as a proxy does."""
    driver.execute("DEALLOCATE ALL")


def wait_for_last_text(url: str, pid: int) -> None:
    """Wait until the server is done with the text at which it held a process that is dead now."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s, %s)", [pid, _RUNNING])


def connected_like(driver: Any) -> "psycopg.Connection[Any]":
    """A further connection to the same database."""
    of = driver.info
    return psycopg.connect(**of.get_parameters(), password=of.password, autocommit=True)
