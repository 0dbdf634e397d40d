"""One door from async code to the database: bounded executors for the whole process.

Channels and Django's async ORM put all database work of a process into one thread, so one slow
query stalls everybody. Here as many threads as the pool has connections share the work, and every
hop hands its connection back, so that none is held while a model is awaited. Half of the threads
are kept for code of graph authors: however slow it is, the engine's own work goes on.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections, connections

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
        close_old_connections()
        try:
            return context.run(function, *args, **kwargs)
        finally:
            _hand_back()

    return await asyncio.get_running_loop().run_in_executor(executor, hop)


def shut_down() -> None:
    """End the executors' threads and close their connections; a later hop starts new ones."""
    for executor in (_engine_executor, _author_executor):
        if executor.cache_info().currsize:
            threads = executor()
            executor.cache_clear()
            threads.shutdown(wait=True)


@cache
def _engine_executor() -> ThreadPoolExecutor:
    threads = settings.EZGRAPH_DATABASE_THREADS - _author_threads()
    return ThreadPoolExecutor(max_workers=threads, thread_name_prefix="database")


@cache
def _author_executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=_author_threads(), thread_name_prefix="author")


def _author_threads() -> int:
    return settings.EZGRAPH_DATABASE_THREADS // 2


def _hand_back() -> None:
    for connection in connections.all(initialized_only=True):
        if connection.settings_dict["CONN_MAX_AGE"] is not None:
            connection.close()
