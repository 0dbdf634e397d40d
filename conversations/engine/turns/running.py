"""Turns that run in this process. They outlive whoever asked for them."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from uuid import UUID

from conversations import clock
from conversations.engine.errors import ServerStopping
from conversations.engine.events import TurnEvent
from conversations.engine.values import TurnResult

R = TypeVar("R")

LAST_SECONDS: Final = 5.0
"""How long a turn that is stopped may take to say so in its row."""


class RunningTurn:
    """A turn's events and its result, to follow from the first event on.

    `number` is the turn's in its session, `run` names this one run of it among all processes; it is
    "" while the turn waits. Whoever follows may go away at any time; the turn goes on. It runs in
    `context`, that of whoever asked for it: what observers know of the request holds for the turn.
    """

    def __init__(self, number: int, context: Context | None = None) -> None:
        self.number = number
        self.run = ""
        self.context = copy_context() if context is None else context
        self.waited = 0.0
        self._asked = clock.elapsed()
        self._events: list[TurnEvent] = []
        self._result: asyncio.Future[TurnResult] = asyncio.get_running_loop().create_future()
        self._changed = asyncio.Event()

    @classmethod
    def over(cls, events: list[TurnEvent], result: TurnResult) -> "RunningTurn":
        """A turn that ended before, to be told again."""
        turn = cls(result.turn)
        turn.retell(events, result)
        return turn

    def begin(self, run: str) -> None:
        """The turn runs in this process now, after so many seconds: `waited`."""
        self.run = run
        self.waited = clock.elapsed() - self._asked
        self._wake()

    @property
    def is_over(self) -> bool:
        """Whether whoever follows has heard the end."""
        return self._result.done()

    def emit(self, event: TurnEvent) -> None:
        """Tell an event to all followers."""
        self._events.append(event)
        self._wake()

    def end(self, result: TurnResult) -> None:
        """The turn is over."""
        self._result.set_result(result)
        self._wake()

    def retell(self, events: list[TurnEvent], result: TurnResult) -> None:
        """The turn ended elsewhere, or before: tell what rows can repeat of it."""
        self._events.extend(events)
        self.end(result)

    def break_off(self, error: Exception) -> None:
        """The turn ended in a way that has no result; followers get the error."""
        self._result.set_exception(error)
        self._result.exception()
        self._wake()

    async def result(self) -> TurnResult:
        """Wait for the end. Raises EngineError where the session was taken over elsewhere."""
        return await asyncio.shield(self._result)

    async def follow(self) -> AsyncIterator[TurnEvent]:
        """Every event from the first one on, until the turn is over."""
        async for events in self.follow_closely():
            for event in events:
                yield event

    async def follow_closely(self) -> AsyncIterator[list[TurnEvent]]:
        """The same, with all events at once that came while the last ones were told."""
        told = 0
        while True:
            changed = self._changed
            if events := self._events[told:]:
                told += len(events)
                yield events
                continue
            if self.is_over:
                return
            await changed.wait()

    async def change(self, seconds: float) -> None:
        """Wait until something happens to the turn, but no longer than this."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    def when_over(self, forget: Callable[[], object]) -> None:
        """Call `forget` when the turn is over."""
        self._result.add_done_callback(lambda _: forget())

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


@dataclass(frozen=True)
class _Run:
    """A turn that runs here: under which lease, and as which task."""

    owner: str
    task: "asyncio.Task[None]"


_tasks: set[asyncio.Task[Any]] = set()
_carried_through: set[asyncio.Task[Any]] = set()
"""Those tasks that a graceful stop waits for."""

_runs: dict[UUID, _Run] = {}
"""The turn that runs in this process, by its session."""

_expected: dict[tuple[UUID, int], RunningTurn] = {}
"""Turns that wait and whose end somebody in this process waits for, by session and number."""

_stopping = threading.Event()


def expect(session: UUID, running: RunningTurn) -> None:
    """Let whoever starts a waiting turn in this process find those who follow it."""
    _expected[session, running.number] = running
    running.when_over(lambda: _expected.pop((session, running.number), None))


def expected(session: UUID, number: int, context: Context) -> RunningTurn:
    """The turn that somebody here waits for, or a new one that runs in `context`."""
    return _expected.pop((session, number), None) or RunningTurn(number, context)


def run_turn(session: UUID, owner: str, work: Coroutine[Any, Any, None], context: Context) -> None:
    """Let the turn of a session run in the background until its end; `owner` holds the lease."""
    run = _Run(owner, carry_through(work, context))
    _runs[session] = run
    run.task.add_done_callback(lambda _: _runs.pop(session) if _runs.get(session) is run else None)


def stop_turn(session: UUID, owner: str | None = None) -> bool:
    """Stop the session's turn where it runs in this process, only that of `owner` where one is given.

    Tells whether it does; other processes notice at their lease.
    """
    run = _runs.get(session)
    if run is None or owner not in (None, run.owner):
        return False
    run.task.get_loop().call_soon_threadsafe(run.task.cancel)
    return True


def in_background(work: Coroutine[Any, Any, R], context: Context | None = None) -> "asyncio.Task[R]":
    """Run work that nobody waits for; it is kept until it is done."""
    task = asyncio.get_running_loop().create_task(work, context=context)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def carry_through(work: Coroutine[Any, Any, R], context: Context | None = None) -> "asyncio.Task[R]":
    """Like `in_background`, for work that a graceful stop waits for."""
    task = in_background(work, context)
    _carried_through.add(task)
    task.add_done_callback(_carried_through.discard)
    return task


def is_being_stopped() -> bool:
    """Whether somebody cancels the task that runs now.

    A CancelledError without that comes out of an author's code, which awaited something that was
    cancelled elsewhere.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def is_stopping() -> bool:
    """Whether this process is about to end and starts no more turns."""
    return _stopping.is_set()


def refuse_while_stopping() -> None:
    """Raise ServerStopping where this process is about to end."""
    if is_stopping():
        raise ServerStopping


async def stop_gracefully(seconds: float) -> int:
    """Start no more turns and wait for those that run; stop what still runs after `seconds`.

    Stopped turns are marked as interrupted and run again at the next contact. Returns how many.
    """
    _stopping.set()
    for waiting in list(_expected.values()):
        waiting.break_off(ServerStopping(turn=waiting.number))
    await _wait_for(_carried_through, seconds)
    late = [run for run in _runs.values() if not run.task.done()]
    for run in late:
        run.task.cancel()
    await _wait_for(_carried_through, LAST_SECONDS)
    return len(late)


def start_again() -> None:
    """Take turns again after a graceful stop; for tests."""
    _stopping.clear()


async def wait_for_all() -> None:
    """Wait until nothing of this loop runs in the background any more."""
    await _wait_for(_tasks, None)


async def _wait_for(tasks: set[asyncio.Task[Any]], seconds: float | None) -> None:
    """Wait until none of this loop's tasks is left, those that come meanwhile among them."""
    loop = asyncio.get_running_loop()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while mine := [task for task in tasks if task.get_loop() is loop]:
                await asyncio.wait(mine)
