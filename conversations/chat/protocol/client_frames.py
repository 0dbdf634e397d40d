"""What clients send: JSON objects with a `type`."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from conversations.engine.turns.taking import LONGEST_COMMENT


class ClientFrame(BaseModel):
    """Base of what clients send. Types are not converted; keys that nobody knows are ignored."""

    model_config = ConfigDict(frozen=True, strict=True)


class Hello(ClientFrame):
    """Opens or resumes a session; the first frame, within 10 seconds.

    `token` is the last welcome's; without one a new session begins. `user` is a JWT by which the host site
    says who its user is. `after` is the last message number seen.
    """

    type: Literal["hello"]
    protocol: int
    graph: str = Field(max_length=64)
    token: str | None = Field(default=None, max_length=1000)
    user: str | None = Field(default=None, max_length=4096)
    after: int = Field(default=0, ge=0, le=2**53)


class SendMessage(ClientFrame):
    """The customer says something.

    `id` is made by the client. The same id again never runs twice: it is answered with `accepted` again, then
    with what it led to.
    """

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


class More(ClientFrame):
    """Ask for the visible messages before number `before`, at most 100: answered with `older`."""

    type: Literal["more"]
    before: int = Field(ge=1, le=2**53)


class Rate(ClientFrame):
    """Rate the session, or change the rating; also after the end. Every tab is told with `rated`."""

    type: Literal["rate"]
    value: Literal[1, -1]
    comment: str = Field(default="", max_length=LONGEST_COMMENT)

    @field_validator("value", mode="before")
    @classmethod
    def _is_a_number(cls, value: Any) -> Any:
        if isinstance(value, bool):  # Python takes true for 1
            raise ValueError("This is no number.")
        return value


class Restart(ClientFrame):
    """End the session and begin a new one, which a welcome with a new token opens."""

    type: Literal["restart"]


class End(ClientFrame):
    """End the session."""

    type: Literal["end"]


class Ping(ClientFrame):
    """Answered with pong, then with whatever the client was not told that it should have heard.

    Events between the server's processes may be lost: a client that pings now and then misses nothing.
    """

    type: Literal["ping"]


AnyClientFrame: TypeAlias = Annotated[
    Hello | SendMessage | Retry | Cancel | More | Rate | Restart | End | Ping, Field(discriminator="type")
]

CLIENT_FRAMES: Final = (Hello, SendMessage, Retry, Cancel, More, Rate, Restart, End, Ping)
"""Every kind of frame that clients send."""

CLIENT_FRAME: Final[TypeAdapter[AnyClientFrame]] = TypeAdapter(AnyClientFrame)
"""Reads a client's frame. Raises pydantic.ValidationError."""
