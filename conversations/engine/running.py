"""Turns that run in this process. They outlive whoever asked for them."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar
from uuid import UUID

from conversations.engine.events import TurnEvent
from conversations.engine.values import TurnResult

R = TypeVar("R")


class RunningTurn:
    """A turn's events and its result, to follow from the first event on.

    `number` is the turn's in its session, `run` names this one run of it among all processes.
    Whoever follows may go away at any time; the turn goes on.
    """

    def __init__(self, number: int, run: str = "") -> None:
        self.number = number
        self.run = run
        self._events: list[TurnEvent] = []
        self._result: asyncio.Future[TurnResult] = asyncio.get_running_loop().create_future()
        self._changed = asyncio.Event()

    @classmethod
    def over(cls, events: list[TurnEvent], result: TurnResult) -> "RunningTurn":
        """A turn that ended before, to be told again."""
        turn = cls(result.turn)
        turn._events = events
        turn.end(result)
        return turn

    def emit(self, event: TurnEvent) -> None:
        """Tell an event to all followers."""
        self._events.append(event)
        self._wake()

    def end(self, result: TurnResult) -> None:
        """The turn is over."""
        self._result.set_result(result)
        self._wake()

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
        told = 0
        while True:
            changed = self._changed
            while told < len(self._events):
                told += 1
                yield self._events[told - 1]
            if self._result.done():
                return
            await changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


_tasks: set[asyncio.Task[Any]] = set()

_runs: dict[UUID, "asyncio.Task[None]"] = {}
"""The task of the turn that runs in this process, by its session."""


def run_turn(session: UUID, work: Coroutine[Any, Any, None]) -> None:
    """Let the turn of a session run in the background until its end."""
    task = in_background(work)
    _runs[session] = task
    task.add_done_callback(lambda done: _runs.pop(session) if _runs.get(session) is done else None)


def stop_turn(session: UUID) -> None:
    """Stop the session's turn where it runs in this process; other processes see it at their lease."""
    task = _runs.get(session)
    if task is not None:
        task.get_loop().call_soon_threadsafe(task.cancel)


def in_background(work: Coroutine[Any, Any, R]) -> "asyncio.Task[R]":
    """Run work that nobody waits for; it is kept until it is done."""
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def is_being_stopped() -> bool:
    """Whether somebody cancels the task that runs now.

    A CancelledError without that comes out of an author's code, which awaited something that was
    cancelled elsewhere.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def wait_for_all() -> None:
    """Wait until nothing of this loop runs in the background any more."""
    loop = asyncio.get_running_loop()
    while tasks := [task for task in _tasks if task.get_loop() is loop]:
        await asyncio.gather(*tasks, return_exceptions=True)
