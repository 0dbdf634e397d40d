"""A fixed moment for pages that tell of today, and rows around it."""

from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.utils import timezone

from conversations.models import Session, Turn, TurnStatus
from tests.conversations.admin.sessions.rows import a_session, a_turn

NOW: Final = timezone.make_aware(datetime(2026, 3, 11, 15, 30))
"""A Wednesday, far from any change of clocks."""

WEEK: Final = timedelta(days=7)


def stop_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be NOW for pages and rows."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def ago(**length: float) -> datetime:
    """A moment before NOW."""
    return NOW - timedelta(**length)


def session_at(at: datetime, **columns: Any) -> Session:
    """A session that began then, and in which nothing happened since unless `updated_at` says so."""
    session = a_session(**{"updated_at": at, **columns})
    session.created_at = at
    session.save()
    return session


def turn_at(at: datetime, session: Session | None = None, *, took: float = 1.0, **columns: Any) -> Turn:
    """A turn that began then and took so many seconds."""
    return a_turn(
        session or session_at(at),
        **{"accepted_at": at, "started_at": at, "ended_at": at + timedelta(seconds=took), **columns},
    )


def failed_turn_at(at: datetime, session: Session | None = None, **columns: Any) -> Turn:
    """The same, failed."""
    return turn_at(at, session, **{"status": TurnStatus.FAILED, "cause": "PROVIDER_FAILED", **columns})
