"""The guarded writes that opening, stepping and closing share. They are sent together, in one transaction."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DataError, IntegrityError

from conversations import clock
from conversations.engine.errors import SessionConflict
from conversations.engine.records import (
    CallRecord,
    DecisionRecord,
    NewMessage,
    SessionRecord,
    StoredMessage,
    TurnRecord,
)
from conversations.engine.store import outbox
from conversations.engine.store.answers import Answer, at_once
from conversations.engine.store.conflicts import is_race
from conversations.engine.store.lease import FREE, fenced, is_held
from conversations.engine.store.table import NOTHING, NULL, Computed
from conversations.engine.store.tables import (
    CHANNELS,
    DECISION_ANSWERS,
    DECISION_CAPTURES,
    DECISIONS,
    MESSAGES,
    MODEL_CALLS,
    SESSIONS,
    STEPS,
    TURNS,
)
from conversations.models import DecisionOutcome, MessageRole
from providers.ports import ChatRole


def session_values(session: SessionRecord) -> dict[str, Any]:
    """The columns of a session's row that a turn changes, its lease apart.

    Turns that come to wait meanwhile count `last_turn` up: only whoever adds one writes it.
    """
    return {
        "cursor": session.cursor,
        "status": session.status,
        "schema_version": session.schema_version,
        "last_seq": session.last_seq,
        "last_number": session.last_number,
        "history_from": session.history_from,
        "config": session.config,
        "usage": session.usage,
        "last_visible_at": session.last_visible_at,
    }


def changed_now() -> dict[str, Any]:
    """The column that lists of sessions are ordered by: set where a turn begins or ends, not by each step.

    A row whose indexed columns stay as they are costs PostgreSQL no new entry in any index.
    """
    return {"updated_at": clock.now()}


def write_session(before: SessionRecord, after: SessionRecord) -> Answer[int]:
    """Move a session's row from one record to the next, fenced by lease owner and revision.

    An empty lease in `after` frees it: the turn is over. The answer is the highest turn number of now.
    """
    values = session_values(after)
    if not after.lease:
        values |= {**FREE, **changed_now()}
    return SESSIONS.update_one(
        values,
        where={"id": before.id},
        computed={"revision": fenced(before)},
        returning="last_turn",
    )


def written(after: SessionRecord, asked: Answer[int]) -> SessionRecord:
    """The record that was written, with the highest turn number of now.

    Raises SessionConflict where the session was deleted meanwhile.
    """
    last_turn = asked.first()
    if last_turn is None:
        raise SessionConflict
    return replace(after, last_turn=last_turn)


@contextmanager
def fenced_write(session: SessionRecord) -> Iterator[None]:
    """Write the statements of the block as one transaction, the fenced one of the session among them.

    Raises SessionConflict where somebody else holds the session or has changed it, and then nothing
    is written.
    """
    try:
        with at_once():
            yield
    except (IntegrityError, DataError) as error:
        if is_race(error) and not is_held(session):
            raise SessionConflict from error
        raise


def write_channels(session: UUID, channels: Mapping[str, Mapping[str, Any]]) -> None:
    """Replace the given channels whole."""
    now = clock.now()
    CHANNELS.put_all(
        [
            {"session_id": session, "node": node, "state": state, "updated_at": now}
            for node, state in channels.items()
        ],
        unique=("session_id", "node"),
    )


def turn_key(session: UUID, turn: TurnRecord) -> Computed:
    """The key of a turn, which may be added only now."""
    return (
        Computed("%s", (turn.key,))
        if turn.key
        else TURNS.key_where({"session_id": session, "number": turn.number})
    )


def write_calls(turn: TurnRecord, calls: Sequence[CallRecord], *, step: int | None) -> None:
    """Add one row a provider call; `step` is the number of its step, None where that was dropped."""
    rows = [{"turn_id": turn.key, **vars(call)} for call in calls]
    MODEL_CALLS.insert_all(rows, computed={"step_id": _step_key(turn, step)})


def write_decisions(
    session: SessionRecord, turn: TurnRecord, decisions: Sequence[DecisionRecord], *, step: int | None
) -> None:
    """Add a decision's row, one for each of its answers and the capture; `step` as for calls."""
    rows, answers, captures = [], [], []
    for decision in decisions:
        row = dict(vars(decision))
        answers += [{"decision_id": decision.id, **vars(answer)} for answer in row.pop("answers")]
        if (capture := row.pop("capture")) is not None:
            captures.append({"decision_id": decision.id, **capture, "at": decision.at})
        rows.append({"turn_id": turn.key, "graph": session.graph, **row, "failures": list(decision.failures)})
    DECISIONS.insert_all(rows, computed={"step_id": _step_key(turn, step)})
    DECISION_ANSWERS.insert_all(answers)
    DECISION_CAPTURES.insert_all(captures)
    for decision in decisions:
        if decision.outcome is DecisionOutcome.FALLBACK:
            outbox.fell_back(session.id, turn, decision)


