"""Turns that wait for others of their session."""

from dataclasses import replace
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from conversations import clock
from conversations.engine.errors import SessionBusy
from conversations.engine.records import SessionRecord, TurnRecord
from conversations.engine.store import outbox
from conversations.engine.store.table import Computed
from conversations.engine.store.tables import SESSIONS
from conversations.engine.store.turns import SessionChanged, insert_turn, new_turn
from conversations.engine.values import TurnRequest
from conversations.models import Session, Turn, TurnStatus

MOST_WAITING: Final = 5
"""Turns of one session that may wait; more are refused."""


def queue_turn(session: SessionRecord, request: TurnRequest, *, running: int | None) -> TurnRecord:
    """Store a turn that waits, behind all that do: from here on it is accepted.

    Neither lease nor revision is touched, so that the turn which runs meanwhile goes on. Raises
    SessionBusy, naming the turn that runs, where too many wait; SessionChanged.
    """
    try:
        with transaction.atomic():
            number = SESSIONS.update_one(
                {"updated_at": clock.now()},
                where={"id": session.id, "status": session.status},
                computed={"last_turn": Computed('"last_turn" + 1')},
                returning="last_turn",
            ).first()
            if number is None:
                raise SessionChanged
            if Turn.objects.filter(session=session.id, status=TurnStatus.QUEUED).count() >= MOST_WAITING:
                raise SessionBusy(turn=running)
            turn = new_turn(request, TurnStatus.QUEUED, number)
            return replace(turn, key=insert_turn(session, turn).only())
    except IntegrityError as error:
        # Another request with the same client id was faster.
        raise SessionChanged from error


@transaction.atomic
def answer_queued(session: UUID, number: int) -> bool:
    """Close a turn that waits without running it: what completed its session answers it, too.

    False where it does not wait any more.
    """
    Session.objects.select_for_update().filter(pk=session).first()
    waiting = Turn.objects.filter(session=session, number=number, status=TurnStatus.QUEUED)
    if not waiting.update(status=TurnStatus.COMPLETED, text="", config=None, ended_at=clock.now()):
        return False
    outbox.turn_completed(session, number)
    return True
