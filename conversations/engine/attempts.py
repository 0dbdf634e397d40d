"""Asks a provider, again where its error allows it, and keeps every call for the record."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeAlias, TypeVar

from conversations import clock
from conversations.engine import usage
from conversations.engine.ledger import Ledger
from conversations.engine.records import CallRecord
from conversations.text import cleaned
from providers.errors import Attempt, ErrorCode, ProviderError
from providers.ports import ChatReply, DecideReply

RETRY_PAUSE: Final = 0.25
"""Seconds between two attempts where the vendor names none."""

LONGEST_RETRY_AFTER: Final = 5.0
"""A vendor that asks for a longer wait, in seconds, is not asked again."""

LONGEST_NAME: Final = 200
"""Characters of a vendor's model name or request id that are kept."""

LONGEST_PROVIDER: Final = 64
"""Characters of a provider's name that are kept; whoever answers may call itself something else."""

Sleep: TypeAlias = Callable[[float], Awaitable[None]]

R = TypeVar("R", ChatReply, DecideReply)


class Asked(Protocol):
    """The configuration of a node's provider, as far as it counts here."""

    @property
    def provider(self) -> str:
        """Its name."""
        ...

    @property
    def model(self) -> str | None:
        """The model that is asked for, None for the provider's own."""
        ...

    @property
    def max_retries(self) -> int:
        """Further attempts after a retryable error."""
        ...


class Attempts:
    """The attempts of one node run. `count` is how many there were; `sleep` waits so many seconds."""

    def __init__(self, config: Asked, node: str, ledger: Ledger, sleep: Sleep = asyncio.sleep) -> None:
        self.count = 0
        self._config = config
        self._node = node
        self._ledger = ledger
        self._sleep = sleep

    async def ask(
        self, call: Callable[[], Awaitable[R | ProviderError]], again: Callable[[], None] = lambda: None
    ) -> R | ProviderError:
        """Call until there is a reply or no attempt is left; `again` is called before each further one."""
        for attempts_left in range(self._config.max_retries, -1, -1):
            result = await self._attempt(call)
            pause = pause_after(result) if isinstance(result, ProviderError) else None
            if not attempts_left or pause is None:
                break
            again()
            await self._sleep(pause)
        return result

    async def _attempt(self, call: Callable[[], Awaitable[R | ProviderError]]) -> R | ProviderError:
        self.count += 1
        started, at = clock.elapsed(), clock.now()
        # Stands where the turn is stopped while the model is awaited: it was asked all the same.
        result: R | ProviderError = ProviderError(
            code=ErrorCode.CANCELLED,
            message="The turn ended before the reply.",
            provider=self._config.provider,
        )
        try:
            result = await call()
        finally:
            duration_ms = round((clock.elapsed() - started) * 1000)
            for record in self._records(result, duration_ms, at):
                self._ledger.add_call(*record)
        return result

    def _records(
        self, result: R | ProviderError, duration_ms: int, at: datetime
    ) -> Iterator[tuple[CallRecord, usage.ModelUsage | None]]:
        """One record for each provider of the chain that was asked, in order."""
        for attempt in result.attempts:
            yield self._record(attempt, attempt.duration_ms, at)
            at += timedelta(milliseconds=attempt.duration_ms)
            duration_ms = max(0, duration_ms - attempt.duration_ms)
        if not isinstance(result, ProviderError) or not result.attempts:
            yield self._record(result, duration_ms, at)

    def _record(
        self, outcome: R | ProviderError | Attempt, duration_ms: int, at: datetime
    ) -> tuple[CallRecord, usage.ModelUsage | None]:
        failed = outcome if isinstance(outcome, ProviderError | Attempt) else None
        # An answer that was cut off, filtered or refused has its price too.
        spent = usage.NOTHING if outcome.usage is None else usage.plausible(outcome.usage)
        model = cleaned(outcome.model or self._config.model or "")[:LONGEST_NAME]
        provider = cleaned(outcome.provider or self._config.provider)[:LONGEST_PROVIDER]
        record = CallRecord(
            node=self._node,
            provider=provider,
            model=model,
            code=failed.code if failed else "",
            message=cleaned(failed.message) if failed else "",
            request_id=cleaned(outcome.request_id or "")[:LONGEST_NAME],
            duration_ms=duration_ms,
            cost=usage.plausible_cost(outcome.cost),
            **spent.model_dump(),
            at=at,
        )
        return record, None if outcome.usage is None else usage.entry(provider, model, spent)


def pause_after(error: ProviderError) -> float | None:
    """Seconds to wait before the next attempt; None where there shall be none."""
    if not error.retryable or error.code is ErrorCode.CIRCUIT_OPEN:
        return None
    if error.retry_after is None:
        return RETRY_PAUSE
    return error.retry_after if error.retry_after <= LONGEST_RETRY_AFTER else None
