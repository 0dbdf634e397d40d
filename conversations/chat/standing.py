"""How a session stands, in one short read: enough to see whether a tab missed anything."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, FilteredRelation, Q

from conversations.engine import store
from conversations.engine.errors import SessionUnknown, TurnCancelled
from conversations.engine.events import TurnCompleted, TurnFailed
from conversations.engine.rendering import closing_event, interruption, past_result
from conversations.models import Session, SessionStatus, TurnStatus

OVER = (TurnStatus.COMPLETED, TurnStatus.FAILED, TurnStatus.CANCELLED)


@dataclass(frozen=True)
class Standing:
    """`over` holds the turns that are over, of those that were asked for and the newest one.

    It maps a turn's number to its status. `last_number` is the newest visible message's.
    """

    is_ended: bool
    last_number: int
    over: Mapping[int, TurnStatus]


def read_standing(session: UUID, turns: Collection[int]) -> Standing:
    """How a session and these turns of it stand. Raises SessionUnknown."""
    asked_for = Q(turns__number=F("last_turn")) | Q(turns__number__in=turns)
    rows = (
        Session.objects.filter(pk=session)
        .annotate(asked=FilteredRelation("turns", condition=asked_for))
        .values_list("status", "last_number", "asked__number", "asked__status")
    )
    found = list(rows)
    if not found:
        raise SessionUnknown
    status, last_number, _, _ = found[0]
    return Standing(
        is_ended=status == SessionStatus.ENDED,
        last_number=last_number,
        over={number: TurnStatus(turn_status) for *_, number, turn_status in found if turn_status in OVER},
    )


def read_end(session: UUID, number: int) -> TurnCompleted | TurnFailed | None:
    """The last event of a turn; None where it runs, again perhaps. Raises TurnUnknown."""
    turn = store.read_turn(session, number)
    if turn.status not in OVER:
        return None
    if turn.status == TurnStatus.CANCELLED:
        return interruption(number, TurnCancelled(turn=number))
    return closing_event(past_result(session, turn, ()))
