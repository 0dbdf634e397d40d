"""The threads on which the embedded model thinks, so that no socket of the process waits for it.

Two are enough: the work is plain computing, which more threads would not make faster; the second
keeps a short message from waiting behind a long one.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, ParamSpec, TypeVar

THREADS: Final = 2

P = ParamSpec("P")
R = TypeVar("R")


async def off_the_loop(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that only computes and return its result; what it raises is raised here.

    A caller who goes away takes a call with it that has not begun; one that has begun ends by itself
    within milliseconds, and Python waits for it before it exits.
    """
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(
        _threads(), lambda: context.run(function, *args, **kwargs)
    )


def shut_down() -> None:
    """End the threads; a later call starts new ones."""
    if _threads.cache_info().currsize:
        threads = _threads()
        _threads.cache_clear()
        threads.shutdown(wait=True)


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="embedded")
