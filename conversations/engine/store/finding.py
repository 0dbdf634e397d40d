"""What is read before a turn is accepted, and what is told again of one that is over."""

from typing import Final
from uuid import UUID

from conversations.engine.errors import TurnUnknown
from conversations.engine.events import TurnEvent
from conversations.engine.rendering import past_events, past_result
from conversations.engine.store import lease
from conversations.engine.store.rows import find_turn, load_session_with
from conversations.engine.store.sessions import stored_message
from conversations.engine.store.tables import GRAPH_SETTINGS, SESSIONS, TURNS
from conversations.engine.values import ChatSettings, FoundSession, TurnRecord, TurnResult
from conversations.models import DUE, Message, TurnStatus

HIGHEST_NUMBER: Final = 2**31 - 1
"""The highest that the column of a turn's number holds."""


def find_session(session: UUID, client_id: str | None = None) -> FoundSession:
    """A session as it is now, the turn of the same client id, and whether another turn runs.

    Raises SessionUnknown. Nothing is held: whoever opens a turn is told if the session has changed.
    """
    due_turn = (
        f'SELECT MIN("number") FROM {TURNS.name} WHERE "session_id" = {SESSIONS.name}."id"'
        f' AND "status" IN ({", ".join(f"{status.value!r}" for status in DUE)})'
    )
    record, (lost, due) = load_session_with(session, lease.expired(), f"({due_turn})")
    settings = GRAPH_SETTINGS.select(("chat_provider", "chat_model"), where={"graph": record.graph})
    busy = bool(record.lease) and not lost
    running = find_turn(session, status=TurnStatus.RUNNING) if busy else None
    return FoundSession(
        session=record,
        settings=ChatSettings(*settings[0]) if settings else ChatSettings(),
        seen=None if client_id is None else find_turn(session, client_id=client_id),
        busy=busy,
        running=running.number if running else None,
        lost=bool(lost),
        due=None if due is None else find_turn(session, number=due),
    )


def read_turn(session: UUID, number: int) -> TurnRecord:
    """A turn by its number. Raises TurnUnknown."""
    turn = find_turn(session, number=number) if number <= HIGHEST_NUMBER else None
    if turn is None:
        raise TurnUnknown
    return turn


def retold(session: UUID, turn: TurnRecord) -> tuple[list[TurnEvent], TurnResult]:
    """The events and the result of a turn that is over, as far as rows can repeat them."""
    rows = Message.objects.filter(turn=turn.key, number__isnull=False).select_related("turn")
    messages = [stored_message(row) for row in rows.order_by("number")]
    result = past_result(session, turn, messages)
    return past_events(turn, messages, result), result
