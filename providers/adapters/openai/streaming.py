"""A streamed answer put together: text as it comes, tool calls from their deltas."""

from providers.adapters.openai.wire import (
    WireChoice,
    WireChunk,
    WireCompletion,
    WireMessage,
    WireToolCall,
    WireUsage,
)


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
        """Take in `chunk` and return the text that it adds, often none."""
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

    def add(self, delta: WireToolCall) -> None:
        """Take in one delta."""
        call = self._begun(delta)
        if call is None:
            call = _PartialCall(delta.index)
            self._calls.append(call)
        call.id = call.id or delta.id
        call.name = call.name or delta.function.name
        call.arguments.append(delta.function.arguments)

    def whole(self) -> list[WireToolCall]:
        """Return the calls in order of their indexes, else as they began."""
        ordered = sorted(
            enumerate(self._calls), key=lambda place: place[0] if place[1].index is None else place[1].index
        )
        return [call.whole() for _, call in ordered]

    def _begun(self, delta: WireToolCall) -> "_PartialCall | None":
        same = [call for call in self._calls if delta.index is None or call.index == delta.index]
        if not same:
            return None
        if delta.id:
            return next((call for call in same if call.id in ("", delta.id)), None)
        if delta.index is None and delta.function.name:
            return None
        return same[-1]


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
