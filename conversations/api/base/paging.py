"""Pages of lists, the newest entries first, each led to by a cursor.

A cursor says after which entry a page begins, so entries that come meanwhile move nothing.
"""

import base64
import binascii
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from rest_framework.exceptions import ValidationError

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Page(Generic[M]):
    """Some entries, and the cursor of those after them, None where there are none."""

    rows: list[M]
    next: str | None


def page_of(rows: QuerySet[M], moment: str, *, cursor: str | None, limit: int) -> Page[M]:
    """The newest `limit` rows by the column `moment`, or those after a cursor. Raises ValidationError.

    The rows' keys are UUIDs, which order those of one moment.
    """
    if cursor is not None:
        at, key = _read(cursor)
        # The first condition alone is what an index can answer.
        after = Q(**{f"{moment}__lt": at}) | Q(**{moment: at}, pk__lt=key)
        rows = rows.filter(Q(**{f"{moment}__lte": at}), after)
    found = list(rows.order_by(f"-{moment}", "-pk")[: limit + 1])
    if len(found) <= limit:
        return Page(found, None)
    last = found[limit - 1]
    return Page(found[:limit], _written(getattr(last, moment), last.pk))


def _written(at: datetime, key: UUID) -> str:
    return base64.urlsafe_b64encode(json.dumps([at.isoformat(), key.hex]).encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[datetime, UUID]:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        at, key = json.loads(base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True))
        moment = datetime.fromisoformat(at)
        if moment.tzinfo is None:
            raise ValueError(at)
        # Near the ends of the calendar a moment of another time zone is in no year of UTC.
        return moment.astimezone(UTC), UUID(hex=key)
    except (binascii.Error, RecursionError, TypeError, ValueError, AttributeError, OverflowError):
        raise ValidationError({"cursor": ["There is no such page: send the `next` of one."]}) from None
