"""Forgetting customers who do not come back: where a time is set, their conversations are erased after it."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings

from conversations import clock
from conversations.engine import engine
from conversations.engine.errors import SessionUnknown
from conversations.models import Session
from providers.database import in_database

BATCH: Final = 100
"""Sessions that are looked up at once; each is erased in a transaction of its own."""


async def forget_batch() -> int:
    """Erase some of the conversations that were quiet for too long, the quietest first; return how many.

    0 where none is left, and where EZGRAPH_ERASE_DAYS is 0: then they are kept until somebody erases them.
    """
    if not settings.EZGRAPH_ERASE_DAYS:
        return 0
    quiet = await in_database(_quiet, settings.EZGRAPH_ERASE_DAYS)
    erased: set[UUID] = set()
    for session in quiet:
        # A fork goes with its parent, and may have been found beside it.
        if session not in erased:
            try:
                erased.update(await engine.erase(session))
            except SessionUnknown:
                continue
    return len(erased)


def _quiet(days: int) -> list[UUID]:
    """Sessions in which nothing has happened for so many days, and that were not erased before."""
    since = clock.now() - timedelta(days=days)
    rows = Session.objects.filter(erased_at=None, updated_at__lt=since).order_by("updated_at")
    return list(rows.values_list("pk", flat=True)[:BATCH])
