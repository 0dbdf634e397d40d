"""The lease: at most one turn of a session runs, by the database's clock."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import BooleanField, DateTimeField, ExpressionWrapper, Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from conversations.engine.values import SessionRecord
from conversations.models import Session, Turn


def _expiry() -> Combinable:
    lasts = timedelta(seconds=settings.EZGRAPH_LEASE_SECONDS)
    return ExpressionWrapper(Now() + lasts, output_field=DateTimeField())


def _free(path: str = "") -> Q:
    """What holds for a session that nobody holds, or whose holder did not renew in time.

    `path` leads from another row to its session, such as `session__`.
    """
    return Q(**{f"{path}lease_owner": ""}) | Q(**{f"{path}lease_expires_at__lte": Now()})


def turns(session: UUID) -> "QuerySet[Any]":
    """The turns of a session, each with `lease_is_free`: read together, so that they agree."""
    lease_is_free = ExpressionWrapper(_free("session__"), output_field=BooleanField())
    return Turn.objects.filter(session=session).annotate(lease_is_free=lease_is_free)


def is_free(session: UUID) -> bool:
    """Whether nobody holds a session now."""
    return Session.objects.filter(_free(), pk=session).exists()


def take(session: SessionRecord, owner: str, values: Mapping[str, Any]) -> bool:
    """Take a free or expired lease and change the row, in one conditional write.

    False where somebody holds it, or where the session is no longer as it was found.
    """
    unchanged = Session.objects.filter(_free(), pk=session.id, revision=session.revision)
    return unchanged.update(**values, lease_owner=owner, lease_expires_at=_expiry()) == 1


def renew(session: UUID, owner: str) -> bool:
    """Lengthen a lease. False where it is no longer held."""
    held = Session.objects.filter(pk=session, lease_owner=owner)
    return held.update(lease_expires_at=_expiry()) == 1


def release(session: UUID, owner: str) -> None:
    """Free the lease where it is still held; nothing else is written."""
    Session.objects.filter(pk=session, lease_owner=owner).update(lease_owner="", lease_expires_at=None)
