"""Between rows and the engine's values."""

from typing import Any
from uuid import UUID

from conversations.engine.errors import SessionUnknown
from conversations.engine.store import lease
from conversations.engine.store.tables import CHANNELS, MESSAGES, SESSIONS
from conversations.engine.values import SessionRecord, TurnRecord
from conversations.models import MessageRole, Turn, TurnStatus
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


def load_session(session: UUID) -> SessionRecord:
    """A session with its channels. Raises SessionUnknown."""
    rows = SESSIONS.select(SESSION_COLUMNS, where={"id": session})
    if not rows:
        raise SessionUnknown
    channels = CHANNELS.select(("node", "state"), where={"session_id": session})
    return SessionRecord(*(*rows[0], dict(channels)))


def turn_record(row: Turn) -> TurnRecord:
    """A turn with the number of its written steps."""
    return TurnRecord(
        key=row.pk,
        number=row.number,
        client_id=row.client_id,
        fingerprint=row.request_hash,
        status=row.status,
        input_consumed=row.input_consumed,
        cause=row.cause,
        completes_session=row.completes_session,
        usage=row.usage,
        steps=row.steps.count(),
    )


def find_turn(session: UUID, **which: Any) -> TurnRecord | None:
    """The newest turn that fits `which`, as whoever comes to it now finds it; None where none does.

    One that runs without a lease lost its process: it is interrupted.
    """
    row = lease.turns(session).filter(**which).order_by("-number").first()
    if row is None:
        return None
    if row.status == TurnStatus.RUNNING and row.lease_is_free:
        row.status = TurnStatus.INTERRUPTED
    return turn_record(row)


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
