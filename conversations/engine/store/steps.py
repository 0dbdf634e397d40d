"""The checkpoint: one transaction writes all that a step adds."""

from dataclasses import dataclass, replace

from conversations import clock
from conversations.engine.records import NodeRecord, SessionRecord, StepWrite, StoredMessage, TurnRecord
from conversations.engine.store import outbox
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
    said, first = last_said(session, write.messages), turn.steps + 1
    with fenced_write(session):
        last_turn = write_session(session, stepped)
        for step, node in enumerate(write.nodes, start=first):
            _insert_step(turn, step, stepped, node)
        visible = write_messages(session, turn, write.messages, step=first, said=said)
        write_channels(session.id, write.channels)
        for step, node in enumerate(write.nodes, start=first):
            write_calls(turn, node.calls, step=step)
            write_decisions(session, turn, node.decisions, step=step)
        turn = _write_turn(turn, write)
        if closing:
            outbox.turn_completed(session.id, turn.number, completes=write.completes_session)
        heard = None if history is None else history.ask()
    return Checkpoint(
        session=written(stepped, last_turn),
        turn=turn,
        visible=visible,
        history=() if history is None or heard is None else history.messages(heard),
    )


def _insert_step(turn: TurnRecord, number: int, stepped: SessionRecord, node: NodeRecord) -> None:
    STEPS.insert(
        {
            "turn_id": turn.key,
            "number": number,
            "node": node.node,
            "outcome": node.outcome,
            "cursor": stepped.cursor,
            "channels": node.channels,
            "last_seq": stepped.last_seq,
            "usage": node.usage,
            "started_at": node.started_at,
            "duration_ms": node.duration_ms,
        }
    )


def _write_turn(turn: TurnRecord, write: StepWrite) -> TurnRecord:
    closing = write.next_space is None
    after = replace(
        turn,
        steps=turn.steps + len(write.nodes),
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
