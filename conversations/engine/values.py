"""The values that go in and out of the engine."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from conversations.authoring.graph import Busy
from conversations.codes import Code
from conversations.engine.usage import UsageList
from conversations.models.states import Origin


@dataclass(frozen=True)
class TurnRequest:
    """One message for one session.

    `client_id` makes it idempotent: the same id with the same content never runs twice. `config`
    is merged into the session's. `stream` asks the model for text as it is written. `busy` says what
    happens while another turn runs, instead of what the graph says.
    """

    session: UUID
    message: str = ""
    client_id: str | None = None
    config: dict[str, Any] | None = None
    stream: bool = False
    busy: Busy | None = None

    @property
    def fingerprint(self) -> str:
        """Tells whether two requests ask for the same thing: SHA-256 of message and config."""
        asked = json.dumps([self.message, self.config], sort_keys=True)
        return hashlib.sha256(asked.encode()).hexdigest()


@dataclass(frozen=True)
class TurnResult:
    """How a turn ended. `message` is the reply, or on failure the safe sentence.

    `completed` tells that the session is over. `code`, `retryable` and `cause` are set on failure.
    `data` is the JSON object that completes the session of a json graph.
    """

    session: UUID
    turn: int
    success: bool
    completed: bool
    message: str
    usage: UsageList
    data: dict[str, Any] | None = None
    handed_over: bool = False
    code: Code | None = None
    retryable: bool = False
    cause: str = ""


@dataclass(frozen=True)
class NewSession:
    """What a new session starts with. A visitor may set only config fields that the graph makes public.

    `origin` says how it came in; a test session is in no figures of customers.
    """

    graph: str
    config: dict[str, Any] = field(default_factory=dict)
    client: int | None = None
    external_id: str | None = None
    external_user: str = ""
    external_user_verified: bool = False
    external_name: str = ""
    external_email: str = ""
    by_visitor: bool = False
    origin: Origin = Origin.CODE
    is_test: bool = False
