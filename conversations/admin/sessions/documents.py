"""Whole sessions as JSON, as rows for CSV, and as text to read; piece by piece, however long they are."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.utils.timezone import localtime

from conversations.admin.csv_rows import csv_lines
from conversations.admin.sessions.conversation import Window, read_on
from conversations.admin.sessions.naming import customer_of, speaker_of
from conversations.models import Message, Session, Turn

HEAD: Final = ("session", "graph", "number", "at", "turn", "speaker", "text")
"""Columns of the messages as CSV."""


def as_json(session: Session) -> Iterator[str]:
    """Everything about a session as one object: its turns with all that belongs to them last."""
    head = _json(_about(session))
    yield f'{head[:-1]}, "turns": ['
    between = ""
    for window in _windows(session):
        for turn in window.turns:
            yield between + _json(_turn(turn, window))
            between = ",\n"
    yield "]}"


def as_rows(session: Session) -> Iterator[str]:
    """The visible messages as lines of CSV."""
    for window in _windows(session):
        yield from csv_lines(
            (
                session.pk,
                session.graph,
                message.number,
                message.created_at.isoformat(),
                number,
                speaker_of(message),
                message.text,
            )
            for number, message in _visible(window)
        )


def as_text(session: Session) -> Iterator[str]:
    """The visible messages as people would write a conversation down."""
    began = localtime(session.created_at)
    yield f"{session.graph} session {session.pk}, {began:%Y-%m-%d %H:%M}, customer: {customer_of(session)}\n"
    for window in _windows(session):
        for _, message in _visible(window):
            at = localtime(message.created_at)
            yield f"\n[{at:%Y-%m-%d %H:%M}] {speaker_of(message)}:\n{message.text}\n"


def _windows(session: Session) -> Iterator[Window]:
    """The session from its first turn to its last one, some turns at a time."""
    after = 0
    while True:
        window = read_on(session, after)
        yield window
        if not window.turns:
            return
        after = window.turns[-1].number


def _visible(window: Window) -> Iterator[tuple[int | None, Message]]:
    """Each visible message with the number of its turn, in order."""
    numbers = {turn.pk: turn.number for turn in window.turns}
    rows = [row for of_turn in window.messages.values() for row in of_turn if row.number is not None]
    for row in sorted(rows, key=lambda one: one.seq):
        yield numbers.get(row.turn_id) if row.turn_id else None, row


def _about(session: Session) -> dict[str, Any]:
    """The session itself, with what is kept of it beside its turns."""
    rating = getattr(session, "rating", None)
    return {
        **_columns(session, without=("client", "lease_owner", "lease_expires_at", "revision")),
        "client": session.client.name if session.client else None,
        "channels": {row.node: row.state for row in session.channels.order_by("node")},
        "rating": None if rating is None else _columns(rating, without=("id", "session")),
        "takeovers": [
            _columns(row, without=("id", "session", "staff"))
            for row in session.takeovers.order_by("began_at")
        ],
        "messages_before_the_first_turn": [
            _columns(row, without=("id", "session", "turn", "step"))
            for row in session.messages.filter(turn__isnull=True).order_by("seq")
        ],
    }


def _turn(turn: Turn, window: Window) -> dict[str, Any]:
    """A turn with all that belongs to it; steps are named by their numbers."""
    steps = {step.pk: step.number for step in window.steps[turn.pk]}

    def of_step(row: Any, *without: str) -> dict[str, Any]:
        step = None if row.step_id is None else steps.get(row.step_id)
        return {"step": step, **_columns(row, without=("id", "session", "turn", "step", *without))}

    return {
        **_columns(turn, without=("id", "session", "request_hash")),
        "messages": [of_step(row) for row in window.messages[turn.pk]],
        "steps": [_columns(row, without=("id", "turn")) for row in window.steps[turn.pk]],
        "decisions": [
            {
                "id": row.pk,
                **of_step(row),
                "answers": [_columns(answer, without=("id", "decision")) for answer in row.answers.all()],
            }
            for row in window.decisions[turn.pk]
        ],
        "model_calls": [of_step(row) for row in window.calls[turn.pk]],
    }


def _columns(row: Model, *, without: Sequence[str]) -> dict[str, Any]:
    """A row's columns by the names of their fields."""
    fields = (field for field in row._meta.concrete_fields if field.name not in without)
    return {field.name: getattr(row, field.attname) for field in fields}


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
