"""GraphEngine: the one way in for every message, whoever brings it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from uuid import UUID

from conversations import live
from conversations.authoring.graph import Graph
from conversations.engine import graphs, store, takeovers
from conversations.engine.conversation.json_replies import replies_in_json
from conversations.engine.errors import SessionBusy, SessionCompleted, TurnCancelled
from conversations.engine.events import SessionEnded, SessionRated, TurnEvent, VisibleMessage
from conversations.engine.records import FoundSession, SessionRecord, TurnRecord
from conversations.engine.rendering import told_to_sender
from conversations.engine.staff import Holder, Staff
from conversations.engine.turns import ending
from conversations.engine.turns.entering import initial_config
from conversations.engine.turns.entrances import one_at_a_time
from conversations.engine.turns.launching import MOST_LOOKS, go_on, go_on_if_possible, open_new, reopen
from conversations.engine.turns.running import RunningTurn, carry_through, refuse_while_stopping, stop_turn
from conversations.engine.turns.taking import Way, check_comment, check_id, way_of
from conversations.engine.turns.waiting import queue, wait_for
from conversations.engine.values import NewSession, TurnRequest, TurnResult
from conversations.models.states import SessionStatus, TurnStatus
from providers.database import in_database


class GraphEngine:
    """Runs turns. It keeps nothing of a session; several processes may serve the same one."""

    async def create_session(self, new: NewSession) -> tuple[SessionRecord, bool]:
        """Make a session, or find the client's own of that external id; tells whether it is new.

        Raises GraphUnknown, RequestInvalid.
        """
        graph = graphs.get(new.graph)
        for field in ("external_id", "external_user"):
            check_id(field, getattr(new, field))
        checked = replace(new, config=initial_config(graph, new.config, by_visitor=new.by_visitor))
        return await in_database(
            store.create_session, checked, cursor=graph.start_id, schema_version=graph.schema_version
        )

    async def start(self, request: TurnRequest) -> RunningTurn:
        """Accept a message and let its turn run, or wait; return once it is stored.

        A message whose client id was seen before gives that turn again. The turn goes on when the
        caller is cancelled. Raises EngineError where the message is not accepted.
        """
        return await asyncio.shield(carry_through(self._start(request)))

    async def retry(self, session: UUID, number: int, *, stream: bool = False) -> RunningTurn:
        """Run an interrupted turn, or the session's newest failed one, again; return once it runs.

        Raises EngineError.
        """
        return await asyncio.shield(carry_through(self._retry(session, number, stream)))

    async def resume(self, session: UUID) -> RunningTurn | None:
        """Run what waits or was interrupted, where nobody does; return the turn that began.

        None where nothing is to be run. Whatever else waits follows by itself. Raises EngineError.
        """
        return await asyncio.shield(carry_through(go_on(session)))

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

    async def cancel(self, session: UUID, number: int) -> TurnRecord:
        """Cancel a turn that runs, waits or was interrupted; return it as it stands now.

        Its step is dropped, the customer's message stays. A turn that is over is left as it is.
        Raises SessionUnknown, TurnUnknown.
        """
        turn = await ending.cancel(session, number)
        carry_through(go_on_if_possible(session))
        return turn

    async def fork(self, session: UUID, turn: int, step: int) -> SessionRecord:
        """Make a test session as this one was after a step; the parent is left untouched.

        Raises SessionUnknown, TurnUnknown, StepUnknown.
        """
        return await in_database(store.fork_session, session, turn, step)

    async def end_session(self, session: UUID) -> None:
        """End a session for the customer, staff or an integration.

        Raises SessionUnknown, SessionCompleted.
        """
        await in_database(store.end_session, session)
        stop_turn(session)
        await live.publish(session, SessionEnded())

    async def revoke_tokens(self, session: UUID) -> None:
        """Void the tokens of a session's visitors: open tabs are turned out, and none comes in again.

        Raises SessionUnknown.
        """
        await in_database(store.revoke_tokens, session)
        await live.publish_revoked(session)

    async def take_over(self, session: UUID, staff: Staff) -> Holder:
        """Let staff answer in the machine's place; one of them may take over from another.

        The turn that runs is cancelled, wherever it does: no late reply appears. What waits is left to
        staff. Who holds the session already keeps it. Raises SessionUnknown, SessionCompleted,
        GraphUnknown.
        """
        return await asyncio.shield(carry_through(takeovers.take_over(session, staff)))

    async def say(self, session: UUID, staff: Staff, text: str, client_id: str) -> VisibleMessage:
        """Write to the customer as staff, once for each `client_id`; return the message.

        Raises MessageInvalid, RequestInvalid, SessionUnknown, NotHandedOver, HeldByAnother,
        IdempotencyMismatch.
        """
        check_id("client_id", client_id)
        return await asyncio.shield(carry_through(takeovers.say(session, staff, text, client_id)))

    async def tell_typing(self, session: UUID, staff: Staff) -> None:
        """Tell the customer that staff are writing. Raises NotHandedOver, HeldByAnother."""
        await takeovers.tell_typing(session, staff)

    async def hand_back(self, session: UUID, staff: Staff) -> None:
        """Let the machine answer again. Nothing runs: the next message does, and its node sees all.

        Raises SessionUnknown, NotHandedOver, HeldByAnother.
        """
        await asyncio.shield(carry_through(takeovers.hand_back(session, staff)))

    async def erase(self, session: UUID) -> list[UUID]:
        """Erase what a customer said and is known by, in a session and in all that was forked from it.

        They are over for good; a turn that runs is stopped and writes nothing more. What the machine did
        stays on record without content. Returns the sessions, the given one first. Raises SessionUnknown.
        """
        erased = await in_database(store.erase_session, session)
        for one in erased:
            stop_turn(one)
            await live.publish(one, SessionEnded())
        return erased

    async def rate(self, session: UUID, rating: SessionRated) -> None:
        """Keep what the customer thinks of a session, over or not, in place of an earlier rating.

        Raises RequestInvalid, SessionUnknown.
        """
        check_comment(rating.comment)
        await in_database(store.rate_session, session, rating.value, rating.comment)
        await live.publish(session, rating)

    async def _start(self, request: TurnRequest) -> RunningTurn:
        check_id("client_id", request.client_id)
        async with one_at_a_time(request.session):
            for _ in range(MOST_LOOKS):
                refuse_while_stopping()
                found = await ending.find(request.session, request.client_id)
                graph = graphs.get(found.session.graph)
                way = way_of(graph, found, request)
                with suppress(store.SessionChanged):
                    running = await self._take(way, graph, found, request)
                    if running is not None:
                        return running
        raise SessionBusy(turn=None)

    async def _take(
        self, way: Way, graph: Graph, found: FoundSession, request: TurnRequest
    ) -> RunningTurn | None:
        """Go a message's way. None where the session is to be looked at anew."""
        match way:
            case Way.CANCEL_RUNNING:
                assert found.running is not None
                await ending.cancel(request.session, found.running)
            case Way.TELL_AGAIN:
                assert found.seen is not None
                return await _told_again(request.session, found.seen)
            case Way.RUN_AGAIN:
                assert found.seen is not None
                if found.due is not None and found.due.number < found.seen.number:
                    return wait_for(request.session, found.seen.number)
                return await reopen(graph, found, found.seen.number, stream=request.stream)
            case Way.LEAVE_TO_STAFF:
                return await takeovers.leave_to_staff(graph, found, request)
            case Way.QUEUE:
                return await queue(found, request)
            case Way.OPEN:
                return await _opened(graph, found, request)
        return None

    async def _retry(self, session: UUID, number: int, stream: bool) -> RunningTurn:
        async with one_at_a_time(session):
            for _ in range(MOST_LOOKS):
                refuse_while_stopping()
                found = await ending.find(session)
                if found.busy:
                    raise SessionBusy(turn=found.running)
                if found.due is not None and found.due.number != number:
                    carry_through(go_on_if_possible(session))
                    raise SessionBusy(turn=found.due.number)
                with suppress(store.SessionChanged):
                    return await reopen(graphs.get(found.session.graph), found, number, stream=stream)
        raise SessionBusy(turn=None)


async def _opened(graph: Graph, found: FoundSession, request: TurnRequest) -> RunningTurn:
    """Run a new turn; a json graph that has given its object gives that again, and nothing runs."""
    try:
        return await open_new(graph, found, request)
    except SessionCompleted:
        if found.session.status != SessionStatus.COMPLETED or not replies_in_json(graph):
            raise
        given = await in_database(store.completing_turn, request.session)
        if given is None:
            raise
        events, result = await in_database(store.retold, request.session, given)
        return RunningTurn.over(told_to_sender(events, request.client_id), result)


async def _told_again(session: UUID, turn: TurnRecord) -> RunningTurn:
    """What became of a message that was sent before."""
    match turn.status:
        case TurnStatus.QUEUED:
            carry_through(go_on_if_possible(session))
            raise SessionBusy(turn=turn.number, same_message=True)
        case TurnStatus.RUNNING:
            raise SessionBusy(turn=turn.number, same_message=True)
        case TurnStatus.CANCELLED:
            raise TurnCancelled(turn=turn.number)
    return RunningTurn.over(*await in_database(store.retold, session, turn))


engine = GraphEngine()
"""The engine of this process."""
