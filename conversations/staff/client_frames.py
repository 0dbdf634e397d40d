"""What staff's pages send: JSON objects with a `type`."""

from typing import Annotated, Final, Literal, TypeAlias
from uuid import UUID

from pydantic import Field, TypeAdapter

from conversations.chat.protocol.client_frames import ClientFrame, Ping


class Follow(ClientFrame):
    """Tell me of a session from now on: first its `state`, then the visible messages after number `after`."""

    type: Literal["follow"]
    session: UUID = Field(strict=False)
    after: int = Field(default=0, ge=0, le=2**53)


class TakeOver(ClientFrame):
    """I answer from now on, also where a colleague does."""

    type: Literal["take_over"]


class Say(ClientFrame):
    """Write to the customer. `id` is made by the page; the same id again is said once."""

    type: Literal["say"]
    id: str = Field(min_length=1, max_length=100)
    text: str


class Typing(ClientFrame):
    """Tell the customer that I am writing."""

    type: Literal["typing"]


class HandBack(ClientFrame):
    """The machine answers from now on."""

    type: Literal["hand_back"]


AnyStaffFrame: TypeAlias = Annotated[
    Follow | TakeOver | Say | Typing | HandBack | Ping, Field(discriminator="type")
]

STAFF_FRAMES: Final = (Follow, TakeOver, Say, Typing, HandBack, Ping)
"""Every kind of frame that staff's pages send."""

STAFF_FRAME: Final[TypeAdapter[AnyStaffFrame]] = TypeAdapter(AnyStaffFrame)
"""Reads a frame of staff's page. Raises pydantic.ValidationError."""
