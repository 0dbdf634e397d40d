"""What the customer says while staff answer."""

from dataclasses import replace
from typing import Any

from django.db import DataError, IntegrityError

from conversations import clock
from conversations.engine.records import NewMessage, SessionRecord, StoredMessage, TurnRecord
from conversations.engine.store import outbox
from conversations.engine.store.answers import at_once
from conversations.engine.store.lease import fenced
from conversations.engine.store.tables import SESSIONS
from conversations.engine.store.turns import insert_turn, new_turn, refused
from conversations.engine.store.writing import changed_now, session_values, write_messages
from conversations.engine.values import TurnRequest
from conversations.models import TurnStatus
from providers.ports import ChatRole


def store_handed_over(
    session: SessionRecord, request: TurnRequest, *, space: str, config: dict[str, Any]
) -> tuple[TurnRecord, tuple[StoredMessage, ...]]:
    """Store a message that staff answer, and its turn, which is over: nothing runs.

    Raises SessionChanged, as where staff hand the session back meanwhile, and then nothing is written.
    """
    said = [NewMessage(space, ChatRole.HUMAN, request.message, visible=True)] if request.message else []
    number = session.last_turn + 1
    after = replace(
        session,
        config=config,
        last_seq=session.last_seq + len(said),
        last_number=session.last_number + len(said),
        last_visible_at=clock.now() if said else session.last_visible_at,
    )
    turn = replace(new_turn(request, TurnStatus.COMPLETED, number), handed_over=True)
    try:
        with at_once():
            SESSIONS.update_one(
                {**session_values(after), **changed_now(), "last_turn": number},
                where={"id": session.id},
                computed={"revision": fenced(session)},
                returning="last_turn",
            )
            insert_turn(after, turn)
            stored = write_messages(session, turn, said)
            outbox.turn_completed(session.id, number, handed_over=True)
    except (IntegrityError, DataError) as error:
        raise refused(error) from error
    return turn, stored
