"""Processes that share one Redis, and report what they see."""

import asyncio
import logging
import multiprocessing
import queue
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from providers.errors import ProviderError
from providers.options import RateLimitOptions
from providers.resilience.limiter import RateLimiter
from providers.resilience.stores import MemoryStore, RedisStore, SharedStore, Store
from tests.providers.resilience.calling import CALL, FAILURE, PATIENCE, breaker

START_SECONDS = 60.0
LOOK_SECONDS = 0.02

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload([__name__, "tests.providers.resilience.sites"])

NOBODY = -1


@dataclass(frozen=True)
class Report:
    """What process `number` saw: `what` at `moment`, in seconds of the machine's monotonic clock."""

    number: int
    what: str
    moment: float


@dataclass
class Process:
    """What one of the processes knows: its number, the state that it shares, and how it reports.

    `ill` is the number of the process whose model fails at this moment.
    """

    number: int
    name: str
    url: str
    store: Store
    ill: Any
    stopping: Any
    reports: Any

    def report(self, what: str) -> None:
        self.reports.put(Report(self.number, what, time.monotonic()))


async def take_tokens(process: Process) -> None:
    """Report every token of a limit of ten a second, two callers always waiting for one."""
    limiter = RateLimiter(process.name, RateLimitOptions(per_second=10), process.store)

    async def caller() -> None:
        while not process.stopping.is_set():
            await limiter.admit(CALL)
            process.report("token")

    await asyncio.gather(caller(), caller())


async def watch_circuit(process: Process) -> None:
    """Look at a circuit all the time and report when calls are refused; process 0 makes it fail."""
    circuit = breaker(process.store, process.name, failures=1, reset_ms=60_000)
    while not process.stopping.is_set():
        admission = await circuit.admit(CALL)
        if isinstance(admission, ProviderError):
            process.report("refused")
            return
        await (admission.done(FAILURE) if process.number == 0 else admission.gone())
        await asyncio.sleep(LOOK_SECONDS)


@dataclass
class Crowd:
    """The processes, seen from outside; `reports` are in the order in which they came."""

    stopping: Any
    source: Any
    ill: Any
    reports: list[Report] = field(default_factory=list)

    def listen(self, seconds: float) -> None:
        """Collect what they report for so long."""
        self._collect(seconds, lambda: False)

    def let_fail(self, number: int) -> None:
        """Let the model of one process fail from now on, and that of no other."""
        self.ill.value = number

    def listen_until(self, done: Callable[[list[Report]], bool], seconds: float = 30.0) -> None:
        """Collect what they report until it is enough."""
        self._collect(seconds, lambda: done(self.reports))
        assert done(self.reports), self.reports

    def since(self, moment: float, what: str) -> list[Report]:
        """The reports of one kind from a moment on."""
        return [one for one in self.reports if one.moment >= moment and one.what == what]

    def _collect(self, seconds: float, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + seconds
        while not done() and (left := deadline - time.monotonic()) > 0:
            try:
                self.reports.append(self.source.get(timeout=left))
            except queue.Empty:
                return


@contextmanager
def crowd(
    count: int, work: Callable[[Process], Coroutine[Any, Any, None]], url: str, name: str
) -> Iterator[Crowd]:
    """Let so many processes work side by side; they begin together and are stopped afterwards."""
    together, stopping, reports = CONTEXT.Barrier(count + 1), CONTEXT.Event(), CONTEXT.Queue()
    ill = CONTEXT.Value("i", NOBODY)
    processes = [
        CONTEXT.Process(
            target=_run, args=(work, number, url, name, together, ill, stopping, reports), daemon=True
        )
        for number in range(count)
    ]
    try:
        for process in processes:
            process.start()
        together.wait(START_SECONDS)
        people = Crowd(stopping, reports, ill)
        yield people
        stopping.set()
        people.listen(0.5)  # a process ends when its reports are read
    finally:
        for process in processes:
            if process.pid is not None:
                process.join(5)
                process.kill()


def _run(
    work: Callable[[Process], Coroutine[Any, Any, None]],
    number: int,
    url: str,
    name: str,
    together: Any,
    ill: Any,
    stopping: Any,
    reports: Any,
) -> None:
    store = SharedStore(RedisStore(url, patience=PATIENCE), MemoryStore())
    process = Process(number, name, url, store, ill, stopping, reports)
    handler = logging.Handler()
    handler.emit = lambda record: process.report(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("providers.resilience").addHandler(handler)
    together.wait(START_SECONDS)
    asyncio.run(work(process))
