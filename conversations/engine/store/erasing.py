"""Erasing what a customer said and is known by; what the machine did stays on record without it.

Left are the rows that count and cost: the session, its turns, steps, decisions with their labels and numbers,
and calls. Their texts go, and rows that are nothing but text with them.
"""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from conversations import clock
from conversations.engine.errors import SessionUnknown
from conversations.engine.store.holders import close_takeover
from conversations.engine.store.lease import FREE
from conversations.models import (
    DUE,
    Channel,
    Decision,
    DecisionCapture,
    Message,
    ModelCall,
    Rating,
    ReplayItem,
    Review,
    Session,
    SessionStatus,
    Step,
    Turn,
    TurnStatus,
)

NOBODY: Final[dict[str, Any]] = {
    "external_id": None,
    "external_user": "",
    "external_user_verified": False,
    "external_name": "",
    "external_email": "",
    "config": {},
}
"""The columns of a session whose customer nobody knows."""


def hold_unless_erased(session: UUID) -> bool:
    """Hold a session's row until the transaction ends, so that nobody erases it meanwhile.

    False where it was erased, or never was: then nothing of what somebody said may be written.
    """
    held = Session.objects.select_for_update().filter(pk=session, erased_at=None)
    return held.values_list("pk").first() is not None


@transaction.atomic
def erase_session(session: UUID) -> list[UUID]:
    """Erase a session and all that was ever forked from it; return them, itself first.

    It is over for good, and visitors' tokens of it are void. Its lease is taken over the fence: a turn that
    runs writes nothing more. Whoever else writes of a session holds its row meanwhile and looks whether it is
    erased. Erasing once more erases nothing else. Raises SessionUnknown.
    """
    erased = list(_with_forks(session))
    if not erased:
        raise SessionUnknown
    for one in erased:
        _erase(one)
    return erased


def _with_forks(session: UUID) -> Iterator[UUID]:
    """The session and its forks, each held from now on: who forks one holds it, too."""
    waiting = [session]
    while waiting:
        held = Session.objects.select_for_update().filter(pk__in=waiting).order_by("pk")
        found = [row.pk for row in held]
        yield from found
        waiting = list(
            Session.objects.filter(forked_from__turn__session__in=found).values_list("pk", flat=True)
        )


def _erase(session: UUID) -> None:
    now = clock.now()
    Session.objects.filter(pk=session).update(
        status=SessionStatus.ENDED,
        revision=F("revision") + 1,
        token_epoch=F("token_epoch") + 1,
        erased_at=now,
        updated_at=now,
        **NOBODY,
        **FREE,
    )
    close_takeover(session)
    turns = Turn.objects.filter(session=session)
    turns.filter(status__in=[TurnStatus.RUNNING, *DUE]).update(status=TurnStatus.CANCELLED, ended_at=now)
    turns.update(client_id=None, request_hash="", text="", config=None, cause_detail="")
    Message.objects.filter(session=session).update(
        text="", tool_calls=[], tool_call_id="", suggestions=[], client_id=None
    )
    Channel.objects.filter(session=session).delete()
    Step.objects.filter(turn__session=session).update(channels={})
    ModelCall.objects.filter(turn__session=session).update(message="")
    Rating.objects.filter(session=session).update(comment="")
    _erase_decisions(Decision.objects.filter(turn__session=session))


def _erase_decisions(decisions: QuerySet[Decision]) -> None:
    """Leave of decisions what was decided, how surely, and at what cost.

    A review's version rises, so that a page from before cannot bring its note back.
    """
    DecisionCapture.objects.filter(decision__in=decisions).delete()
    Review.objects.filter(decision__in=decisions).update(note="", version=F("version") + 1)
    ReplayItem.objects.filter(decision__in=decisions).update(answers={})
    failed = list(decisions.exclude(failures=[]).only("failures"))
    for row in failed:
        row.failures = [{**failure, "message": ""} for failure in row.failures]
    Decision.objects.bulk_update(failed, ["failures"], batch_size=500)
