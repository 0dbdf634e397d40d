"""What is read before a turn is accepted, and what is told again of one that is over."""

import json
from dataclasses import replace
from functools import cache
from typing import Any, Final
from uuid import UUID

from conversations.engine.conversation.json_replies import data_of
from conversations.engine.errors import TurnUnknown
from conversations.engine.events import TurnEvent
from conversations.engine.records import FoundSession, StaffSettings, TurnRecord
from conversations.engine.rendering import past_events, past_result
from conversations.engine.store import lease
from conversations.engine.store.answers import together
from conversations.engine.store.rows import ask_session, ask_turn, find_turn, session_record, turn_record
from conversations.engine.store.sessions import may_be_retried, stored_message
from conversations.engine.store.tables import GRAPH_SETTINGS, SESSIONS, TURNS
from conversations.engine.values import TurnResult
from conversations.models import DUE, Message, Turn, TurnStatus

SETTINGS_COLUMNS: Final = (
    "chat_provider",
    "chat_model",
    "decision_provider",
    "decision_model",
    "thresholds",
)
"""The columns that the fields of StaffSettings are named after."""

HIGHEST_NUMBER: Final = 2**31 - 1
"""The highest that the column of a turn's number holds."""


def find_session(session: UUID, client_id: str | None = None) -> FoundSession:
    """A session as it is now, the turn of the same client id, and whether another turn runs.

    Raises SessionUnknown. Nothing is held: whoever opens a turn is told if the session has changed.
    """
    with together():
        asked = ask_session(session, _computed())
        seen = None if client_id is None else ask_turn(session, client_id=client_id)
    record, (lost, due, *set_by_staff) = session_record(*asked)
    busy = bool(record.lease) and not lost
    running = find_turn(session, status=TurnStatus.RUNNING) if busy else None
    return FoundSession(
        session=record,
        settings=_settings(*set_by_staff),
        seen=None if seen is None else turn_record(seen),
        busy=busy,
        running=running.number if running else None,
        lost=bool(lost),
        due=None if due is None else find_turn(session, number=due),
    )


def has_message(session: UUID, client_id: str) -> bool:
    """Whether a message of this client id is stored already."""
    return Turn.objects.filter(session=session, client_id=client_id).exists()


@cache
def _computed() -> tuple[str, ...]:
    """SQL of whether a session's lease is over, of its oldest due turn, and of its graph's chat settings."""
    states = ", ".join(f"{status.value!r}" for status in DUE)
    due = (
        f'SELECT MIN("number") FROM {TURNS.name}'
        f' WHERE "session_id" = {SESSIONS.name}."id" AND "status" IN ({states})'
    )
    set_by_staff = (
        f'SELECT "{column}" FROM {GRAPH_SETTINGS.name}'
        f' WHERE {GRAPH_SETTINGS.name}."graph" = {SESSIONS.name}."graph"'
        for column in SETTINGS_COLUMNS
    )
    return lease.expired(), *(f"({select})" for select in (due, *set_by_staff))


def _settings(*stored: Any) -> StaffSettings:
    """The stored columns, all NULL where staff set nothing."""
    found = {column: value for column, value in zip(SETTINGS_COLUMNS, stored, strict=True) if value}
    if isinstance(thresholds := found.get("thresholds"), str):
        found["thresholds"] = json.loads(thresholds)
    return StaffSettings(**found)


def read_turn(session: UUID, number: int) -> TurnRecord:
    """A turn by its number. Raises TurnUnknown."""
    turn = find_turn(session, number=number) if number <= HIGHEST_NUMBER else None
    if turn is None:
        raise TurnUnknown
    return turn


def retold(session: UUID, turn: TurnRecord) -> tuple[list[TurnEvent], TurnResult]:
    """The events and the result of a turn that is over, as far as rows can repeat them.

    One that never ran and is completed all the same was given what had completed its session.
    """
    if turn.status == TurnStatus.COMPLETED and turn.steps == 0 and not turn.handed_over:
        given = completing_turn(session)
        if given is not None:
            return _given(session, turn, given)
    rows = list(
        Message.objects.filter(turn=turn.key, number__isnull=False, author="")
        .select_related("session", "turn")
        .order_by("number")
    )
    messages = [stored_message(row) for row in rows]
    result = past_result(session, turn, messages, is_newest=may_be_retried(session, turn))
    if result.completed and rows:
        result = replace(result, data=data_of(rows[0].session.graph, result.message))
    return past_events(turn, messages, result), result


def _given(session: UUID, turn: TurnRecord, given: TurnRecord) -> tuple[list[TurnEvent], TurnResult]:
    """A turn that is answered with what an earlier one has completed the session with."""
    _, result = retold(session, given)
    result = replace(result, turn=turn.number, usage=turn.usage)
    return past_events(turn, (), result), result


def completing_turn(session: UUID) -> TurnRecord | None:
    """The newest turn that completed the session; None where none did."""
    return find_turn(session, completes_session=True)
