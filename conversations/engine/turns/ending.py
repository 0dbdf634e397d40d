"""Turns that are ended from outside, those among them that lost their process, and who is told."""

from uuid import UUID

from conversations import live
from conversations.engine import store
from conversations.engine.errors import TurnCancelled
from conversations.engine.records import FoundSession, SessionRecord, TurnRecord
from conversations.engine.rendering import closing_event, interruption
from conversations.engine.turns.running import stop_turn
from conversations.models.states import TurnStatus
from providers.database import in_database


async def cancel(session: UUID, number: int) -> TurnRecord:
    """Cancel a turn that runs, waits or was interrupted; return it as it stands now.

    Raises SessionUnknown, TurnUnknown.
    """
    turn, owner = await in_database(store.cancel_turn, session, number)
    told_here = bool(owner) and stop_turn(session, owner)
    if turn.status == TurnStatus.CANCELLED and not told_here:
        event = interruption(number, TurnCancelled(turn=number))
        await live.publish(session, event)
    return turn


async def answer_queued(session: UUID, number: int) -> None:
    """Give a turn that waits what has completed its session meanwhile; nothing runs, every tab hears it."""
    if await in_database(store.answer_queued, session, number):
        turn = await in_database(store.read_turn, session, number)
        _, result = await in_database(store.retold, session, turn)
        await live.publish(session, closing_event(result))


async def find(session: UUID, client_id: str | None = None) -> FoundSession:
    """A session as it is now, no turn of it lost, and the turn of the same client id.

    Raises SessionUnknown.
    """
    while (found := await in_database(store.find_session, session, client_id)).lost:
        await _settle(found.session)
    return found


async def _settle(session: SessionRecord) -> None:
    """Mark the turn as interrupted whose process did not renew its lease in time.

    Where that happened to it too often, the turn is failed and every tab hears it.
    """
    turn = await in_database(store.settle_lost_turn, session)
    if turn is not None and turn.status == TurnStatus.FAILED:
        _, result = await in_database(store.retold, session.id, turn)
        await live.publish(session.id, closing_event(result))
