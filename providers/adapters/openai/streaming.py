"""A streamed answer put together: text as it comes, tool calls from their deltas."""

from typing import Final

from providers.adapters.openai.wire import (
    WireChoice,
    WireChunk,
    WireCompletion,
    WireMessage,
    WireToolCall,
    WireUsage,
)
from providers.errors import ErrorCode, ProviderFault

MOST_CALLS: Final = 128
"""How many tools one streamed answer may call; OpenAI takes no more than that on offer."""


class PartialAnswer:
    """An answer that grows chunk by chunk. `usage` holds the token counts as last said."""

    def __init__(self) -> None:
        self.model = ""
        self.usage = WireUsage()
        self.done = False
        self.finish_reason: str | None = None
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._calls = PartialToolCalls()

    def add(self, chunk: WireChunk) -> str:
        """Take in `chunk` and return the text that it adds, often none. Raises `ProviderFault`."""
        self.model = self.model or chunk.model
        if chunk.usage != WireUsage():
            self.usage = chunk.usage
        added = ""
        for choice in chunk.choices:
            if choice.index != 0:
                continue
            self.finish_reason = choice.finish_reason or self.finish_reason
            self._refusal.append(choice.delta.refusal)
            for call in choice.delta.tool_calls:
                self._calls.add(call)
            added += choice.delta.content
        self._text.append(added)
        return added

    @property
    def is_whole(self) -> bool:
        """Whether the answer came to its end: a finish reason, or something and then [DONE]."""
        return self.finish_reason is not None or (self.done and self.message != WireMessage())

    @property
    def message(self) -> WireMessage:
        """The whole message so far."""
        return WireMessage(
            content="".join(self._text), refusal="".join(self._refusal), tool_calls=self._calls.whole()
        )

    @property
    def completion(self) -> WireCompletion:
        """The answer so far, as a server that does not stream would have sent it."""
        choice = WireChoice(message=self.message, finish_reason=self.finish_reason)
        return WireCompletion(model=self.model, choices=[choice], usage=self.usage)


class PartialToolCalls:
    """Tool calls that grow delta by delta.

    A delta belongs to the call with its index. Servers that leave the index out, or give the same
    one to all, begin a new call with a new id, or without any ids with a name.
    """

    def __init__(self) -> None:
        self._calls: list[_PartialCall] = []
        self._latest: dict[int | None, _PartialCall] = {}
        self._identified: dict[tuple[int | None, str], _PartialCall] = {}
        # Both know each call under its index, and under None as one of all.

    def add(self, delta: WireToolCall) -> None:
        """Take in one delta. Raises `ProviderFault` where it begins a call too many."""
        call = self._begun(delta) or self._begin(delta.index)
        if delta.id and not call.id:
            call.id = delta.id
            for index in (call.index, None):
                self._identified.setdefault((index, call.id), call)
        call.name = call.name or delta.function.name
        call.arguments.append(delta.function.arguments)

    def whole(self) -> list[WireToolCall]:
        """Return the calls in order of their indexes, else as they began."""
        ordered = sorted(
            enumerate(self._calls), key=lambda place: place[0] if place[1].index is None else place[1].index
        )
        return [call.whole() for _, call in ordered]

    def _begun(self, delta: WireToolCall) -> "_PartialCall | None":
        """Return the call that `delta` goes on with, None where it begins one."""
        latest = self._latest.get(delta.index)
        if delta.id:
            without_id = latest if latest is not None and not latest.id else None
            return self._identified.get((delta.index, delta.id), without_id)
        if delta.index is None and delta.function.name:
            return None
        return latest

    def _begin(self, index: int | None) -> "_PartialCall":
        if len(self._calls) >= MOST_CALLS:
            raise ProviderFault(ErrorCode.BAD_RESPONSE, "The provider's answer holds too many tool calls.")
        call = _PartialCall(index)
        self._calls.append(call)
        self._latest[index] = self._latest[None] = call
        return call


class _PartialCall:
    def __init__(self, index: int | None) -> None:
        self.index = index
        self.id = ""
        self.name = ""
        self.arguments: list[str] = []

    def whole(self) -> WireToolCall:
        return WireToolCall.model_validate(
            {
                "index": self.index,
                "id": self.id,
                "function": {"name": self.name, "arguments": "".join(self.arguments)},
            }
        )
