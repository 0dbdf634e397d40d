"""Whoever of staff has taken a session over."""

from uuid import UUID

from conversations import clock
from conversations.engine.staff import Holder
from conversations.models import Takeover


def holder_of(session: UUID) -> Holder | None:
    """Who answers in the machine's place; None where nobody does."""
    row = Takeover.objects.filter(session=session, ended_at=None).first()
    return None if row is None else as_holder(row)


def as_holder(row: Takeover) -> Holder:
    """A take-over's row as a value."""
    return Holder(takeover=row.pk, staff=row.staff_id, name=row.staff_name, shown_name=row.shown_name)


def close_takeover(session: UUID, *, by: str = "") -> None:
    """End the take-over of a session, where there is one; `by` names who did, "" for the session's end."""
    open_one = Takeover.objects.filter(session=session, ended_at=None)
    open_one.update(ended_at=clock.now(), ended_by_name=by)
