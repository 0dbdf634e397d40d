"""Forgetting customers who do not come back: where a time is set, their conversations are erased after it."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from conversations import clock
from conversations.engine import engine
from conversations.engine.errors import SessionUnknown
from conversations.models import Session
from providers.database import in_database

logger = logging.getLogger(__name__)

PAGE: Final = 500
"""Sessions that are looked at with one statement; each is erased in a transaction of its own."""

WHOLE_EVERY: Final = 86_400.0
"""Seconds after which all sessions are looked at again, those among them that came to be old since: a backup
that was put back, rows of elsewhere."""


@dataclass
class Forgotten:
    """How many conversations were erased, and how many should have been and could not be."""

    erased: int = 0
    failed: int = 0

    def __str__(self) -> str:
        told = f"{self.erased} conversations quiet for {settings.EZGRAPH_ERASE_DAYS} days erased."
        return f"{told} {self.failed} could not be erased." if self.failed else told


class Forgetting:
    """Erases what was quiet for too long, and remembers how far it came.

    What was erased long ago stays among the old sessions for ever. An index without it would be written with
    each step of every turn; so it is walked over, page by page, and the next run begins where this one ended.
    """

    def __init__(self) -> None:
        self._done_until: datetime | None = None
        self._whole_at = 0.0

    async def run(self, stopping: asyncio.Event) -> Forgotten:
        """Erase such conversations, the quietest first, until none is left or `stopping` is set.

        Nothing happens where EZGRAPH_ERASE_DAYS is 0: then they are kept until somebody erases them. One that
        cannot be erased is logged, keeps no other waiting and is tried again by the next run.
        """
        forgotten = Forgotten()
        if not settings.EZGRAPH_ERASE_DAYS:
            return forgotten
        until = _quiet_since()
        began, is_whole = clock.elapsed(), self._is_whole_due()
        place = None if is_whole or self._done_until is None else (self._done_until, UUID(int=0))
        while not stopping.is_set():
            page = await in_database(_page, place, until)
            if not page:
                break
            await _erase([session for _, session, is_erased in page if not is_erased], stopping, forgotten)
            place = page[-1][:2]
        if not (stopping.is_set() or forgotten.failed):
            self._done_until = until
            self._whole_at = began if is_whole else self._whole_at
        return forgotten

    def _is_whole_due(self) -> bool:
        return self._done_until is None or clock.elapsed() - self._whole_at >= WHOLE_EVERY


def count_quiet() -> int:
    """How many conversations are to be erased by now, without younger forks of them; nothing is erased.

    0 where EZGRAPH_ERASE_DAYS is: then they are kept.
    """
    if not settings.EZGRAPH_ERASE_DAYS:
        return 0
    return Session.objects.filter(updated_at__lt=_quiet_since(), erased_at=None).count()


def _quiet_since() -> datetime:
    return clock.now() - timedelta(days=settings.EZGRAPH_ERASE_DAYS)


async def _erase(sessions: list[UUID], stopping: asyncio.Event, forgotten: Forgotten) -> None:
    erased: set[UUID] = set()
    for session in sessions:
        if stopping.is_set():
            return
        # A fork goes with its parent, and may have been found beside it.
        if session in erased:
            continue
        try:
            erased.update(await engine.erase(session))
        except SessionUnknown:
            continue
        except Exception:
            logger.exception("Session %s could not be erased.", session)
            forgotten.failed += 1
    forgotten.erased += len(erased)


def _page(place: tuple[datetime, UUID] | None, until: datetime) -> list[tuple[datetime, UUID, bool]]:
    """The sessions behind `place` in which nothing has happened since `until`: when something last did, the
    session, and whether it was erased before."""
    rows = Session.objects.filter(updated_at__lt=until)
    if place is not None:
        at, session = place
        rows = rows.filter(Q(updated_at__gt=at) | Q(pk__gt=session), updated_at__gte=at)
    found = rows.order_by("updated_at", "pk").values_list("updated_at", "pk", "erased_at")[:PAGE]
    return [(at, session, erased_at is not None) for at, session, erased_at in found]
