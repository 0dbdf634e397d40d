"""The checkpoint: one transaction writes all that a step adds."""

from dataclasses import dataclass, replace

from django.db import transaction

from conversations import clock
from conversations.engine.store.rows import history
from conversations.engine.store.sessions import stored_message
from conversations.engine.store.writing import write_calls, write_channels, write_session
from conversations.engine.usage import add_up
from conversations.engine.values import (
    NewMessage,
    SessionRecord,
    StepWrite,
    StoredMessage,
    TurnRecord,
)
from conversations.models import Message, SessionStatus, Step, Turn, TurnStatus
from providers.ports import ChatMessage, ChatRole


@dataclass(frozen=True)
class Checkpoint:
    """The session and turn after a step, what became visible, and the next node's history."""

    session: SessionRecord
    turn: TurnRecord
    visible: tuple[StoredMessage, ...]
    history: tuple[ChatMessage, ...]


@transaction.atomic
def commit_step(session: SessionRecord, turn: TurnRecord, write: StepWrite) -> Checkpoint:
    """Write a step. Without a next space it also closes the turn and frees the lease.

    Raises SessionConflict, and then nothing of the step is written.
    """
    now = clock.now()
    closing = write.next_space is None
    shown = sum(message.visible for message in write.messages)
    stepped = replace(
        session,
        cursor=write.cursor,
        status=SessionStatus.COMPLETED if write.completes_session else session.status,
        revision=session.revision + 1,
        lease="" if closing else session.lease,
        last_seq=session.last_seq + len(write.messages),
        last_number=session.last_number + shown,
        last_visible_at=now if shown else session.last_visible_at,
        usage=add_up(session.usage, write.usage),
        channels={**session.channels, **write.channels},
    )
    write_session(session, stepped)
    step = Step.objects.create(
        turn_id=turn.key,
        number=turn.steps + 1,
        node=write.node,
        outcome=write.outcome,
        cursor=write.cursor,
        channels=write.channels,
        last_seq=stepped.last_seq,
        usage=write.usage,
        started_at=write.started_at,
        duration_ms=write.duration_ms,
    )
    rows = _message_rows(session, turn, step, write.messages)
    Message.objects.bulk_create(rows)
    write_channels(session.id, write.channels)
    write_calls(turn, step.pk, write.calls)
    after = _write_turn(turn, write)
    return Checkpoint(
        session=stepped,
        turn=after,
        visible=tuple(stored_message(row) for row in rows if row.number is not None),
        history=() if write.next_space is None else history(stepped, write.next_space, write.window),
    )


def _write_turn(turn: TurnRecord, write: StepWrite) -> TurnRecord:
    closing = write.next_space is None
    after = replace(
        turn,
        steps=turn.steps + 1,
        status=TurnStatus.COMPLETED if closing else turn.status,
        input_consumed=turn.input_consumed or not closing,
        completes_session=write.completes_session,
        usage=add_up(turn.usage, write.usage),
    )
    Turn.objects.filter(pk=turn.key).update(
        status=after.status,
        input_consumed=after.input_consumed,
        completes_session=after.completes_session,
        usage=after.usage,
        ended_at=clock.now() if closing else None,
    )
    return after


def _message_rows(
    session: SessionRecord, turn: TurnRecord, step: Step, messages: tuple[NewMessage, ...]
) -> list[Message]:
    now = clock.now()
    turn_row = Turn(pk=turn.key, number=turn.number, client_id=turn.client_id)
    rows, number = [], session.last_number
    said: dict[str, str | None] = {}
    for seq, message in enumerate(messages, start=session.last_seq + 1):
        number += message.visible
        repeats = False
        if message.role is ChatRole.HUMAN and not message.internal:
            # A forwarded message that says again what its new space heard last from the customer.
            if message.space not in said:
                said[message.space] = _last_said(session, message.space)
            repeats = said[message.space] == message.text
            said[message.space] = message.text
        rows.append(
            Message(
                session_id=session.id,
                seq=seq,
                number=number if message.visible else None,
                turn=turn_row,
                step=step,
                space=message.space,
                role=message.role,
                node=message.node,
                text=message.text,
                tool_calls=[call.model_dump() for call in message.tool_calls],
                tool_call_id=message.tool_call_id,
                internal=message.internal or repeats,
                created_at=now,
            )
        )
    return rows


def _last_said(session: SessionRecord, space: str) -> str | None:
    said = Message.objects.filter(
        session=session.id, space=space, role="human", internal=False, seq__gte=session.history_from
    )
    return said.order_by("-seq").values_list("text", flat=True).first()
