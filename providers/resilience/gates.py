"""Layers that let calls in: a circuit breaker, a limit, a budget. What they share stands here once.

A gate is asked before a call, and told afterwards how it ended. It may refuse the call with an error,
or keep the caller waiting. It looks at no request's content but what a budget counts.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol, TypeAlias

from providers.announcements import CallRefused
from providers.announcing import announce
from providers.errors import ProviderError
from providers.ports import (
    AnyProvider,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideRequest,
    DecideResult,
    StreamReset,
    TextDelta,
)
from providers.resilience.layer import Layer
from providers.streams import closing

Call: TypeAlias = ChatRequest | Sequence[DecideRequest]
"""What wants to go out: a round of a conversation, or the requests that travel together."""

Outcome: TypeAlias = ChatResult | Sequence[DecideResult]
"""How a call ended."""


class Admission(Protocol):
    """A call that was let in. Exactly one of the methods is called, once."""

    async def done(self, outcome: Outcome) -> None:
        """The call ended like this."""
        ...

    async def gone(self) -> None:
        """The call was cancelled, or never sent: it tells nothing about the provider."""
        ...


class Gate(Protocol):
    """Lets calls in, makes them wait, or refuses them."""

    async def admit(self, call: Call) -> Admission | ProviderError:
        """Let a call in, or say why not. Who is cancelled while waiting gives up the place."""
        ...


class Gated(Layer):
    """A provider behind a gate."""

    def __init__(self, provider: AnyProvider, gate: Gate) -> None:
        super().__init__(provider)
        self._gate = gate

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask the provider, or answer the gate's refusal."""
        admission = await self._admitted(request)
        if isinstance(admission, ProviderError):
            return admission
        try:
            result = await self._provider.chat(request)
        except BaseException:
            await admission.gone()
            raise
        await admission.done(result)
        return result

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask the provider, or answer the gate's refusal. A reader who leaves early was cancelled."""
        admission = await self._admitted(request)
        if isinstance(admission, ProviderError):
            yield admission
            return
        final: ChatResult | None = None
        try:
            async with closing(self._provider.chat_stream(request)) as items:
                async for item in items:
                    if not isinstance(item, TextDelta | StreamReset):
                        final = item
                        break
                    yield item
        finally:
            if final is None:
                await admission.gone()
            else:
                await admission.done(final)
        if final is not None:
            yield final

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask the provider, or answer the gate's refusal."""
        (result,) = await self.decide_many([request])
        return result

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask the provider as one call, or answer the gate's refusal to each."""
        admission = await self._admitted(requests)
        if isinstance(admission, ProviderError):
            return [admission for _ in requests]
        try:
            if len(requests) == 1:
                results = [await self._provider.decide(requests[0])]
            else:
                results = await self._provider.decide_many(requests)
        except BaseException:
            await admission.gone()
            raise
        await admission.done(results)
        return results

    async def _admitted(self, call: Call) -> Admission | ProviderError:
        admission = await self._gate.admit(call)
        if isinstance(admission, ProviderError):
            announce(CallRefused(admission.provider, admission.code.value))
        return admission
