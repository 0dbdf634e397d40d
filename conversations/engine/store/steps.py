"""The checkpoint: one transaction writes all that a step adds."""

from dataclasses import dataclass, replace

from conversations import clock
from conversations.engine.store.rows import History
from conversations.engine.store.tables import STEPS, TURNS
from conversations.engine.store.writing import (
    fenced_write,
    last_said,
    write_calls,
    write_channels,
    write_decisions,
    write_messages,
    write_session,
    written,
)
from conversations.engine.usage import add_up
from conversations.engine.values import (
    SessionRecord,
    StepWrite,
    StoredMessage,
    TurnRecord,
)
from conversations.models import SessionStatus, TurnStatus
from providers.ports import ChatMessage


@dataclass(frozen=True)
class Checkpoint:
    """The session and turn after a step, what became visible, and the next node's history."""

    session: SessionRecord
    turn: TurnRecord
    visible: tuple[StoredMessage, ...]
    history: tuple[ChatMessage, ...]


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
    history = None if write.next_space is None else History(stepped, write.next_space, write.window)
    step, said = turn.steps + 1, last_said(session, write.messages)
    with fenced_write(session):
        last_turn = write_session(session, stepped)
        _insert_step(turn, stepped, write)
        visible = write_messages(session, turn, write.messages, step=step, said=said)
        write_channels(session.id, write.channels)
        write_calls(turn, write.calls, step=step)
        write_decisions(session, turn, write.decisions, step=step)
        turn = _write_turn(turn, write)
        heard = None if history is None else history.ask()
    return Checkpoint(
        session=written(stepped, last_turn),
        turn=turn,
        visible=visible,
        history=() if history is None or heard is None else history.messages(heard),
    )


def _insert_step(turn: TurnRecord, stepped: SessionRecord, write: StepWrite) -> None:
    STEPS.insert(
        {
            "turn_id": turn.key,
            "number": turn.steps + 1,
            "node": write.node,
            "outcome": write.outcome,
            "cursor": write.cursor,
            "channels": write.channels,
            "last_seq": stepped.last_seq,
            "usage": write.usage,
            "started_at": write.started_at,
            "duration_ms": write.duration_ms,
        }
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
    TURNS.update(
        {
            "status": after.status,
            "input_consumed": after.input_consumed,
            "completes_session": after.completes_session,
            "usage": after.usage,
            "ended_at": clock.now() if closing else None,
        },
        where={"id": turn.key},
    )
    return after
