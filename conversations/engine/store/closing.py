"""How turns end that no step closes: failed, interrupted, cancelled."""

from dataclasses import replace
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Case, F, QuerySet, Value, When

from conversations import clock
from conversations.engine.errors import Cause, SessionUnknown
from conversations.engine.records import SessionRecord, Spent, TurnRecord
from conversations.engine.store import lease, outbox
from conversations.engine.store.erasing import hold_unless_erased
from conversations.engine.store.finding import read_turn
from conversations.engine.store.rows import find_turn
from conversations.engine.store.tables import SESSIONS, TURNS
from conversations.engine.store.writing import (
    fenced_write,
    write_calls,
    write_decisions,
    write_session,
    written,
)
from conversations.engine.usage import add_up
from conversations.models import DUE, Session, Turn, TurnStatus

MOST_INTERRUPTIONS: Final = 3
"""A turn that is interrupted so often is failed: it may be what ends its processes."""


def close_failed_turn(
    session: SessionRecord,
    turn: TurnRecord,
    *,
    cause: str,
    detail: str,
    spent: Spent,
) -> SessionRecord:
    """Close a turn as failed and free the lease, keeping what the dropped step cost.

    Raises SessionConflict.
    """
    usage = add_up(session.usage, spent.usage)
    closed = replace(session, revision=session.revision + 1, lease="", usage=usage)
    with fenced_write(session):
        last_turn = write_session(session, closed)
        _write_spent(session, turn, spent)
        TURNS.update(
            {
                "status": TurnStatus.FAILED,
                "cause": cause,
                "cause_detail": detail,
                "usage": add_up(turn.usage, spent.usage),
                "ended_at": clock.now(),
            },
            where={"id": turn.key},
        )
        outbox.turn_failed(session.id, turn.number, cause)
    return written(closed, last_turn)


@transaction.atomic
def give_up(session: SessionRecord, turn: TurnRecord, owner: str, spent: Spent) -> TurnRecord:
    """Free the lease where it is still held, and mark the turn as interrupted where nobody holds it.

    Where another owner holds the session, the turn may already run again there: it is left alone. The
    broken step's calls and decisions are kept where that is not so and the step was not written. They
    are not in the sums of turn and session, which whoever holds the session now would write over.
    Of a session that was erased meanwhile nothing is kept. Returns how the turn stands now.
    """
    may_keep = hold_unless_erased(session.id)
    was_held = lease.release(session.id, owner)
    now = _interrupt(session.id, turn.number, Turn.objects.filter(pk=turn.key, session__lease_owner=""))
    if may_keep and (was_held or now.status == TurnStatus.CANCELLED) and now.steps == turn.steps:
        _write_spent(session, turn, spent)
    return now


@transaction.atomic
def settle_lost_turn(session: SessionRecord) -> TurnRecord | None:
    """Free the lease of a process that did not renew it in time, and mark its turn as interrupted.

    Returns the turn as it stands now; None where nothing was to be settled any more.
    """
    if not lease.settle(session.id, session.lease):
        return None
    lost = find_turn(session.id, status=TurnStatus.RUNNING)
    if lost is None:
        return None
    return _interrupt(session.id, lost.number, Turn.objects.filter(pk=lost.key))


@transaction.atomic
def cancel_turn(session: UUID, number: int) -> tuple[TurnRecord, str]:
    """Cancel a turn that runs, waits or was interrupted; one that is over stays as it is.

    A running one loses its lease over the fence: its step writes nothing more. Returns the turn as it
    stands now, and who ran it, "" where nobody did or it is not cancelled. Raises SessionUnknown,
    TurnUnknown.
    """
    row = Session.objects.select_for_update().filter(pk=session).first()
    if row is None:
        raise SessionUnknown
    turn = Turn.objects.filter(session=session, number=number)
    now = clock.now()
    owner = ""
    if turn.filter(status=TurnStatus.RUNNING).update(status=TurnStatus.CANCELLED, ended_at=now):
        owner = row.lease_owner
        SESSIONS.update(lease.FREE, where={"id": session}, computed={"revision": '"revision" + 1'})
    turn.filter(status__in=DUE).update(status=TurnStatus.CANCELLED, ended_at=now)
    return read_turn(session, number), owner


def _write_spent(session: SessionRecord, turn: TurnRecord, spent: Spent) -> None:
    write_calls(turn, spent.calls, step=None)
    write_decisions(session, turn, spent.decisions, step=None)


def _interrupt(session: UUID, number: int, turn: "QuerySet[Turn]") -> TurnRecord:
    """Mark a turn that runs as interrupted, or as failed where that happens to it too often.

    Returns it as it stands now.
    """
    last = When(interruptions__gte=MOST_INTERRUPTIONS - 1, then=Value(TurnStatus.FAILED))
    changed = turn.filter(status=TurnStatus.RUNNING).update(
        status=Case(last, default=Value(TurnStatus.INTERRUPTED)),
        cause=Case(When(last.condition, then=Value(Cause.INTERRUPTED)), default=Value("")),
        interruptions=F("interruptions") + 1,
        ended_at=clock.now(),
    )
    now = read_turn(session, number)
    if changed and now.status == TurnStatus.FAILED:
        outbox.turn_failed(session, number, now.cause)
    return now
