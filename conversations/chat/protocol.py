"""The WebSocket protocol, version 1: every frame as a model. Frames are JSON objects with a `type`."""

from datetime import datetime
from enum import IntEnum
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from conversations.codes import Code
from conversations.engine.events import VisibleRole

PROTOCOL: Final = 1
"""Version of this protocol; a client that speaks another one is refused."""

LONGEST_FRAME: Final = 16 * 1024
"""Bytes of a client's longest frame."""

HELLO_SECONDS: Final = 10
"""A connection that has not said hello after this many seconds is closed."""

MOST_MESSAGES: Final = 100
"""Visible messages that a welcome sends at most; older ones can be asked for."""


class CloseCode(IntEnum):
    """Why the chat closed a connection.

    The server below it closes with codes of the WebSocket standard: 1002 for what is no WebSocket frame,
    1007 for a text that is no UTF-8, and 1009 for a frame over 1 MiB (TOO_LARGE up to there). After
    UNAVAILABLE, which is also said while Redis is away, a client comes again by itself.
    """

    FORBIDDEN_ORIGIN = 4403
    NO_HELLO = 4408
    TOO_LARGE = 4413
    UNAVAILABLE = 4503


class ClientFrame(BaseModel):
    """Base of what clients send. Types are not converted; keys that nobody knows are ignored."""

    model_config = ConfigDict(frozen=True, strict=True)


class Hello(ClientFrame):
    """Opens or resumes a session; the first frame. `after` is the last message number seen."""

    type: Literal["hello"]
    protocol: int
    graph: str = Field(max_length=64)
    token: str | None = Field(default=None, max_length=1000)
    after: int = Field(default=0, ge=0, le=2**53)


class SendMessage(ClientFrame):
    """The customer says something. `id` is made by the client; the same id never runs twice."""

    type: Literal["message"]
    id: str = Field(min_length=1, max_length=100)
    text: str


class Retry(ClientFrame):
    """Run a failed or interrupted turn again."""

    type: Literal["retry"]
    turn: int = Field(ge=1, le=2**31 - 1)


class Cancel(ClientFrame):
    """Stop a turn that runs or waits."""

    type: Literal["cancel"]
    turn: int = Field(ge=1, le=2**31 - 1)


class End(ClientFrame):
    """End the session."""

    type: Literal["end"]


class Ping(ClientFrame):
    """Answered with pong, then with whatever the client was not told that it should have heard.

    Events between the server's processes may be lost: a client that pings now and then misses nothing.
    """

    type: Literal["ping"]


AnyClientFrame: TypeAlias = Annotated[
    Hello | SendMessage | Retry | Cancel | End | Ping, Field(discriminator="type")
]

CLIENT_FRAME: Final[TypeAdapter[AnyClientFrame]] = TypeAdapter(AnyClientFrame)
"""Reads a client's frame. Raises pydantic.ValidationError."""


class ServerFrame(BaseModel):
    """Base of what the server sends. Fields that are null are left out."""

    model_config = ConfigDict(frozen=True)

    def encoded(self) -> str:
        """The frame as it travels."""
        return self.model_dump_json(exclude_none=True)


class Limits(BaseModel):
    """What the client has to keep to. `message_length` counts characters."""

    message_length: int


class Welcome(ServerFrame):
    """The session is open; its visible messages after `after` follow.

    `first` is the lowest message number that follows; `turn` the one that runs or waits now. `title` and
    `greeting` are the graph's.
    """

    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    session: str
    token: str
    graph: str
    title: str
    greeting: str
    status: str
    after: int
    first: int | None = None
    limits: Limits
    turn: int | None = None


class Accepted(ServerFrame):
    """The message is stored; it will not be lost."""

    type: Literal["accepted"] = "accepted"
    id: str
    turn: int


class StepFrame(ServerFrame):
    """The engine works on the reply."""

    type: Literal["step"] = "step"
    turn: int


class DeltaFrame(ServerFrame):
    """A piece of the reply as it is written."""

    type: Literal["delta"] = "delta"
    turn: int
    text: str


class DeltaResetFrame(ServerFrame):
    """Drop the pieces so far."""

    type: Literal["delta_reset"] = "delta_reset"
    turn: int


class MessageFrame(ServerFrame):
    """A final and committed message. `n` rises by one per visible message, without gaps.

    `id` is the client's own, on the customer's messages.
    """

    type: Literal["message"] = "message"
    n: int
    turn: int
    role: VisibleRole
    text: str
    at: datetime
    id: str | None = None


class TurnCompletedFrame(ServerFrame):
    """The turn is over; `completed` tells that the session is too."""

    type: Literal["turn_completed"] = "turn_completed"
    turn: int
    completed: bool


class TurnFailedFrame(ServerFrame):
    """The turn failed. `message` is made for the customer."""

    type: Literal["turn_failed"] = "turn_failed"
    turn: int
    code: Code
    message: str
    retryable: bool


class NoticeFrame(ServerFrame):
    """Something that the customer should know."""

    type: Literal["notice"] = "notice"
    code: str
    message: str


class ErrorFrame(ServerFrame):
    """The frame was not taken; the connection stays open. `id` is that of a refused message."""

    type: Literal["error"] = "error"
    code: Code
    message: str
    id: str | None = None
    turn: int | None = None


class Pong(ServerFrame):
    """Answers a ping."""

    type: Literal["pong"] = "pong"
