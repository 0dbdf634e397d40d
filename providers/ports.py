"""The port: what a node may ask of any model, and what comes back. Plain pydantic.

A provider is an object with `capabilities` and the methods of the capabilities that it has. It
never raises across the port: it returns a reply or a `ProviderError`. Cancellation propagates.
"""

from collections.abc import AsyncIterator, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from providers.errors import Attempt as Attempt
from providers.errors import ProviderError
from providers.questions import ConfidenceSource, Question
from providers.usage import Usage as Usage

CHAT = "chat"
"""Capability of a provider that holds conversations and calls tools."""

DECIDE = "decide"
"""Capability of a provider that answers typed questions."""


class Value(BaseModel):
    """Base of everything that crosses the port: immutable, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ToolSpec(Value):
    """A tool on offer. `parameters` is the JSON Schema (draft 2020-12) of its arguments object."""

    name: str
    description: str = ""
    parameters: dict[str, Any]


class ToolCall(Value):
    """A model's wish to run a tool.

    `arguments` is the parsed object, or the text as it came where that is not a JSON object; the
    caller validates it either way.
    """

    id: str
    name: str
    arguments: dict[str, Any] | str


class ChatRole(StrEnum):
    """Who a message is from, as models see it."""

    SYSTEM = "system"
    HUMAN = "human"
    AI = "ai"
    TOOL = "tool"


class ChatMessage(Value):
    """One message of a conversation.

    `tool_calls` belong to role ai; `tool_call_id` to role tool and names the call that the text
    answers. `internal` marks human messages that the framework or an author put in: the
    customer neither wrote nor saw them.
    """

    role: ChatRole
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    internal: bool = False


class ChatRequest(Value):
    """One round of a conversation.

    `model` None means the provider's own. `parameters` go to the vendor as they are (temperature,
    max_tokens, tool_choice …). Those that another field here stands for (messages, model, stream,
    tools) and those that JSON cannot hold make the request invalid; nothing is sent. `today` is the
    graph's business date, from which relative dates count. `session` is an opaque key for budgets.
    `timeout` in seconds bounds the one call, or for a stream its longest silence; the provider's own
    limit holds too, whichever is shorter.
    """

    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    model: str | None = None
    parameters: dict[str, Any] = Field(default_factory=dict)
    today: date | None = None
    session: str | None = None
    timeout: float | None = None


class FinishReason(StrEnum):
    """Why the model stopped."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"


class ChatReply(Value):
    """What the model said: text, tool calls, both, or (rarely) neither.

    `provider` and `model` name who really answered, `attempts` who was asked before in vain. `cost` is
    in US dollars, None where the provider has no price.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: FinishReason = FinishReason.STOP
    usage: Usage = Usage()
    model: str = ""
    request_id: str | None = None
    provider: str = ""
    attempts: tuple[Attempt, ...] = ()
    cost: Decimal | None = None


class DecideRequest(Value):
    """Typed questions about a state, all answered together.

    `state` is text, an object or a list: data, never instructions. `model` None means the provider's
    own. `session` is an opaque key for budgets, `timeout` in seconds bounds the one call.
    """

    state: JsonValue
    questions: dict[str, Question] = Field(min_length=1)
    model: str | None = None
    session: str | None = None
    timeout: float | None = None


class DecideReply(Value):
    """The answers, one a question.

    An adapter may give an object of the answer's fields; whoever asks through the layers gets an
    `Answer` of the question's kind, checked. `provider`, `model`, `attempts` and `cost` are as of a
    ChatReply.
    """

    answers: dict[str, Any]
    confidence_source: ConfidenceSource
    usage: Usage = Usage()
    model: str = ""
    request_id: str | None = None
    provider: str = ""
    attempts: tuple[Attempt, ...] = ()
    cost: Decimal | None = None


class TextDelta(Value):
    """A piece of text as the model writes it.

    An adapter gives an empty one as a sign of life, where it receives what readers do not see; the
    attempt time-out takes it for what it is and drops it.
    """

    kind: Literal["text"] = "text"
    text: str


class StreamReset(Value):
    """Drop every delta so far: the answer starts again elsewhere."""

    kind: Literal["reset"] = "reset"


ChatResult: TypeAlias = ChatReply | ProviderError
DecideResult: TypeAlias = DecideReply | ProviderError
ChatStreamItem: TypeAlias = TextDelta | StreamReset | ChatReply | ProviderError


class Provider(Protocol):
    """A named provider, whatever its type."""

    @property
    def name(self) -> str:
        """What graphs and settings call it."""
        ...

    @property
    def capabilities(self) -> frozenset[str]:
        """What it can do: `CHAT`, `DECIDE`, or both."""
        ...


class ChatProvider(Provider, Protocol):
    """A provider with the capability `chat`."""

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Ask once and wait for the whole reply."""
        ...

    def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Ask once; text as it comes, then exactly one final `ChatReply` or `ProviderError`."""
        ...


class DecideProvider(Provider, Protocol):
    """A provider with the capability `decide`."""

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Ask all questions of a request."""
        ...


class BatchDecideProvider(DecideProvider, Protocol):
    """One that can answer several requests together. Others are asked side by side."""

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Ask several requests; one result each, in order."""
        ...


class AnyProvider(ChatProvider, BatchDecideProvider, Protocol):
    """What the registry hands out: every method is there, those without a capability give an error."""
