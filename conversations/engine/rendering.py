"""Stored things as events and results."""

from collections.abc import Sequence
from uuid import UUID

from conversations.codes import Code
from conversations.engine.errors import SAFE_SENTENCE, Cause, EngineError, TurnCancelled
from conversations.engine.events import (
    Decided,
    DecisionMade,
    HandedOver,
    TurnCompleted,
    TurnEvent,
    TurnFailed,
    TurnStarted,
    VisibleMessage,
    VisibleRole,
)
from conversations.engine.records import DecisionRecord, StoredMessage, TurnRecord
from conversations.engine.staff import Holder
from conversations.engine.values import TurnResult
from conversations.models.states import MessageRole, TurnStatus


def visible_message(message: StoredMessage) -> VisibleMessage:
    """A stored visible message as the customer sees it."""
    if message.role == MessageRole.HUMAN:
        role = VisibleRole.CUSTOMER
    else:
        role = VisibleRole.STAFF if message.author else VisibleRole.ASSISTANT
    return VisibleMessage(
        turn=message.turn,
        n=message.number,
        role=role,
        text=message.text,
        at=message.at,
        client_id=message.client_id,
        author=message.author,
        suggestions=message.suggestions,
    )


def handed_over(holder: Holder) -> HandedOver:
    """What tells that a session is in somebody's hands."""
    return HandedOver(
        takeover=holder.takeover, staff=holder.staff, name=holder.name, shown_name=holder.shown_name
    )


def decision_made(turn: int, decision: DecisionRecord) -> DecisionMade:
    """What tells staff of a decision."""
    answers = [
        Decided(
            question=answer.question,
            kind=answer.kind,
            label=answer.label,
            number=answer.number,
            probability=answer.probability,
        )
        for answer in decision.answers
    ]
    return DecisionMade(
        turn=turn,
        decision=decision.id,
        node=decision.node,
        outcome=decision.outcome,
        answered_by=decision.answered_by,
        model=decision.model,
        answers=tuple(answers),
    )


def past_result(
    session: UUID, turn: TurnRecord, messages: Sequence[StoredMessage], *, is_newest: bool = False
) -> TurnResult:
    """How a completed, failed or interrupted turn ended. `is_newest` matters of a failed one."""
    if turn.status == TurnStatus.COMPLETED:
        return TurnResult(
            session=session,
            turn=turn.number,
            success=True,
            completed=turn.completes_session,
            message=last_reply(messages),
            usage=turn.usage,
            handed_over=turn.handed_over,
        )
    return failed_result(session, turn, is_newest=is_newest)


def last_reply(messages: Sequence[StoredMessage]) -> str:
    """The newest of the messages that is not the customer's own; "" where there is none."""
    replies = [message.text for message in messages if message.role != MessageRole.HUMAN]
    return replies[-1] if replies else ""


def can_be_retried(cause: str, *, is_newest: bool) -> bool:
    """Whether it is worth trying a failed turn again: the newest of a session that goes on.

    One that took too many steps has no more of them left.
    """
    return is_newest and cause != Cause.STEP_LIMIT


def failed_result(session: UUID, turn: TurnRecord, *, is_newest: bool) -> TurnResult:
    """The result of a turn that failed with the record's cause.

    `is_newest` tells that it is the newest of a session that goes on.
    """
    return TurnResult(
        session=session,
        turn=turn.number,
        success=False,
        completed=False,
        message=SAFE_SENTENCE,
        usage=turn.usage,
        code=Code.TURN_FAILED,
        retryable=can_be_retried(turn.cause, is_newest=is_newest),
        cause=turn.cause,
    )


def closing_event(result: TurnResult) -> TurnCompleted | TurnFailed:
    """The last event of a turn."""
    if result.success:
        return TurnCompleted(
            turn=result.turn, completed=result.completed, usage=list(map(dict, result.usage))
        )
    return TurnFailed(
        turn=result.turn,
        code=result.code or Code.TURN_FAILED,
        message=result.message,
        retryable=result.retryable,
        cause=result.cause,
        usage=list(map(dict, result.usage)),
    )


def past_events(turn: TurnRecord, messages: Sequence[StoredMessage], result: TurnResult) -> list[TurnEvent]:
    """The events of an ended turn that rows can repeat."""
    return [
        TurnStarted(turn=turn.number, client_id=turn.client_id),
        *map(visible_message, messages),
        closing_event(result),
    ]


def told_to_sender(events: Sequence[TurnEvent], client_id: str | None) -> list[TurnEvent]:
    """Events of an earlier turn, begun for whoever is given them in answer to a message of another id."""
    return [
        TurnStarted(turn=event.turn, client_id=client_id) if isinstance(event, TurnStarted) else event
        for event in events
    ]


def interruption(turn: int, error: Exception) -> TurnFailed:
    """The last event of a turn that was stopped, or whose end could not be written here."""
    if isinstance(error, EngineError):
        may_retry = not isinstance(error, TurnCancelled)
        return TurnFailed(turn=turn, code=error.code, message=error.message, retryable=may_retry)
    return TurnFailed(turn=turn, code=Code.TURN_FAILED, message=SAFE_SENTENCE, retryable=True)
