"""How turns begin: new ones, those that run again, and those that waited for another."""

import logging
from contextlib import suppress
from contextvars import Context, copy_context
from typing import Final
from uuid import UUID

from conversations import identifiers, live
from conversations.authoring.graph import Graph
from conversations.engine import graphs, store
from conversations.engine.conversation.json_replies import replies_in_json
from conversations.engine.errors import (
    EngineError,
    RequestInvalid,
    SessionCompleted,
    SessionTaken,
    TurnNotRetryable,
)
from conversations.engine.levels import levels_of
from conversations.engine.records import Entrance, FoundSession, Opening, OpenTurn, TurnRecord
from conversations.engine.rendering import interruption
from conversations.engine.turns import ending
from conversations.engine.turns.entering import entrance_of, entrance_of_retry, space_of_cursor
from conversations.engine.turns.entrances import one_at_a_time
from conversations.engine.turns.running import (
    RunningTurn,
    carry_through,
    expected,
    is_stopping,
    run_turn,
)
from conversations.engine.turns.turn import TurnRun
from conversations.engine.values import TurnRequest
from conversations.models.states import SessionStatus, TurnStatus
from providers.database import in_database

logger = logging.getLogger(__name__)

MOST_LOOKS: Final = 5
"""How often a session is looked at anew when somebody else changes it between look and write."""


async def open_new(graph: Graph, found: FoundSession, request: TurnRequest) -> RunningTurn:
    """Store a message and let its turn run. Raises SessionChanged, EngineError."""
    entrance = await entrance_of(graph, found.session, request.config)
    opened = await in_database(store.open_turn, found.session, entrance, request, _opening(graph, entrance))
    return _launch(graph, found, opened, copy_context(), stream=request.stream)


async def reopen(graph: Graph, found: FoundSession, number: int, *, stream: bool) -> RunningTurn:
    """Let an interrupted turn, or the newest failed one, run again; not while staff answer.

    Raises SessionChanged, EngineError.
    """
    return _launch(graph, found, await _reopened(graph, found, number), copy_context(), stream=stream)


async def go_on(session: UUID) -> RunningTurn | None:
    """Start the oldest turn that waits or was interrupted, where none runs; what follows it follows.

    None where nothing is to be started. Raises EngineError where its session cannot be entered.
    """
    async with one_at_a_time(session):
        for _ in range(MOST_LOOKS):
            found = await ending.find(session)
            is_over = found.session.status in (SessionStatus.ENDED, SessionStatus.HANDED_OVER)
            if is_stopping() or found.busy or found.due is None or is_over:
                return None
            graph = graphs.get(found.session.graph)
            with suppress(store.SessionChanged):
                if found.due.status == TurnStatus.INTERRUPTED:
                    opened = await _reopened(graph, found, found.due.number)
                    return _launch(graph, found, opened, Context(), stream=True)
                try:
                    return await _open_queued(graph, found, found.due)
                except (SessionCompleted, RequestInvalid, store.Unstorable) as error:
                    await _close_unopened(graph, session, found.due.number, error)
    return None


async def _close_unopened(graph: Graph, session: UUID, number: int, error: Exception) -> None:
    """End a turn that waited: what came before it made it impossible, or nobody could ever store it.

    A json graph that has given its object meanwhile gives it this one, too.
    """
    if isinstance(error, SessionCompleted) and replies_in_json(graph):
        await ending.answer_queued(session, number)
        return
    logger.warning("Turn %s of session %s is dropped: %s", number, session, error)
    await ending.cancel(session, number)


async def go_on_if_possible(session: UUID) -> None:
    """Like `go_on`, for callers whom nobody asks how it went."""
    try:
        await go_on(session)
    except EngineError as error:
        logger.warning("What waits in session %s cannot run now: %s", session, error)
    except Exception:
        logger.exception("What waits in session %s does not run before the next contact.", session)


async def _reopened(graph: Graph, found: FoundSession, number: int) -> OpenTurn:
    if found.session.status == SessionStatus.ENDED:
        raise SessionCompleted
    if found.session.status == SessionStatus.HANDED_OVER:
        raise TurnNotRetryable
    entrance = entrance_of_retry(graph, found.session)
    return await in_database(store.reopen_turn, found.session, entrance, number, _opening(graph, entrance))


async def _open_queued(graph: Graph, found: FoundSession, queued: TurnRecord) -> RunningTurn:
    entrance = await entrance_of(graph, found.session, queued.config)
    opened = await in_database(store.open_queued, found.session, entrance, queued, _opening(graph, entrance))
    return _launch(graph, found, opened, Context(), stream=True)


def _opening(graph: Graph, entrance: Entrance) -> Opening:
    return Opening(
        owner=identifiers.lease_owner(),
        space=space_of_cursor(graph, entrance.cursor),
        window=graph.history_window,
    )


def _launch(
    graph: Graph, found: FoundSession, opened: OpenTurn, context: Context, *, stream: bool
) -> RunningTurn:
    """Let an open turn run: in the context of who waits for it here, or else in this one."""
    session = opened.session.id
    running = expected(session, opened.turn.number, context)
    running.begin(opened.session.lease)
    run = TurnRun(graph, opened, running, levels_of(graph, found.settings), stream)
    run_turn(session, running.run, _run(session, run), running.context)
    carry_through(_tell_all_tabs(session, running))
    return running


async def _run(session: UUID, run: TurnRun) -> None:
    """Run a turn; when it is over, start the one that waits for it."""
    await run.run()
    if run.others_wait:
        # In no context: who asked for this turn has nothing to do with the next one.
        carry_through(go_on_if_possible(session), Context())


async def _tell_all_tabs(session: UUID, running: RunningTurn) -> None:
    async for events in running.follow_closely():
        await live.publish(session, *events, run=running.run)
    try:
        await running.result()
    except SessionTaken:
        return
    except Exception as error:
        await live.publish(session, interruption(running.number, error), run=running.run)
