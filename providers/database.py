"""One door from async code to the database: a bounded executor for the whole process.

Channels and Django's async ORM put all database work of a process into one thread, so one slow
query stalls everybody. Here as many threads as the pool has connections share the work, and every
hop hands its connection back, so that none is held while a model is awaited.
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
    context = contextvars.copy_context()

    def hop() -> R:
        close_old_connections()
        try:
            return context.run(function, *args, **kwargs)
        finally:
            _hand_back()

    return await asyncio.get_running_loop().run_in_executor(_executor(), hop)


def shut_down() -> None:
    """End the executor's threads and close their connections; a later hop starts new ones."""
    if not _executor.cache_info().currsize:
        return
    executor = _executor()
    _executor.cache_clear()
    executor.shutdown(wait=True)


@cache
def _executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=settings.EZGRAPH_DATABASE_THREADS, thread_name_prefix="database")


def _hand_back() -> None:
    for connection in connections.all(initialized_only=True):
        if connection.settings_dict["CONN_MAX_AGE"] is not None:
            connection.close()
