"""What the server sends: JSON objects with a `type`."""

from datetime import datetime
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from conversations.chat.protocol.numbers import PROTOCOL
from conversations.codes import Code, NoticeCode
from conversations.engine.events import VisibleRole


class ServerFrame(BaseModel):
    """Base of what the server sends. Fields that are null are left out."""

    model_config = ConfigDict(frozen=True)

    def encoded(self) -> str:
        """The frame as it travels."""
        return self.model_dump_json(exclude_none=True)


class Limits(BaseModel):
    """What the client has to keep to. `message_length` counts characters."""

    message_length: int
    messages_per_minute: int


class RatingSoFar(BaseModel):
    """How the customer has rated the session: 1 for good, -1 for bad."""

    value: int
    comment: str | None = None


class Welcome(ServerFrame):
    """The session is open; its visible messages after `after` follow, in order, at most the newest 100.

    `first` is the lowest message number that follows; `turn` the one that runs or waits now. `title` and
    `greeting` are the graph's. `token` opens the session again, for 30 days. While `status` is `handed_over`
    staff answer; `staff` is the name of whoever does, where it is known.
    """

    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    session: str
    token: str
    graph: str
    title: str
    greeting: str
    status: str
    staff: str | None = None
    after: int
    first: int | None = None
    limits: Limits
    turn: int | None = None
    rating: RatingSoFar | None = None


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
    """Drop the pieces so far: they do not become the reply, or some did not arrive."""

    type: Literal["delta_reset"] = "delta_reset"
    turn: int


class MessageFrame(ServerFrame):
    """A final and committed message. `n` rises by one per visible message, without gaps.

    `id` is the client's own, on the customer's messages. `html` is `text` as it may be shown, on the others':
    made of Markdown, and safe. `author` is the name of whoever of staff wrote it, where it is known; what
    staff write is in no turn: `turn` is then the newest one so far, 0 without one. `suggestions` are replies
    that the customer may send with one click, until the next message.
    """

    type: Literal["message"] = "message"
    n: int
    turn: int
    role: VisibleRole
    author: str | None = None
    text: str
    html: str | None = None
    at: datetime
    id: str | None = None
    suggestions: tuple[str, ...] | None = None


class OlderFrame(ServerFrame):
    """The visible messages that `more` asked for, in order; `first` is the lowest number among them."""

    type: Literal["older"] = "older"
    messages: tuple[MessageFrame, ...]
    first: int | None = None


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


class RatedFrame(ServerFrame):
    """The customer has rated the session, in this tab or another one."""

    type: Literal["rated"] = "rated"
    value: int
    comment: str | None = None


class NoticeFrame(ServerFrame):
    """Something that the customer should know; `seconds` says for how long it holds, `name` who of staff."""

    type: Literal["notice"] = "notice"
    code: NoticeCode
    message: str
    seconds: int | None = None
    name: str | None = None


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


SERVER_FRAMES: Final = (
    Welcome,
    Accepted,
    StepFrame,
    DeltaFrame,
    DeltaResetFrame,
    MessageFrame,
    OlderFrame,
    TurnCompletedFrame,
    TurnFailedFrame,
    RatedFrame,
    NoticeFrame,
    ErrorFrame,
    Pong,
)
"""Every kind of frame that the server sends."""
