"""What customers think of their conversations."""

from uuid import UUID

from django.db import transaction

from conversations import clock
from conversations.engine.errors import SessionUnknown
from conversations.engine.events import SessionRated
from conversations.engine.store.erasing import hold_unless_erased
from conversations.models import Rating


@transaction.atomic
def rate_session(session: UUID, value: int, comment: str) -> None:
    """Keep a session's rating in place of an earlier one. Raises SessionUnknown, also where it was erased."""
    if not hold_unless_erased(session):
        raise SessionUnknown
    now = clock.now()
    Rating.objects.update_or_create(
        session_id=session,
        defaults={"value": value, "comment": comment, "updated_at": now},
        create_defaults={"value": value, "comment": comment, "created_at": now, "updated_at": now},
    )


def read_rating(session: UUID) -> SessionRated | None:
    """A session's rating; None where it was not rated."""
    row = Rating.objects.filter(session=session).values_list("value", "comment").first()
    return None if row is None else SessionRated(value=row[0], comment=row[1])
