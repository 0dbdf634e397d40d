"""One door from async code to the database: bounded executors for the whole process.

Channels and Django's async ORM put all database work of a process into one thread, so one slow
query stalls everybody. Here a few threads share the work. A connection belongs to a hop and never to a
turn, so that none is held while a model is awaited; between hops an engine's thread keeps its one, and
one for code of graph authors hands it back to the pool. Half of the threads are kept for that code:
however slow it is, the engine's own work goes on.
"""

import asyncio
import contextvars
import logging
import select
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, ParamSpec, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from providers import clock
from providers.announcements import DatabaseHop
from providers.announcing import announce

P = ParamSpec("P")
R = TypeVar("R")

logger = logging.getLogger(__name__)

END_SECONDS: Final = 10.0
"""How long `shut_down` waits for each thread to close its connection."""


async def in_database(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a sync function that uses the ORM on the database executor and return its result.

    Whatever `function` raises is raised here. Cancelling the caller does not stop a function that
    has begun; a transaction is therefore always whole.
    """
    return await _hop(_engine_threads(), function, *args, **kwargs)


async def in_author_thread(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run sync code of a graph's author, which may use the ORM; otherwise like `in_database`."""
    return await _hop(_author_threads(), function, *args, **kwargs)


class _Threads:
    """Some threads that each have a connection to the database, between hops only where they keep it."""

    def __init__(self, name: str, size: int, *, keep: bool) -> None:
        self.name = name
        self.executor = ThreadPoolExecutor(max_workers=size, thread_name_prefix=name)
        self._size = size
        self._keep = keep

    def leave(self) -> None:
        """After a hop: hand connections back, or leave them as the next hop needs them."""
        for connection in connections.all(initialized_only=True):
            if connection.connection is None:
                continue
            if _is_in_transaction(connection):
                logger.warning("Code that used the database left a transaction open: it is rolled back.")
                connection.close()
            elif not self._keep and connection.settings_dict["CONN_MAX_AGE"] is not None:
                connection.close()

    def shut_down(self) -> None:
        """Let each thread close its connections, and end them all."""
        together = threading.Barrier(self._size, timeout=END_SECONDS)

        def close() -> None:
            together.wait()
            connections.close_all()

        for closed in [self.executor.submit(close) for _ in range(self._size)]:
            closed.result()
        self.executor.shutdown(wait=True)


async def _hop(threads: _Threads, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    context = contextvars.copy_context()
    asked = clock.elapsed()

    def hop() -> R:
        began = clock.elapsed()
        _drop_dead_connections()
        try:
            return context.run(function, *args, **kwargs)
        finally:
            threads.leave()
            announce(DatabaseHop(threads.name, began - asked, clock.elapsed() - began))

    return await asyncio.get_running_loop().run_in_executor(threads.executor, hop)


def shut_down() -> None:
    """End the executors' threads and close their connections; a later hop starts new ones."""
    for made in (_engine_threads, _author_threads):
        if made.cache_info().currsize:
            threads = made()
            made.cache_clear()
            threads.shut_down()


@cache
def _engine_threads() -> _Threads:
    # SQLite takes one writer at a time: further threads would only sleep before its lock.
    on_sqlite = connections[DEFAULT_DB_ALIAS].vendor == "sqlite"
    size = 1 if on_sqlite else settings.EZGRAPH_DATABASE_THREADS - settings.EZGRAPH_DATABASE_THREADS // 2
    return _Threads("database", size, keep=True)


@cache
def _author_threads() -> _Threads:
    return _Threads("author", settings.EZGRAPH_DATABASE_THREADS // 2, keep=False)


def _drop_dead_connections() -> None:
    """Let the hop begin with a connection that works: one that failed or was ended is not used again."""
    for connection in connections.all(initialized_only=True):
        if connection.connection is not None and (connection.errors_occurred or _has_ended(connection)):
            connection.close()


def _has_ended(connection: BaseDatabaseWrapper) -> bool:
    """Whether the server ended a connection that nobody used: then there is something to read from it.

    Asking the server would cost a round trip a hop.
    """
    if connection.vendor != "postgresql":
        return False
    driver = connection.connection
    if driver.closed:
        return True
    poll = select.poll()
    poll.register(driver.fileno(), select.POLLIN)
    return bool(poll.poll(0))


def _is_in_transaction(connection: BaseDatabaseWrapper) -> bool:
    """Whether a transaction is open, or would be opened by the next statement; asks nobody."""
    if connection.get_autocommit() != connection.settings_dict["AUTOCOMMIT"]:
        return True
    if connection.vendor == "postgresql":
        return bool(connection.connection.pgconn.transaction_status)
    return bool(getattr(connection.connection, "in_transaction", False))
