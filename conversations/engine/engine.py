"""GraphEngine: the one way in for every message, whoever brings it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.conf import settings

from conversations import identifiers, live
from conversations.authoring.graph import Graph
from conversations.engine import graphs, store
from conversations.engine.entering import (
    entrance_of,
    entrance_of_retry,
    initial_config,
    merged_config,
    space_of_cursor,
)
from conversations.engine.errors import (
    IdempotencyMismatch,
    MessageInvalid,
    RequestInvalid,
    SessionBusy,
    SessionCompleted,
    TurnCancelled,
)
from conversations.engine.events import SessionEnded, TurnEvent
from conversations.engine.levels import chat_levels
from conversations.engine.rendering import interruption
from conversations.engine.running import RunningTurn, in_background, run_turn, stop_turn
from conversations.engine.turn import TurnRun
from conversations.engine.values import (
    FoundSession,
    NewSession,
    OpenTurn,
    SessionRecord,
    TurnRecord,
    TurnRequest,
    TurnResult,
)
from conversations.models.states import SessionStatus, TurnStatus
from conversations.text import fault_in_message, holds_forbidden
from providers.database import in_database

LONGEST_ID: Final = 200
"""Characters of a caller's own id of a message, a session or a user."""

MOST_LOOKS: Final = 5
"""How often a session is looked at anew when somebody else changes it between look and write."""


class GraphEngine:
    """Runs turns. It keeps nothing of a session; several processes may serve the same one."""

    async def create_session(self, new: NewSession) -> tuple[SessionRecord, bool]:
        """Make a session, or find the client's own of that external id; tells whether it is new.

        Raises GraphUnknown, RequestInvalid.
        """
        graph = graphs.get(new.graph)
        for field in ("external_id", "external_user"):
            _check_id(field, getattr(new, field))
        checked = replace(new, config=initial_config(graph, new.config, by_visitor=new.by_visitor))
        return await in_database(
            store.create_session, checked, cursor=graph.start_id, schema_version=graph.schema_version
        )

    async def start(self, request: TurnRequest) -> RunningTurn:
        """Accept a message and let its turn run; return once it is stored.

        A message whose client id was seen before gives that turn again. The turn goes on when the
        caller is cancelled. Raises EngineError where the message is not accepted.
        """
        return await asyncio.shield(in_background(self._start(request)))

    async def retry(self, session: UUID, number: int, *, stream: bool = False) -> RunningTurn:
        """Run the session's newest failed or interrupted turn again; return once it runs.

        Raises EngineError.
        """
        return await asyncio.shield(in_background(self._retry(session, number, stream)))

    async def run(self, request: TurnRequest) -> TurnResult:
        """Run a message's turn and wait for its end. Raises EngineError."""
        running = await self.start(request)
        return await running.result()

    async def stream(self, request: TurnRequest) -> AsyncIterator[TurnEvent]:
        """Run a message's turn and yield its events as they happen. Raises EngineError."""
        running = await self.start(replace(request, stream=True))
        async for event in running.follow():
            yield event
        await running.result()

    async def end_session(self, session: UUID) -> None:
        """End a session for the customer, staff or an integration.

        Raises SessionUnknown, SessionCompleted.
        """
        await in_database(store.end_session, session)
        stop_turn(session)
        await live.publish(session, SessionEnded().model_dump(mode="json"))

    async def _start(self, request: TurnRequest) -> RunningTurn:
        _check_id("client_id", request.client_id)
        for _ in range(MOST_LOOKS):
            found = await in_database(store.find_session, request.session, request.client_id)
            graph = graphs.get(found.session.graph)
            _check_message(graph, request)
            if found.seen is not None and found.seen.fingerprint != request.fingerprint:
                raise IdempotencyMismatch
            if found.seen is not None and found.seen.status != TurnStatus.INTERRUPTED:
                return await _outcome_of(request.session, found.seen)
            _check_free(found)
            with suppress(store.SessionChanged):
                if found.seen is not None:
                    return await self._reopen(graph, found, found.seen.number, request.stream)
                return await self._open(graph, found, request)
        raise SessionBusy(turn=None)

    async def _retry(self, session: UUID, number: int, stream: bool) -> RunningTurn:
        for _ in range(MOST_LOOKS):
            found = await in_database(store.find_session, session)
            _check_free(found)
            with suppress(store.SessionChanged):
                return await self._reopen(graphs.get(found.session.graph), found, number, stream)
        raise SessionBusy(turn=None)

    async def _open(self, graph: Graph, found: FoundSession, request: TurnRequest) -> RunningTurn:
        entrance = await entrance_of(graph, found.session)
        entrance = replace(entrance, config=merged_config(graph, entrance.config, request.config))
        opened = await in_database(
            store.open_turn,
            found.session,
            entrance,
            request,
            owner=identifiers.lease_owner(),
            space=space_of_cursor(graph, entrance.cursor),
            window=graph.history_window,
        )
        return self._launch(graph, found, opened, request.stream)

    async def _reopen(self, graph: Graph, found: FoundSession, number: int, stream: bool) -> RunningTurn:
        if found.session.status == SessionStatus.ENDED:
            raise SessionCompleted
        entrance = entrance_of_retry(graph, found.session)
        opened = await in_database(
            store.reopen_turn,
            found.session,
            entrance,
            number,
            owner=identifiers.lease_owner(),
            space=space_of_cursor(graph, entrance.cursor),
            window=graph.history_window,
        )
        return self._launch(graph, found, opened, stream)

    def _launch(self, graph: Graph, found: FoundSession, opened: OpenTurn, stream: bool) -> RunningTurn:
        running = RunningTurn(opened.turn.number, run=opened.session.lease)
        run = TurnRun(graph, opened, running, chat_levels(graph, found.settings), stream)
        run_turn(opened.session.id, run.run())
        in_background(_tell_all_tabs(opened.session.id, running))
        return running


async def _outcome_of(session: UUID, turn: TurnRecord) -> RunningTurn:
    """What became of a message that was sent before."""
    match turn.status:
        case TurnStatus.RUNNING | TurnStatus.QUEUED:
            raise SessionBusy(turn=turn.number, same_message=True)
        case TurnStatus.CANCELLED:
            raise TurnCancelled
    return RunningTurn.over(*await in_database(store.retold, session, turn))


async def _tell_all_tabs(session: UUID, running: RunningTurn) -> None:
    async for event in running.follow():
        await live.publish(session, event.model_dump(mode="json"), run=running.run)
    try:
        await running.result()
    except Exception as error:
        last = interruption(running.number, error)
        await live.publish(session, last.model_dump(mode="json"), run=running.run)


def _check_free(found: FoundSession) -> None:
    if found.busy:
        raise SessionBusy(turn=found.running)


def _check_message(graph: Graph, request: TurnRequest) -> None:
    fault = fault_in_message(
        request.message, required=graph.requires_message, longest=settings.EZGRAPH_MAX_MESSAGE_LENGTH
    )
    if fault is not None:
        raise MessageInvalid(fault)


def _check_id(field: str, value: str | None) -> None:
    if holds_forbidden(value):
        raise RequestInvalid(errors={field: ["It holds characters that are not allowed."]})
    if len(value or "") > LONGEST_ID:
        raise RequestInvalid(errors={field: [f"It is longer than {LONGEST_ID} characters."]})


engine = GraphEngine()
"""The engine of this process."""