def write_messages(
    session: SessionRecord,
    turn: TurnRecord,
    messages: Sequence[NewMessage],
    *,
    step: int | None = None,
    said: Mapping[str, str | None] = NOTHING,
) -> tuple[StoredMessage, ...]:
    """Append messages after those that `session` counts; return the visible ones.

    `step` is the number of the step that adds them, `said` is what `last_said` tells. A forwarded
    message that says again what its new space heard last from the customer is internal.
    """
    now = clock.now()
    rows: list[dict[str, Any]] = []
    visible: list[StoredMessage] = []
    heard = dict(said)
    for seq, message in enumerate(messages, start=session.last_seq + 1):
        number = session.last_number + len(visible) + 1 if message.visible else None
        if number is not None:
            visible.append(_as_stored(message, number, now, turn))
        rows.append(
            {
                "session_id": session.id,
                "seq": seq,
                "number": number,
                "space": message.space,
                "role": message.role,
                "author": "",
                "node": message.node,
                "text": message.text,
                "tool_calls": [call.model_dump() for call in message.tool_calls],
                "tool_call_id": message.tool_call_id,
                "suggestions": list(message.suggestions),
                "internal": message.internal or _repeats(message, heard),
                "created_at": now,
            }
        )
    MESSAGES.insert_all(
        rows, computed={"turn_id": turn_key(session.id, turn), "step_id": _step_key(turn, step)}
    )
    return tuple(visible)


def _step_key(turn: TurnRecord, step: int | None) -> Computed:
    return NULL if step is None else STEPS.key_where({"turn_id": turn.key, "number": step})


def _as_stored(message: NewMessage, number: int, at: datetime, turn: TurnRecord) -> StoredMessage:
    return StoredMessage(
        number=number,
        role=message.role,
        author="",
        text=message.text,
        at=at,
        turn=turn.number,
        client_id=turn.client_id if message.role is ChatRole.HUMAN else None,
        suggestions=message.suggestions,
    )


def last_said(session: SessionRecord, messages: Sequence[NewMessage]) -> dict[str, str | None]:
    """The customer's newest message in each space that messages are forwarded to, None without one."""
    spaces = {message.space for message in messages if _is_forwarded(message)}
    return {space: _last_said(session, space) for space in spaces}


def _is_forwarded(message: NewMessage) -> bool:
    return message.role is ChatRole.HUMAN and not message.internal and not message.visible


def _repeats(message: NewMessage, heard: dict[str, str | None]) -> bool:
    """Whether a forwarded message repeats what its space `heard` last; keeps that up to date."""
    if not _is_forwarded(message):
        return False
    repeats = heard.get(message.space) == message.text
    heard[message.space] = message.text
    return repeats


def _last_said(session: SessionRecord, space: str) -> str | None:
    row = MESSAGES.select(
        ("text",),
        where={"session_id": session.id, "space": space, "role": MessageRole.HUMAN, "internal": False},
        also='AND "seq" >= %s ORDER BY "seq" DESC LIMIT 1',
        parameters=[session.history_from],
    ).first()
    return row[0] if row else None
