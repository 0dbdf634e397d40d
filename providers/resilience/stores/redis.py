"""Circuits and buckets in Redis, shared by every process that uses the same one."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from redis.exceptions import NoScriptError

from providers import identifiers
from providers.resilience.stores import scripts
from providers.resilience.stores.clients import Clients
from providers.resilience.stores.port import (
    Cause,
    CircuitState,
    Permit,
    Refusal,
    Rules,
    Status,
    Verdict,
)

T = TypeVar("T")

PATIENCE_SECONDS: Final = 1.0
"""How long Redis may take to answer, connecting included, before it counts as away.

Longer than an event loop with much to do stalls: then the answer is there, but nobody has looked.
"""

LAPSE_SECONDS: Final = 1.0
"""A trial's slot lapses so much after the longest attempt, so that one that times out can still say so."""


class RedisStore:
    """A `Store` in the Redis at `url`, which may take `patience` seconds to answer.

    Its clock is the server's; a test sets `elapsed`, in seconds.

    What a caller began is brought to its end also where the caller is cancelled, so that neither a slot nor
    a connection is left behind. Raises RedisError or OSError, TimeoutError among them, where Redis is away.
    """

    def __init__(
        self, url: str, elapsed: Callable[[], float] | None = None, patience: float = PATIENCE_SECONDS
    ) -> None:
        self._clients = Clients(url)
        self._elapsed = elapsed
        self._patience = patience

    async def take(self, name: str, per_second: float, burst: int) -> float:
        """See `Store`."""
        bucket = f"ezgraph:bucket:{name}"
        wait = await _to_its_end(self._run(scripts.TAKE, bucket, repr(1000 / per_second), burst))
        return float(wait) / 1000

    async def enter(self, name: str, trial_seconds: float) -> Permit | Refusal:
        """See `Store`."""

        async def free(entered: Permit | Refusal) -> None:
            if isinstance(entered, Permit):
                await self._hand_back(name, entered)

        return await _to_its_end(self._enter(name, trial_seconds), free)

    async def renew(self, name: str, permit: Permit, trial_seconds: float) -> None:
        """See `Store`."""
        if permit.trial is not None:
            lapse = _lapse(trial_seconds)
            await _to_its_end(self._run(scripts.RENEW, _circuit(name), permit.trial, lapse))

    async def leave(self, name: str, permit: Permit, verdict: Verdict, hold: float, rules: Rules) -> None:
        """See `Store`."""
        await _to_its_end(self._leave(name, permit, verdict, hold, rules))

    async def circuit(self, name: str) -> CircuitState:
        """See `Store`."""
        status, failures, cause, left = await self._run(scripts.LOOK, _circuit(name))
        return CircuitState(Status(status), int(failures), Cause(cause) if cause else None, _seconds(left))

    async def open(self, name: str) -> None:
        """See `Store`."""
        await self._run(scripts.OPEN, _circuit(name))

    async def close(self, name: str) -> None:
        """See `Store`."""
        await self._run(scripts.CLOSE, _circuit(name))

    async def is_shared(self) -> bool:
        """Yes. Raises where Redis does not answer."""
        client = await self._clients.here()
        async with asyncio.timeout(self._patience):
            await client.ping()
        return True

    async def _enter(self, name: str, trial_seconds: float) -> Permit | Refusal:
        trial = identifiers.trial()
        kind, *rest = await self._run(scripts.ENTER, _circuit(name), trial, _lapse(trial_seconds))
        if kind == "refused":
            cause, left = rest
            return Refusal(Cause(cause), _seconds(left))
        return Permit(int(rest[0]), trial if kind == "trial" else None, shared=True)

    async def _leave(self, name: str, permit: Permit, verdict: Verdict, hold: float, rules: Rules) -> None:
        await self._run(
            scripts.LEAVE,
            _circuit(name),
            permit.opening,
            permit.trial or "",
            verdict.value,
            repr(hold * 1000),
            "" if rules.failures is None else rules.failures,
            repr(rules.reset * 1000),
            repr(rules.quota * 1000),
        )

    async def _hand_back(self, name: str, permit: Permit) -> None:
        await self._leave(name, permit, Verdict.NOTHING, 0.0, Rules(None, 0.0, 0.0))

    async def _run(self, script: scripts.Script, key: str, *arguments: str | int) -> Any:
        client = await self._clients.here()
        now = "" if self._elapsed is None else repr(self._elapsed() * 1000)
        async with asyncio.timeout(self._patience):
            try:
                return await client.evalsha(script.sha, 1, key, now, *arguments)
            except NoScriptError:  # it is new to this server, which keeps it from now on
                return await client.eval(script.text, 1, key, now, *arguments)


def _circuit(name: str) -> str:
    return f"ezgraph:circuit:{name}"


def _lapse(trial_seconds: float) -> str:
    """The milliseconds for which a trial's slot is kept."""
    return repr((trial_seconds + LAPSE_SECONDS) * 1000)


def _seconds(left: str) -> float | None:
    return float(left) / 1000 if left else None


async def _to_its_end(work: Coroutine[Any, Any, T], undo: Callable[[T], Awaitable[None]] | None = None) -> T:
    """Return what `work` gives. Where the caller is cancelled, finish it first, and undo it if need be."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if task.exception() is None and undo is not None:
            await undo(task.result())
        raise
