"""Cases that run beside each other: most of their time is the wait for a lease to expire."""

import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec

P = ParamSpec("P")


class Cases:
    """The cases of one test. They begin when they are added."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._running: list[tuple[str, Future[None]]] = []

    def add(self, name: str, case: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run a case; its name tells what it is where it fails."""
        self._running.append((name, self._pool.submit(case, *args, **kwargs)))

    def assert_all_passed(self) -> None:
        """Wait for all of them. Raises AssertionError with every one that failed."""
        cases, self._running = self._running, []
        failed = [(name, error) for name, case in cases if (error := case.exception())]
        told = [f"{name}: {''.join(traceback.format_exception(error))}" for name, error in failed]
        assert not failed, "\n".join([f"{len(failed)} of {len(cases)} cases failed.", *told])
