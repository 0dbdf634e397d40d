"""A chat provider that is given its replies in order and records what it was asked."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from providers.errors import ErrorCode, ProviderError
from providers.ports import (
    CHAT,
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    FinishReason,
    TextDelta,
    ToolCall,
    Usage,
)

_call_numbers = itertools.count(1)


class ScriptExhausted(AssertionError):
    """The model was asked more often than the script foresees."""


@dataclass(frozen=True)
class Held:
    """A reply that comes once `event` is set."""

    event: asyncio.Event
    reply: ChatReply | ProviderError


Reply: TypeAlias = ChatReply | ProviderError | Held


def says(text: str, *, usage: Usage | None = None) -> ChatReply:
    """A reply in words."""
    return ChatReply(text=text, usage=usage or Usage(input_tokens=10, output_tokens=5))


def call(name: str, arguments: dict[str, Any] | str | None = None, /, **fields: Any) -> ToolCall:
    """One tool call; arguments as keywords, as an object, or as text where it shall be bad JSON."""
    given = fields if arguments is None else arguments
    return ToolCall(id=f"call_{next(_call_numbers)}", name=name, arguments=given)


def calls(*tool_calls: ToolCall, text: str = "") -> ChatReply:
    """A reply that calls tools, in this order."""
    return ChatReply(
        text=text,
        tool_calls=tool_calls,
        finish_reason=FinishReason.TOOL_CALLS,
        usage=Usage(input_tokens=10, output_tokens=5),
    )


def fails(code: ErrorCode = ErrorCode.UNAVAILABLE, *, retry_after: float | None = None) -> ProviderError:
    """An error instead of a reply."""
    return ProviderError(code=code, message="The script says so.", retry_after=retry_after)


def hangs() -> Held:
    """No reply, for ever: the time-outs have to end it."""
    return Held(asyncio.Event(), fails())


def held(event: asyncio.Event, reply: ChatReply | ProviderError) -> Reply:
    """A reply that the model keeps back until `event` is set."""
    return Held(event, reply)


@dataclass
class ScriptedChat:
    """Gives `replies` in order. `requests` holds everything that it was asked, oldest first.

    Streamed replies come in words, one delta a word. `waiting` is set while a reply is held back.
    """

    replies: list[Reply] = field(default_factory=list)
    name: str = "scripted"
    model: str = "scripted-1"
    requests: list[ChatRequest] = field(default_factory=list)
    waiting: asyncio.Event = field(default_factory=asyncio.Event)
    _exhausted: str = field(default="", init=False)

    @property
    def capabilities(self) -> frozenset[str]:
        """Chat only."""
        return frozenset({CHAT})

    @property
    def request(self) -> ChatRequest:
        """The newest request."""
        return self.requests[-1]

    def then(self, *replies: Reply) -> None:
        """Add replies to the script."""
        self.replies.extend(replies)

    def check(self) -> None:
        """Raise ScriptExhausted where the model was asked more often than the script foresees.

        A provider's exceptions end at the port, so that the turn itself merely fails.
        """
        if self._exhausted:
            raise ScriptExhausted(self._exhausted)

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Give the next reply. Raises ScriptExhausted where there is none."""
        return await self._next(request)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Give the next reply word by word."""
        reply = await self._next(request)
        if isinstance(reply, ChatReply):
            for word in _words(reply.text):
                yield TextDelta(text=word)
        yield reply

    async def _next(self, request: ChatRequest) -> ChatResult:
        self.requests.append(request)
        if not self.replies:
            self._exhausted = f"Request {len(self.requests)} has no reply in the script."
            self.check()
        reply = self.replies.pop(0)
        if isinstance(reply, Held):
            self.waiting.set()
            await reply.event.wait()
            self.waiting.clear()
            reply = reply.reply
        return reply.model_copy(update=self._signature(reply, request))

    def _signature(self, reply: ChatReply | ProviderError, request: ChatRequest) -> dict[str, Any]:
        if isinstance(reply, ProviderError):
            return {"provider": self.name}
        return {"provider": self.name, "model": request.model or self.model}


def _words(text: str) -> Iterable[str]:
    return (word for word in text.replace(" ", " \0").split("\0") if word)
