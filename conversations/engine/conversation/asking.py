"""Asks a chat provider for one reply, with the retries that the node's configuration allows."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from conversations.authoring.config import ChatConfig
from conversations.engine.attempts import Attempts, Sleep
from conversations.engine.errors import fault_of
from conversations.engine.ledger import Ledger
from providers.errors import ErrorCode, ProviderError
from providers.ports import CHAT, ChatProvider, ChatReply, ChatRequest, ChatResult, StreamReset, TextDelta
from providers.registry import resolve
from providers.streams import closing

Listener: TypeAlias = Callable[[TextDelta | StreamReset], None]
"""Told of text as it is written; None where nobody reads along."""


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

    def withdraw() -> None:
        if listener is not None:
            listener(StreamReset())

    attempts = Attempts(config, node, ledger, sleep)
    result = await attempts.ask(lambda: _attempt(provider, request, listener), withdraw)
    if isinstance(result, ProviderError):
        raise fault_of(result)
    return result


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


def _cannot_chat(provider: str) -> ProviderError:
    return ProviderError(
        code=ErrorCode.CAPABILITY_MISSING, message="It cannot hold conversations.", provider=provider
    )
