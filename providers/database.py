"""One door from async code to the database: bounded executors for the whole process.

Channels and Django's async ORM put all database work of a process into one thread, so one slow
query stalls everybody. Here a few threads share the work. Each keeps one connection of the pool, which
has some more than there are threads; a connection belongs to a hop and never to a turn, so that none
is held while a model is awaited. Half of the threads are kept for code of graph authors: however slow
it is, the engine's own work goes on.
"""

import asyncio
import contextvars
import select
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

P = ParamSpec("P")
R = TypeVar("R")


async def in_database(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a sync function that uses the ORM on the database executor and return its result.

    Whatever `function` raises is raised here. Cancelling the caller does not stop a function that
    has begun; a transaction is therefore always whole.
    """
    return await _hop(_engine_executor(), function, *args, **kwargs)


async def in_author_thread(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run sync code of a graph's author, which may use the ORM; otherwise like `in_database`."""
    return await _hop(_author_executor(), function, *args, **kwargs)


async def _hop(
    executor: ThreadPoolExecutor, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs
) -> R:
    context = contextvars.copy_context()

    def hop() -> R:
        _drop_dead_connections()
        return context.run(function, *args, **kwargs)

    return await asyncio.get_running_loop().run_in_executor(executor, hop)


def shut_down() -> None:
    """End the executors' threads and close their connections; a later hop starts new ones."""
    for executor, size in ((_engine_executor, _engine_threads), (_author_executor, _author_threads)):
        if executor.cache_info().currsize:
            threads = executor()
            executor.cache_clear()
            _in_every_thread(threads, size(), connections.close_all)
            threads.shutdown(wait=True)


@cache
def _engine_executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=_engine_threads(), thread_name_prefix="database")


@cache
def _author_executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=_author_threads(), thread_name_prefix="author")


def _engine_threads() -> int:
    """One on SQLite: it takes one writer at a time, and further ones would only sleep before its lock."""
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        return 1
    return settings.EZGRAPH_DATABASE_THREADS - _author_threads()


def _author_threads() -> int:
    return settings.EZGRAPH_DATABASE_THREADS // 2


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


def _in_every_thread(executor: ThreadPoolExecutor, size: int, work: Callable[[], None]) -> None:
    """Do some work once in each of an executor's threads, all at the same time."""
    together = threading.Barrier(size)

    def once() -> None:
        together.wait()
        work()

    for done in [executor.submit(once) for _ in range(size)]:
        done.result()
