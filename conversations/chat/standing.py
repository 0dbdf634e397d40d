"""How a session stands, in one short read: enough to see whether a tab missed anything."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import BooleanField, Case, F, FilteredRelation, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Now

from conversations.engine import store
from conversations.engine.errors import SessionUnknown, TurnCancelled
from conversations.engine.events import TurnCompleted, TurnFailed
from conversations.engine.rendering import closing_event, interruption, past_result
from conversations.models import DUE, Session, SessionStatus, Takeover, TurnStatus

OVER = (TurnStatus.COMPLETED, TurnStatus.FAILED, TurnStatus.CANCELLED)
TO_RUN = (TurnStatus.RUNNING, *DUE)

FREE = Case(
    When(Q(lease_owner="") | Q(lease_expires_at__lte=Now()), then=Value(True)),
    default=Value(False),
    output_field=BooleanField(),
)
"""Whether nobody holds a session any more, by the database's clock."""

LASTING = Subquery(Takeover.objects.filter(session=OuterRef("pk"), ended_at=None).values("pk"))
"""The take-over of a session that lasts."""


@dataclass(frozen=True)
class Standing:
    """`over` holds the turns that are over, of those that were asked for and the newest one.

    It maps a turn's number to its status. `last_number` is the newest visible message's. `is_due` tells
    that one of these turns is to be run and nobody does: it waits, or its process is gone. `takeover` is
    the one that lasts, None where the machine answers. Visitors' tokens of another `epoch` are void.
    """

    is_ended: bool
    is_due: bool
    last_number: int
    takeover: int | None
    epoch: int
    over: Mapping[int, TurnStatus]


def read_standing(session: UUID, turns: Collection[int]) -> Standing:
    """How a session and these turns of it stand. Raises SessionUnknown."""
    asked_for = Q(turns__number=F("last_turn")) | Q(turns__number__in=turns)
    rows = (
        Session.objects.filter(pk=session)
        .annotate(asked=FilteredRelation("turns", condition=asked_for), is_free=FREE, takeover=LASTING)
        .values_list(
            "status", "last_number", "takeover", "token_epoch", "is_free", "asked__number", "asked__status"
        )
    )
    found = list(rows)
    if not found:
        raise SessionUnknown
    status, last_number, takeover, epoch, is_free, *_ = found[0]
    is_ended = status == SessionStatus.ENDED
    return Standing(
        is_ended=is_ended,
        is_due=is_free and not is_ended and any(turn_status in TO_RUN for *_, turn_status in found),
        last_number=last_number,
        takeover=takeover,
        epoch=epoch,
        over={number: TurnStatus(turn_status) for *_, number, turn_status in found if turn_status in OVER},
    )


def read_end(session: UUID, number: int) -> TurnCompleted | TurnFailed | None:
    """The last event of a turn; None where it runs, again perhaps. Raises TurnUnknown."""
    turn = store.read_turn(session, number)
    if turn.status not in OVER:
        return None
    if turn.status == TurnStatus.CANCELLED:
        return interruption(number, TurnCancelled(turn=number))
    return closing_event(past_result(session, turn, (), is_newest=store.may_be_retried(session, turn)))
