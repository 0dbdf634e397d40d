"""What a turn tells while it runs. Every way in renders the same events."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from conversations.codes import Code


class VisibleRole(StrEnum):
    """Who speaks, as the customer sees it."""

    CUSTOMER = "customer"
    """The customer."""
    ASSISTANT = "assistant"
    """The machine."""
    STAFF = "staff"
    """Somebody of staff."""


class Event(BaseModel):
    """Base of all events. `turn` is the turn's number in its session."""

    model_config = ConfigDict(frozen=True)

    turn: int


class TurnStarted(Event):
    """The message is stored; it will not be lost. `client_id` is the caller's own id of it."""

    kind: Literal["turn_started"] = "turn_started"
    client_id: str | None = None


class StepStarted(Event):
    """A node begins to work. `node` is its id, for staff."""

    kind: Literal["step_started"] = "step_started"
    node: str


class Delta(Event):
    """A piece of the reply as it is written."""

    kind: Literal["delta"] = "delta"
    text: str


class DeltaReset(Event):
    """Drop the pieces so far: they do not become the reply."""

    kind: Literal["delta_reset"] = "delta_reset"


class VisibleMessage(Event):
    """A final and committed message. `n` counts the session's visible messages without gaps.

    `author` is who of staff wrote it, else ""; staff's words are in no turn, `turn` is then the newest
    one, 0 without one. `suggestions` are replies that the customer may send with one click.
    """

    kind: Literal["message"] = "message"
    n: int
    role: VisibleRole
    text: str
    at: datetime
    client_id: str | None = None
    author: str = ""
    suggestions: tuple[str, ...] = ()


class Notice(Event):
    """Something the customer should know, such as that an old session started afresh."""

    kind: Literal["notice"] = "notice"
    code: str
    message: str


class TurnCompleted(Event):
    """The turn is over. `completed` tells that the session is too. `usage` is a list by model."""

    kind: Literal["turn_completed"] = "turn_completed"
    completed: bool
    usage: list[dict[str, Any]] = Field(default_factory=list)


class TurnFailed(Event):
    """The turn failed. `message` is the safe sentence; `cause` is for staff and API keys only."""

    kind: Literal["turn_failed"] = "turn_failed"
    code: Code
    message: str
    retryable: bool
    cause: str = ""
    usage: list[dict[str, Any]] = Field(default_factory=list)


TurnEvent: TypeAlias = Annotated[
    TurnStarted | StepStarted | Delta | DeltaReset | VisibleMessage | Notice | TurnCompleted | TurnFailed,
    Field(discriminator="kind"),
]


class SessionRated(BaseModel):
    """The customer rated the session: 1 for good, -1 for bad."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["session_rated"] = "session_rated"
    value: int
    comment: str = ""


class SessionEnded(BaseModel):
    """The session was ended by the customer, staff or an integration."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["session_ended"] = "session_ended"


class StaffEvent(BaseModel):
    """Base of what staff do in the machine's place.

    `takeover` counts up with each take-over; `name` is who it is among staff, `shown_name` what the
    customer reads, "" for no name.
    """

    model_config = ConfigDict(frozen=True)

    takeover: int
    name: str
    shown_name: str = ""


class HandedOver(StaffEvent):
    """Staff answer from now on. `staff` is the key of the account."""

    kind: Literal["handed_over"] = "handed_over"
    staff: int | None


class HandedBack(StaffEvent):
    """The machine answers again, from the next message on."""

    kind: Literal["handed_back"] = "handed_back"


class StaffTyping(StaffEvent):
    """Staff are writing."""

    kind: Literal["staff_typing"] = "staff_typing"


OfStaff: TypeAlias = HandedOver | HandedBack | StaffTyping


class Decided(BaseModel):
    """One answer of a decision: a label of a choice, a number of a score or noul."""

    model_config = ConfigDict(frozen=True)

    question: str
    kind: str
    label: str = ""
    number: float | None = None
    probability: float | None = None


class DecisionMade(Event):
    """A decision is on record. For staff only: customers' channels never hear it."""

    kind: Literal["decision_made"] = "decision_made"
    decision: UUID
    node: str
    outcome: str
    answered_by: str
    model: str
    answers: tuple[Decided, ...] = ()


SessionEvent: TypeAlias = Annotated[
    TurnEvent | SessionRated | SessionEnded | OfStaff | DecisionMade,
    Field(discriminator="kind"),
]

SESSION_EVENT: TypeAdapter[SessionEvent] = TypeAdapter(SessionEvent)
"""Reads what a tab hears back from its JSON form."""
