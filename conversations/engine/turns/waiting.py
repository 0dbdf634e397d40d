"""Turns that wait in the database, and those who wait for them in this process."""

import logging
from typing import Final
from uuid import UUID

from conversations.engine import store
from conversations.engine.errors import TurnCancelled
from conversations.engine.records import FoundSession
from conversations.engine.turns.launching import go_on
from conversations.engine.turns.running import RunningTurn, expect, in_background
from conversations.engine.values import TurnRequest
from conversations.models.states import DUE, TurnStatus
from providers.database import in_database

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
"""How often a turn that waits is looked at, in case another process runs what is before it."""


async def queue(found: FoundSession, request: TurnRequest) -> RunningTurn:
    """Store a message behind all that waits; it is answered in order of arrival.

    Raises SessionBusy where too many wait, SessionChanged.
    """
    turn = await in_database(store.queue_turn, found.session, request, running=found.running)
    return wait_for(request.session, turn.number)


def wait_for(session: UUID, number: int) -> RunningTurn:
    """A turn that is to run when its time comes, here or elsewhere."""
    running = RunningTurn(number)
    expect(session, running)
    in_background(_watch(session, running))
    return running


async def _watch(session: UUID, running: RunningTurn) -> None:
    """See to it that what waits runs, and tell how it ended where another process ran it.

    Where that cannot be found out the turn still waits in its row, and runs at the next contact.
    """
    try:
        while not (running.run or running.is_over):
            await go_on(session)
            if running.run or running.is_over or await _is_told(session, running):
                return
            await running.change(LOOK_SECONDS)
    except Exception as error:
        logger.warning(
            "Turn %s of session %s is waited for no longer: %s",
            running.number,
            session,
            type(error).__name__,
            extra={"private": str(error)},
        )
        if not running.is_over:
            running.break_off(error)


async def _is_told(session: UUID, running: RunningTurn) -> bool:
    """Tell the end of a turn that ended elsewhere; False while it has not."""
    turn = await in_database(store.read_turn, session, running.number)
    if turn.status == TurnStatus.RUNNING or turn.status in DUE or running.is_over:
        return False
    if turn.status == TurnStatus.CANCELLED:
        running.break_off(TurnCancelled(turn=turn.number))
    else:
        running.retell(*await in_database(store.retold, session, turn))
    return True
