"""What staff's pages are sent beside the frames that customers get, too."""

from typing import Final, Literal
from uuid import UUID

from pydantic import BaseModel

from conversations.chat.protocol.server_frames import (
    DeltaFrame,
    DeltaResetFrame,
    ErrorFrame,
    MessageFrame,
    NoticeFrame,
    Pong,
    RatedFrame,
    ServerFrame,
    StepFrame,
    TurnCompletedFrame,
    TurnFailedFrame,
)
from conversations.engine.events import Decided


class HolderNow(BaseModel):
    """Who of staff answers; `you` tells that it is whoever reads this."""

    name: str
    you: bool


class StateFrame(ServerFrame):
    """How the session stands. Its visible messages after `after` follow, in order, at most the newest 100.

    `first` is the lowest number that follows, `turn` the one that runs or waits now, `holder` whoever of
    staff answers.
    """

    type: Literal["state"] = "state"
    session: UUID
    graph: str
    status: str
    holder: HolderNow | None = None
    may_take_over: bool
    after: int
    first: int | None = None
    turn: int | None = None


class StaffStepFrame(StepFrame):
    """A node begins to work."""

    node: str


class StaffTurnFailedFrame(TurnFailedFrame):
    """The turn failed. `message` is made for the customer, `cause` for staff."""

    cause: str | None = None


class DecisionFrame(ServerFrame):
    """A decision is on record; only for those who may read decisions."""

    type: Literal["decision"] = "decision"
    turn: int
    decision: UUID
    node: str
    outcome: str
    answered_by: str
    model: str
    answers: tuple[Decided, ...]


class SaidFrame(ServerFrame):
    """The text of this `id` is message number `n`; it will not be lost."""

    type: Literal["said"] = "said"
    id: str
    n: int


class HandedOverFrame(ServerFrame):
    """Somebody of staff answers from now on."""

    type: Literal["handed_over"] = "handed_over"
    name: str
    you: bool


class HandedBackFrame(ServerFrame):
    """The machine answers again; `name` is who handed it back, where that was heard."""

    type: Literal["handed_back"] = "handed_back"
    name: str | None = None


class EndedFrame(ServerFrame):
    """The session was ended: nothing follows."""

    type: Literal["ended"] = "ended"


STAFF_SERVER_FRAMES: Final = (
    StateFrame,
    MessageFrame,
    StaffStepFrame,
    DeltaFrame,
    DeltaResetFrame,
    DecisionFrame,
    TurnCompletedFrame,
    StaffTurnFailedFrame,
    SaidFrame,
    HandedOverFrame,
    HandedBackFrame,
    RatedFrame,
    EndedFrame,
    NoticeFrame,
    ErrorFrame,
    Pong,
)
"""Every kind of frame that staff's pages are sent."""
