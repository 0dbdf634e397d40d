"""Moves what a conversation left to the time at which it is said to have happened."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from conversations.models import (
    Channel,
    Decision,
    DecisionCapture,
    Message,
    ModelCall,
    Rating,
    Session,
    Step,
    Turn,
)


def move_turn(session: UUID, number: int, by: timedelta) -> None:
    """Move one turn and everything that belongs to it."""
    turn = Turn.objects.filter(session=session, number=number)
    _move(turn, by, "accepted_at", "started_at", "ended_at")
    keys = turn.values("pk")
    _move(Step.objects.filter(turn__in=keys), by, "started_at")
    _move(Message.objects.filter(turn__in=keys), by, "created_at")
    for model in (ModelCall, Decision):
        _move(model._default_manager.filter(turn__in=keys), by, "at")
    _move(DecisionCapture.objects.filter(decision__turn__in=keys), by, "at")


def move_session(session: UUID, *, begin: timedelta, end: timedelta) -> None:
    """Move a session: its creation by `begin`, its last change by `end`."""
    rows = Session.objects.filter(pk=session)
    _move(rows, begin, "created_at")
    _move(rows, end, "updated_at", "last_visible_at")
    _move(Channel.objects.filter(session=session), end, "updated_at")
    _move(Rating.objects.filter(session=session), end, "created_at", "updated_at")


def _move(rows: QuerySet[Any], by: timedelta, *columns: str) -> None:
    rows.update(**{column: F(column) + by for column in columns})
