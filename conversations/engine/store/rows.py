"""Between rows and the engine's values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias
from uuid import UUID

from conversations.engine.errors import SessionUnknown
from conversations.engine.records import SessionRecord, TurnRecord
from conversations.engine.store import lease
from conversations.engine.store.answers import Answer, together
from conversations.engine.store.tables import CHANNELS, MESSAGES, SESSIONS, STEPS, TURNS
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
    "external_name",
    "external_email",
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
    "handed_over",
)
"""The columns of a TurnRecord, in the order of its fields."""

Row: TypeAlias = tuple[Any, ...]


def load_session(session: UUID) -> SessionRecord:
    """A session with its channels. Raises SessionUnknown."""
    with together():
        asked = ask_session(session)
    record, _ = session_record(*asked)
    return record


def ask_session(session: UUID, computed: tuple[str, ...] = ()) -> tuple[Answer[Row], Answer[Row]]:
    """Ask for a session's row, with what SQL is to compute of it, and for its channels."""
    return (
        SESSIONS.select(SESSION_COLUMNS, where={"id": session}, computed=computed),
        CHANNELS.select(("node", "state"), where={"session_id": session}),
    )


def session_record(asked: Answer[Row], channels: Answer[Row]) -> tuple[SessionRecord, Sequence[Any]]:
    """The session of these answers, and what SQL computed. Raises SessionUnknown."""
    row, size = asked.first(), len(SESSION_COLUMNS)
    if row is None:
        raise SessionUnknown
    return SessionRecord(*(*row[:size], dict(channels.all()))), row[size:]


def find_turn(session: UUID, **which: Any) -> TurnRecord | None:
    """The newest turn whose columns equal `which`, as whoever comes to it now finds it; None without one.

    One that runs without a lease lost its process: it is interrupted.
    """
    return turn_record(ask_turn(session, **which))


def ask_turn(session: UUID, **which: Any) -> Answer[Row]:
    """Ask for the newest turn whose columns equal `which`."""
    return TURNS.select(
        TURN_COLUMNS,
        where={"session_id": session, **which},
        computed=_steps_and_held(),
        also='ORDER BY "number" DESC LIMIT 1',
    )


@cache
def _steps_and_held() -> tuple[str, str]:
    """SQL that counts a turn's steps, and that tells whether somebody holds its session."""
    steps = f'SELECT COUNT(*) FROM {STEPS.name} WHERE "turn_id" = {TURNS.name}."id" AND "number" > 0'
    held = (
        f"SELECT \"lease_owner\" <> '' AND NOT {lease.expired()}"
        f' FROM {SESSIONS.name} WHERE "id" = {TURNS.name}."session_id"'
    )
    return f"({steps})", f"({held})"


def turn_record(asked: Answer[Row]) -> TurnRecord | None:
    """The turn of this answer, as `find_turn` tells it."""
    row = asked.first()
    if row is None:
        return None
    *columns, is_held = row
    turn = TurnRecord(*columns)
    if turn.status == TurnStatus.RUNNING and not is_held:
        return replace(turn, status=TurnStatus.INTERRUPTED)
    return turn


@dataclass(frozen=True)
class History:
    """The newest `window` messages of a space that models may see; all of them where it is None."""

    session: SessionRecord
    space: str
    window: int | None

    def ask(self) -> Answer[Row]:
        """Ask for them."""
        return MESSAGES.select(
            CHAT_COLUMNS,
            where=self._where,
            also=f'AND "seq" >= %s ORDER BY "seq" DESC{" LIMIT %s" if self.window else ""}',
            parameters=[self.session.history_from, *([self.window] if self.window else [])],
        )

    def messages(self, asked: Answer[Row]) -> tuple[ChatMessage, ...]:
        """The messages of this answer, oldest first.

        Where the customer wrote none of them, the newest one of theirs stands before them, or else
        the newest internal one: a node always knows its request and its model has something to
        answer.
        """
        newest = asked.all()
        if self.window and len(newest) == self.window and not any(map(_is_customers, newest)):
            newest += MESSAGES.select(
                CHAT_COLUMNS,
                where=self._where | {"role": MessageRole.HUMAN},
                also='AND "seq" >= %s AND "seq" < %s ORDER BY "internal", "seq" DESC LIMIT 1',
                parameters=[self.session.history_from, newest[-1][0]],
            ).all()
        return tuple(map(_chat_message, reversed(newest)))

    @property
    def _where(self) -> dict[str, Any]:
        return {"session_id": self.session.id, "space": self.space}


def read_history(session: SessionRecord, space: str, window: int | None) -> tuple[ChatMessage, ...]:
    """What models may see of a space, as `History` tells it."""
    history = History(session, space, window)
    return history.messages(history.ask())


def read_customers_words(session: SessionRecord, space: str, most: int) -> tuple[ChatMessage, ...]:
    """The newest messages of a space that the customer wrote, or that were forwarded, oldest first."""
    newest = MESSAGES.select(
        CHAT_COLUMNS,
        where={"session_id": session.id, "space": space, "role": MessageRole.HUMAN, "internal": False},
        also='AND "seq" >= %s ORDER BY "seq" DESC LIMIT %s',
        parameters=[session.history_from, most],
    ).all()
    return tuple(map(_chat_message, reversed(newest)))


def _is_customers(row: Row) -> bool:
    _, role, _, _, _, internal = row
    return role == MessageRole.HUMAN and not internal


def _chat_message(row: Row) -> ChatMessage:
    _, role, text, tool_calls, tool_call_id, internal = row
    return ChatMessage(
        role=ChatRole(role),
        text=text,
        tool_calls=tuple(ToolCall(**call) for call in tool_calls),
        tool_call_id=tool_call_id or None,
        internal=internal,
    )
