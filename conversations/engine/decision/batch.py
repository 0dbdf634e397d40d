"""Several decisions at once: the first requests to one provider travel together."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeAlias

from providers.ports import BatchDecideProvider, DecideRequest, DecideResult

Decide: TypeAlias = Callable[[BatchDecideProvider, DecideRequest], Awaitable[DecideResult]]
"""Sends a request to a provider and gives its answers."""


async def decide_alone(provider: BatchDecideProvider, request: DecideRequest) -> DecideResult:
    """Send a request by itself."""
    return await provider.decide(request)


class Batch:
    """A context in which several decisions run. All take a seat before the first of them asks.

    Once each seat has asked for the first time or was left, what was asked is sent: one batch for each
    provider. Further requests of a seat, its retries, go by themselves.
    """

    def __init__(self) -> None:
        self._thinking: set[Seat] = set()
        self._waiting: list[_Waiting] = []
        self._sending: list[asyncio.Task[None]] = []
        self._context = copy_context()

    async def __aenter__(self) -> Self:
        """Begin."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End whatever nobody waits for any more."""
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    def seat(self) -> "Seat":
        """Take a seat for one decision."""
        seat = Seat(self)
        self._thinking.add(seat)
        return seat

    async def ask(self, seat: "Seat", provider: BatchDecideProvider, request: DecideRequest) -> DecideResult:
        """Send the first request of a seat with those of the others, and any further one alone."""
        if seat not in self._thinking:
            return await provider.decide(request)
        waiting = _Waiting(provider, request, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self.leave(seat)
        return await waiting.answer

    def leave(self, seat: "Seat") -> None:
        """Wait no longer for the first request of a seat."""
        if seat not in self._thinking:
            return
        self._thinking.remove(seat)
        if self._thinking:
            return
        by_provider: dict[int, list[_Waiting]] = {}
        for waiting in self._waiting:
            # Where the turn is stopped, whoever asked has gone by now.
            if not waiting.answer.done():
                by_provider.setdefault(id(waiting.provider), []).append(waiting)
        loop = asyncio.get_running_loop()
        # In the batch's context: what travels together is no part of the one decision that asked last.
        self._sending = [
            loop.create_task(_send(together), context=self._context.copy())
            for together in by_provider.values()
        ]


class Seat:
    """One decision of a batch: a context that gives the `Decide` for it."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def __enter__(self) -> Decide:
        """Begin the decision."""
        return self._decide

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """The decision is over, whether it asked or not."""
        self._batch.leave(self)

    async def _decide(self, provider: BatchDecideProvider, request: DecideRequest) -> DecideResult:
        return await self._batch.ask(self, provider, request)


@dataclass(frozen=True)
class _Waiting:
    """A request that waits for the others, and where its result goes."""

    provider: BatchDecideProvider
    request: DecideRequest
    answer: "asyncio.Future[DecideResult]"


async def _send(together: list[_Waiting]) -> None:
    """Ask one provider; whatever becomes of it, nobody is left waiting."""
    try:
        results = await together[0].provider.decide_many([waiting.request for waiting in together])
        pairs = list(zip(together, results, strict=True))
    except BaseException as error:
        for waiting in together:
            if not waiting.answer.done():
                waiting.answer.set_exception(
                    error if isinstance(error, Exception) else asyncio.CancelledError()
                )
        raise
    for waiting, result in pairs:
        if not waiting.answer.done():
            waiting.answer.set_result(result)
