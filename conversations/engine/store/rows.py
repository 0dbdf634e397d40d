"""Between rows and the engine's values."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from conversations.engine.errors import SessionUnknown
from conversations.engine.store import lease
from conversations.engine.store.tables import CHANNELS, MESSAGES, SESSIONS, STEPS, TURNS
from conversations.engine.values import SessionRecord, TurnRecord
from conversations.models import MessageRole, TurnStatus
from providers.ports import ChatMessage, ChatRole, ToolCall

SESSION_COLUMNS = (
    "id",
    "graph",
    "cursor",
    "status",
    "revision",
    "schema_version",
    "lease_owner",
    "last_seq",
    "last_number",
    "last_turn",
    "history_from",
    "config",
    "usage",
    "external_user",
    "external_user_verified",
    "created_at",
    "last_visible_at",
)
"""The columns of a SessionRecord, in the order of its fields."""

CHAT_COLUMNS = ("seq", "role", "text", "tool_calls", "tool_call_id", "internal")
"""The columns of a message that models see."""


TURN_COLUMNS = (
    "id",
    "number",
    "client_id",
    "request_hash",
    "status",
    "input_consumed",
    "cause",
    "completes_session",
    "usage",
    "text",
    "config",
)
"""The columns of a TurnRecord, in the order of its fields."""


def load_session(session: UUID) -> SessionRecord:
    """A session with its channels. Raises SessionUnknown."""
    record, _ = load_session_with(session)
    return record


def load_session_with(session: UUID, *computed: str) -> tuple[SessionRecord, Sequence[Any]]:
    """A session with its channels, and what SQL is to compute of its row. Raises SessionUnknown."""
    rows = SESSIONS.select(SESSION_COLUMNS, where={"id": session}, computed=computed)
    if not rows:
        raise SessionUnknown
    row, size = rows[0], len(SESSION_COLUMNS)
    channels = CHANNELS.select(("node", "state"), where={"session_id": session})
    return SessionRecord(*(*row[:size], dict(channels))), row[size:]


def find_turn(session: UUID, **which: Any) -> TurnRecord | None:
    """The newest turn whose columns equal `which`, as whoever comes to it now finds it; None without one.

    One that runs without a lease lost its process: it is interrupted.
    """
    held = (
        f"SELECT \"lease_owner\" <> '' AND NOT {lease.expired()}"
        f' FROM {SESSIONS.name} WHERE "id" = {TURNS.name}."session_id"'
    )
    steps = f'SELECT COUNT(*) FROM {STEPS.name} WHERE "turn_id" = {TURNS.name}."id" AND "number" > 0'
    rows = TURNS.select(
        TURN_COLUMNS,
        where={"session_id": session, **which},
        computed=(f"({steps})", f"({held})"),
        also='ORDER BY "number" DESC LIMIT 1',
    )
    if not rows:
        return None
    *columns, is_held = rows[0]
    turn = TurnRecord(*columns)
    if turn.status == TurnStatus.RUNNING and not is_held:
        return replace(turn, status=TurnStatus.INTERRUPTED)
    return turn


def history(session: SessionRecord, space: str, window: int | None) -> tuple[ChatMessage, ...]:
    """The newest `window` messages of a space that models may see, oldest first.

    Where the customer wrote none of them, the newest one of theirs stands before them, or else the
    newest internal one: a node always knows its request and its model has something to answer.
    """
    where = {"session_id": session.id, "space": space}
    newest = MESSAGES.select(
        CHAT_COLUMNS,
        where=where,
        also=f'AND "seq" >= %s ORDER BY "seq" DESC{" LIMIT %s" if window else ""}',
        parameters=[session.history_from, *([window] if window else [])],
    )
    if window and len(newest) == window and not any(map(_is_customers, newest)):
        newest += MESSAGES.select(
            CHAT_COLUMNS,
            where=where | {"role": MessageRole.HUMAN},
            also='AND "seq" >= %s AND "seq" < %s ORDER BY "internal", "seq" DESC LIMIT 1',
            parameters=[session.history_from, newest[-1][0]],
        )
    return tuple(map(_chat_message, reversed(newest)))


def _is_customers(row: tuple[Any, ...]) -> bool:
    _, role, _, _, _, internal = row
    return role == MessageRole.HUMAN and not internal


def _chat_message(row: tuple[Any, ...]) -> ChatMessage:
    _, role, text, tool_calls, tool_call_id, internal = row
    return ChatMessage(
        role=ChatRole(role),
        text=text,
        tool_calls=tuple(ToolCall(**call) for call in tool_calls),
        tool_call_id=tool_call_id or None,
        internal=internal,
    )
