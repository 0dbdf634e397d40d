"""The lease: at most one turn of a session runs, by the database's clock."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import DateTimeField, ExpressionWrapper, F, Q
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from conversations.models import Session, Turn, TurnStatus


def _expiry() -> Combinable:
    lasts = timedelta(seconds=settings.EZGRAPH_LEASE_SECONDS)
    return ExpressionWrapper(Now() + lasts, output_field=DateTimeField())


def _free() -> Q:
    """What holds for a session that nobody holds, or whose holder did not renew in time."""
    return Q(lease_owner="") | Q(lease_expires_at__lte=Now())


def is_free(session: UUID) -> bool:
    """Whether nobody holds a session now."""
    return Session.objects.filter(_free(), pk=session).exists()


def take(session: UUID, owner: str) -> bool:
    """Take a free or expired lease in one conditional write. False where somebody holds it."""
    taken = Session.objects.filter(_free(), pk=session).update(
        lease_owner=owner, lease_expires_at=_expiry(), revision=F("revision") + 1
    )
    return taken == 1


def renew(session: UUID, turn: int, owner: str) -> bool:
    """Lengthen the lease of a turn, named by its key. False where the turn lost it while it runs.

    A turn that has closed in this very moment freed its lease and lost nothing.
    """
    held = Session.objects.filter(pk=session, lease_owner=owner)
    if held.update(lease_expires_at=_expiry()) == 1:
        return True
    return not Turn.objects.filter(pk=turn, status=TurnStatus.RUNNING).exists()


def release(session: UUID, owner: str) -> None:
    """Free the lease where it is still held; nothing else is written."""
    Session.objects.filter(pk=session, lease_owner=owner).update(lease_owner="", lease_expires_at=None)
