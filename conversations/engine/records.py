"""What the engine and its store hand each other: rows as they were read, and as they will be written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from conversations.engine.staff import Holder
from conversations.engine.usage import UsageList, add_up
from conversations.models.states import DecisionOutcome, Entry
from providers.ports import ChatMessage, ChatRole, ToolCall


@dataclass(frozen=True)
class SessionRecord:
    """A session's row and channels as loaded; a write gives a new record."""

    id: UUID
    graph: str
    cursor: str
    status: str
    revision: int
    schema_version: int
    lease: str
    last_seq: int
    last_number: int
    last_turn: int
    history_from: int
    config: dict[str, Any]
    usage: UsageList
    external_user: str
    external_user_verified: bool
    external_name: str
    external_email: str
    created_at: datetime
    last_visible_at: datetime | None
    channels: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class TurnRecord:
    """A turn's row. `steps` counts the steps that are written.

    `text` and `config` are what was asked, kept while the turn waits. `handed_over` says that staff
    answer it: nothing ran.
    """

    key: int
    number: int
    client_id: str | None
    fingerprint: str
    status: str
    input_consumed: bool
    cause: str
    completes_session: bool
    usage: UsageList
    text: str = ""
    config: dict[str, Any] | None = None
    handed_over: bool = False
    steps: int = 0


@dataclass(frozen=True)
class StaffSettings:
    """What staff set for a graph; "" where they set nothing.

    `thresholds` are numbers by node and name, as they stand in the row.
    """

    chat_provider: str = ""
    chat_model: str = ""
    decision_provider: str = ""
    decision_model: str = ""
    thresholds: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class FoundSession:
    """A session as it was found before a turn is accepted; nothing is held yet.

    `seen` is the turn of the same client id. `busy` tells that another turn runs, `running` which.
    `lost` tells that the holder of the lease did not renew it in time. `due` is the oldest turn that
    waits or was interrupted: it runs before anything newer.
    """

    session: SessionRecord
    settings: StaffSettings
    seen: TurnRecord | None
    busy: bool
    running: int | None
    lost: bool
    due: TurnRecord | None


@dataclass(frozen=True)
class Entrance:
    """How a session is after migrations, `on_restore` and the caller's config, not yet written.

    `entry` says why cursor and channels changed, None where they did not.
    """

    cursor: str
    schema_version: int
    channels: dict[str, dict[str, Any]]
    config: dict[str, Any]
    entry: Entry | None = None


@dataclass(frozen=True)
class Opening:
    """Who opens a turn, and which messages its first node sees: `window` many of a space."""

    owner: str
    space: str
    window: int | None


@dataclass(frozen=True)
class OpenTurn:
    """A turn under its lease, ready to run: `history` are the messages of the cursor's space.

    `question` is the customer's message where this run stored it.
    """

    session: SessionRecord
    turn: TurnRecord
    history: tuple[ChatMessage, ...]
    question: "StoredMessage | None" = None
    started_afresh: bool = False


@dataclass(frozen=True)
class NewMessage:
    """A message that a step adds."""

    space: str
    role: ChatRole
    text: str = ""
    node: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    internal: bool = False
    visible: bool = False
    suggestions: tuple[str, ...] = ()

    def as_chat(self) -> ChatMessage:
        """The message as models see it."""
        return ChatMessage(
            role=self.role,
            text=self.text,
            tool_calls=self.tool_calls,
            tool_call_id=self.tool_call_id or None,
            internal=self.internal,
        )


@dataclass(frozen=True)
class CallRecord:
    """One provider call for the record. `code` is "" for a reply; `cost` is in US dollars, where known."""

    node: str
    provider: str
    model: str
    code: str
    message: str
    request_id: str
    duration_ms: int
    input_tokens: int
    output_tokens: int
    cached_input_tokens: int
    cost: Decimal | None
    at: datetime


@dataclass(frozen=True)
class AnswerRecord:
    """One answer for the record: a label of a choice, a number of a score or noul."""

    question: str
    kind: str
    label: str
    number: float | None
    probability: float | None
    confidence: float | None
    probabilities: Any
    thresholds: dict[str, float]


@dataclass(frozen=True)
class DecisionRecord:
    """One run of a decision node for the record; the fields are those of its row."""

    id: UUID
    node: str
    provider: str
    answered_by: str
    asked_model: str
    model: str
    outcome: DecisionOutcome
    failure: str
    failures: tuple[dict[str, Any], ...]
    attempts: int
    duration_ms: int
    request_id: str
    request_bytes: int
    input_tokens: int
    output_tokens: int
    source: str
    certainty: float
    answers: tuple[AnswerRecord, ...]
    capture: dict[str, Any] | None
    at: datetime


@dataclass(frozen=True)
class Spent:
    """What a step that is not written cost and decided all the same."""

    calls: tuple[CallRecord, ...] = ()
    decisions: tuple[DecisionRecord, ...] = ()
    usage: UsageList = field(default_factory=list)


@dataclass(frozen=True)
class NodeRecord:
    """One run of a node: its step's row, with the channels that it wants written."""

    node: str
    outcome: str
    channels: dict[str, dict[str, Any]]
    calls: tuple[CallRecord, ...]
    decisions: tuple[DecisionRecord, ...]
    usage: UsageList
    started_at: datetime
    duration_ms: int


@dataclass(frozen=True)
class StepWrite:
    """All that is written at a checkpoint, in one transaction.

    `nodes` ran: one, or one that fanned out and those that it sent for, each a step. `messages` are
    those of the first. `next_space` is set where the turn goes on in another node: its history is read
    back in the same transaction. Without it the turn is closed and the lease freed.
    """

    nodes: tuple[NodeRecord, ...]
    cursor: str
    messages: tuple[NewMessage, ...]
    completes_session: bool
    next_space: str | None
    window: int | None

    @property
    def channels(self) -> dict[str, dict[str, Any]]:
        """The channels that are written; of one that several nodes saved the last."""
        return {name: state for node in self.nodes for name, state in node.channels.items()}

    @property
    def usage(self) -> UsageList:
        """What all nodes spent."""
        return add_up(*(node.usage for node in self.nodes))


@dataclass(frozen=True)
class SessionView:
    """A session as its customer finds it: what is visible, how the newest turn stands, who answers.

    `to_be_retried` tells that the newest turn failed and may run again. `holder` is whoever of staff has
    taken the session over.
    """

    session: SessionRecord
    messages: "tuple[StoredMessage, ...]"
    newest_turn: TurnRecord | None
    to_be_retried: bool
    holder: Holder | None


@dataclass(frozen=True)
class StoredMessage:
    """A visible message as it was written."""

    number: int
    role: str
    author: str
    text: str
    at: datetime
    turn: int
    client_id: str | None
    suggestions: tuple[str, ...] = ()
