"""Asks a provider for one reply, with the retries that the node's configuration allows."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from conversations import clock
from conversations.authoring.config import ChatConfig
from conversations.engine import usage
from conversations.engine.errors import fault_of
from conversations.engine.ledger import Ledger
from conversations.engine.values import CallRecord
from conversations.text import cleaned
from providers.errors import Attempt, ErrorCode, ProviderError
from providers.ports import CHAT, ChatProvider, ChatReply, ChatRequest, ChatResult, StreamReset, TextDelta
from providers.registry import resolve
from providers.streams import closing

RETRY_PAUSE: Final = 0.25
"""Seconds between two attempts where the vendor names none."""

LONGEST_RETRY_AFTER: Final = 5.0
"""A vendor that asks for a longer wait, in seconds, is not asked again."""

LONGEST_NAME: Final = 200
"""Characters of a vendor's model name or request id that are kept."""

Listener: TypeAlias = Callable[[TextDelta | StreamReset], None]
"""Told of text as it is written; None where nobody reads along."""

Sleep: TypeAlias = Callable[[float], Awaitable[None]]


async def ask(
    request: ChatRequest,
    config: ChatConfig,
    *,
    node: str,
    ledger: Ledger,
    listener: Listener | None,
    sleep: Sleep = asyncio.sleep,
) -> ChatReply:
    """Return the model's reply. Every call goes into the ledger. Raises TurnFault."""
    provider = await resolve(config.provider)
    if isinstance(provider, ProviderError):
        raise fault_of(provider)
    if CHAT not in provider.capabilities:
        raise fault_of(_cannot_chat(config.provider))
    for attempts_left in range(config.max_retries, -1, -1):
        started, at = clock.elapsed(), clock.now()
        # Stands where the turn is stopped while the model is awaited: it was asked all the same.
        result: ChatResult = _cancelled(config.provider)
        try:
            result = await _attempt(provider, request, listener)
        finally:
            duration_ms = round((clock.elapsed() - started) * 1000)
            for record in _records(result, node, config, duration_ms, at):
                ledger.add_call(*record)
        if isinstance(result, ChatReply):
            return result
        pause = _pause(result)
        if not attempts_left or pause is None:
            break
        if listener is not None:
            listener(StreamReset())
        await sleep(pause)
    assert isinstance(result, ProviderError)
    raise fault_of(result)


async def _attempt(provider: ChatProvider, request: ChatRequest, listener: Listener | None) -> ChatResult:
    if listener is None:
        return await provider.chat(request)
    async with closing(provider.chat_stream(request)) as items:
        async for item in items:
            if not isinstance(item, TextDelta | StreamReset):
                return item
            listener(item)
    return ProviderError(
        code=ErrorCode.BAD_RESPONSE, message="The stream ended without a reply.", provider=provider.name
    )


def _pause(error: ProviderError) -> float | None:
    """Seconds to wait before the next attempt; None where there shall be none."""
    if not error.retryable or error.code is ErrorCode.CIRCUIT_OPEN:
        return None
    if error.retry_after is None:
        return RETRY_PAUSE
    return error.retry_after if error.retry_after <= LONGEST_RETRY_AFTER else None


def _cannot_chat(provider: str) -> ProviderError:
    return ProviderError(
        code=ErrorCode.CAPABILITY_MISSING, message="It cannot hold conversations.", provider=provider
    )


def _cancelled(provider: str) -> ProviderError:
    return ProviderError(
        code=ErrorCode.CANCELLED, message="The turn ended before the reply.", provider=provider
    )


def _records(
    result: ChatResult, node: str, config: ChatConfig, duration_ms: int, at: datetime
) -> Iterator[tuple[CallRecord, usage.ModelUsage | None]]:
    """One record for each provider of the chain that was asked, in order."""
    for attempt in result.attempts:
        yield _record(attempt, node, config, attempt.duration_ms, at)
        at += timedelta(milliseconds=attempt.duration_ms)
        duration_ms = max(0, duration_ms - attempt.duration_ms)
    if isinstance(result, ChatReply) or not result.attempts:
        yield _record(result, node, config, duration_ms, at)


def _record(
    outcome: ChatResult | Attempt, node: str, config: ChatConfig, duration_ms: int, at: datetime
) -> tuple[CallRecord, usage.ModelUsage | None]:
    failed = None if isinstance(outcome, ChatReply) else outcome
    # An answer that was cut off, filtered or refused has its price too.
    spent = usage.NOTHING if outcome.usage is None else usage.plausible(outcome.usage)
    model = cleaned(outcome.model or config.model or "")[:LONGEST_NAME]
    provider = outcome.provider or config.provider
    record = CallRecord(
        node=node,
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
