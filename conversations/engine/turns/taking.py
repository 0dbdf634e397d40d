"""What becomes of a message, by how its session is found: rules without I/O."""

from enum import Enum, auto
from typing import Final

from django.conf import settings

from conversations.authoring.graph import Graph
from conversations.engine.errors import (
    IdempotencyMismatch,
    MessageInvalid,
    RequestInvalid,
    SessionBusy,
    SessionCompleted,
    SessionTooNew,
)
from conversations.engine.records import FoundSession
from conversations.engine.turns.entering import merged_config
from conversations.engine.values import TurnRequest
from conversations.models.states import SessionStatus, TurnStatus
from conversations.text import fault_in_message, holds_forbidden

LONGEST_ID: Final = 200
"""Characters of a caller's own id of a message, a session or a user."""


LONGEST_COMMENT: Final = 1000
"""Characters of what a customer says beside a rating."""


class Way(Enum):
    """What is to be done with a message next."""

    CANCEL_RUNNING = auto()
    """Stop the turn that runs, then look at the session anew."""
    TELL_AGAIN = auto()
    """It came before: tell what became of it."""
    RUN_AGAIN = auto()
    """It came before, and its turn was interrupted."""
    LEAVE_TO_STAFF = auto()
    """Staff answer: store it, and run nothing."""
    QUEUE = auto()
    OPEN = auto()


def way_of(graph: Graph, found: FoundSession, request: TurnRequest) -> Way:
    """What is to be done with a message. Raises EngineError where it is not taken."""
    _check_message(graph, request)
    seen = found.seen
    if seen is not None and seen.fingerprint != request.fingerprint:
        raise IdempotencyMismatch
    if seen is not None:
        return _way_of_known(found, seen.status)
    if found.session.status == SessionStatus.HANDED_OVER:
        _check_may_wait(graph, found, request)
        return Way.LEAVE_TO_STAFF
    if found.busy:
        return _way_while_busy(graph, found, request)
    if found.due is not None:
        _check_may_wait(graph, found, request)
        return Way.QUEUE
    return Way.OPEN


def _way_of_known(found: FoundSession, status: str) -> Way:
    if status != TurnStatus.INTERRUPTED:
        return Way.TELL_AGAIN
    if found.busy:
        raise SessionBusy(turn=found.running)
    return Way.RUN_AGAIN


def _way_while_busy(graph: Graph, found: FoundSession, request: TurnRequest) -> Way:
    match request.busy or graph.busy:
        case "interrupt" if found.running is not None:
            return Way.CANCEL_RUNNING
        case "wait":
            _check_may_wait(graph, found, request)
            return Way.QUEUE
    raise SessionBusy(turn=found.running)


def _check_may_wait(graph: Graph, found: FoundSession, request: TurnRequest) -> None:
    """Refuse at once what could not be taken later."""
    if found.session.status == SessionStatus.ENDED:
        raise SessionCompleted
    if found.session.schema_version > graph.schema_version:
        raise SessionTooNew
    merged_config(graph, found.session.config, request.config)


def _check_message(graph: Graph, request: TurnRequest) -> None:
    fault = fault_in_message(
        request.message, required=graph.requires_message, longest=settings.EZGRAPH_MAX_MESSAGE_LENGTH
    )
    if fault is not None:
        raise MessageInvalid(fault)


def check_id(field: str, value: str | None) -> None:
    """Check a caller's own id. Raises RequestInvalid."""
    if holds_forbidden(value):
        raise RequestInvalid(errors={field: ["It holds characters that are not allowed."]})
    if len(value or "") > LONGEST_ID:
        raise RequestInvalid(errors={field: [f"It is longer than {LONGEST_ID} characters."]})


def check_comment(comment: str) -> None:
    """Check what a customer says beside a rating. Raises RequestInvalid."""
    if holds_forbidden(comment):
        raise RequestInvalid("The comment holds characters that are not allowed.")
    if len(comment) > LONGEST_COMMENT:
        raise RequestInvalid(f"The comment is longer than {LONGEST_COMMENT} characters.")
