"""Who has which decision in hand. A decision is in one hand at most, until it is put down or time is up."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import connection

from conversations import clock
from conversations.models import ReviewClaim

HOLDS_FOR: Final = timedelta(minutes=10)
"""Until then nobody else gets it; whoever works on it renews."""

_TAKE: Final = """
INSERT INTO conversations_reviewclaim (decision_id, reviewer_id, expires_at)
SELECT id, %s, %s FROM conversations_decision WHERE id = %s
ON CONFLICT (decision_id) DO UPDATE
SET reviewer_id = excluded.reviewer_id, expires_at = excluded.expires_at
WHERE conversations_reviewclaim.expires_at <= %s
OR conversations_reviewclaim.reviewer_id = excluded.reviewer_id
"""


def take(decision: UUID, reviewer: int) -> bool:
    """Take a decision in hand, or renew that; False where somebody else has it, or it is gone. One statement.

    `reviewer` is the key of an account.
    """
    now = clock.now()
    fields = ReviewClaim._meta
    until = fields.get_field("expires_at")
    values = [
        reviewer,
        until.get_db_prep_save(now + HOLDS_FOR, connection),
        fields.get_field("decision").get_db_prep_save(decision, connection),
        until.get_db_prep_save(now, connection),
    ]
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, values)
        is_mine: bool = cursor.rowcount == 1
        return is_mine


def release(decision: UUID, reviewer: int) -> None:
    """Put a decision down; nothing happens where it is not in this hand."""
    ReviewClaim.objects.filter(decision=decision, reviewer=reviewer).delete()


def holder(decision: UUID) -> ReviewClaim | None:
    """Who has a decision in hand now."""
    held = ReviewClaim.objects.filter(decision=decision, expires_at__gt=clock.now())
    return held.select_related("reviewer").first()
