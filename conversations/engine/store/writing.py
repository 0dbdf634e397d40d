"""The guarded writes that opening, stepping and closing share. Callers hold the transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from conversations import clock
from conversations.engine.errors import SessionConflict
from conversations.engine.store.answers import Answer
from conversations.engine.store.lease import FREE
from conversations.engine.store.table import NULL, Computed
from conversations.engine.store.tables import CHANNELS, MESSAGES, MODEL_CALLS, SESSIONS, STEPS, TURNS
from conversations.engine.values import CallRecord, NewMessage, SessionRecord, StoredMessage, TurnRecord
from conversations.models import MessageRole
from providers.ports import ChatRole


def session_values(session: SessionRecord) -> dict[str, Any]:
    """The columns of a session's row that a turn changes, its lease apart.

    Turns that come to wait meanwhile count `last_turn` up: only whoever adds one writes it.
    """
    return {
        "cursor": session.cursor,
        "status": session.status,
        "revision": session.revision,
        "schema_version": session.schema_version,
        "last_seq": session.last_seq,
        "last_number": session.last_number,
        "history_from": session.history_from,
        "config": session.config,
        "usage": session.usage,
        "last_visible_at": session.last_visible_at,
        "updated_at": clock.now(),
    }


def write_session(before: SessionRecord, after: SessionRecord) -> Answer[int]:
    """Move a session's row from one record to the next, guarded by lease owner and revision.

    An empty lease in `after` frees it. The answer is for `written`.
    """
    values = session_values(after)
    if not after.lease:
        values |= FREE
    return SESSIONS.update_one(
        values,
        where={"id": before.id, "lease_owner": before.lease, "revision": before.revision},
        returning="last_turn",
    )


def written(after: SessionRecord, asked: Answer[int]) -> SessionRecord:
    """The record that was written, with the highest turn number of now.

    Raises SessionConflict where nothing was, because somebody else holds the session.
    """
    last_turn = asked.first()
    if last_turn is None:
        raise SessionConflict
    return replace(after, last_turn=last_turn)


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


def write_messages(
    session: SessionRecord,
    turn: TurnRecord,
    messages: Sequence[NewMessage],
    *,
    step: int | None = None,
) -> tuple[StoredMessage, ...]:
    """Append messages after those that `session` counts; return the visible ones.

    `step` is the number of the step that adds them. A forwarded message that says again what its new
    space heard last from the customer is internal.
    """
    now = clock.now()
    rows: list[dict[str, Any]] = []
    visible: list[StoredMessage] = []
    said: dict[str, str | None] = {}
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
                "internal": message.internal or _repeats(session, message, said),
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
    )


def _repeats(session: SessionRecord, message: NewMessage, said: dict[str, str | None]) -> bool:
    """Whether a human message that nobody sees repeats the space's newest customer message.

    `said` keeps the newest one of each space while the messages of one step are gone through.
    """
    if message.role is not ChatRole.HUMAN or message.internal or message.visible:
        return False
    if message.space not in said:
        said[message.space] = _last_said(session, message.space)
    repeats = said[message.space] == message.text
    said[message.space] = message.text
    return repeats


def _last_said(session: SessionRecord, space: str) -> str | None:
    row = MESSAGES.select(
        ("text",),
        where={"session_id": session.id, "space": space, "role": MessageRole.HUMAN, "internal": False},
        also='AND "seq" >= %s ORDER BY "seq" DESC LIMIT 1',
        parameters=[session.history_from],
    ).first()
    return row[0] if row else None
