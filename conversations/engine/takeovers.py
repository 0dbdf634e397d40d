"""Staff in the machine's place: what the database decided is told to every tab."""

from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings

from conversations import identifiers, live
from conversations.authoring.graph import Graph
from conversations.engine import graphs, store
from conversations.engine.errors import MessageInvalid, RequestInvalid, TurnCancelled
from conversations.engine.events import (
    HandedBack,
    StaffTyping,
    TurnCompleted,
    TurnEvent,
    TurnFailed,
    VisibleMessage,
)
from conversations.engine.records import FoundSession
from conversations.engine.rendering import (
    handed_over,
    interruption,
    past_events,
    past_result,
    visible_message,
)
from conversations.engine.staff import Holder, Staff
from conversations.engine.turns.entering import merged_config, space_of_cursor
from conversations.engine.turns.running import RunningTurn, carry_through, stop_turn
from conversations.engine.values import TurnRequest
from conversations.text import fault_in_message
from providers.database import in_database


async def take_over(session: UUID, staff: Staff) -> Holder:
    """As `GraphEngine.take_over`."""
    graph = await _graph_of(session)
    taken = await in_database(
        store.take_over, session, staff, partial(space_of_cursor, graph), partial(_merged, graph)
    )
    if not taken.is_new:
        return taken.holder
    # First who answers: a tab then knows that the turn did not fail but was stopped.
    await live.publish(session, handed_over(taken.holder))
    told_here = bool(taken.owner) and stop_turn(session, taken.owner)
    stopped = [] if taken.cancelled is None or told_here else [_cancelled(taken.cancelled)]
    answered = [event for turn in taken.answered for event in _answers(turn)]
    if stopped or answered:
        await live.publish(session, *stopped, *answered)
    return taken.holder


async def say(session: UUID, staff: Staff, text: str, client_id: str) -> VisibleMessage:
    """As `GraphEngine.say`."""
    fault = fault_in_message(text, required=True, longest=settings.EZGRAPH_MAX_MESSAGE_LENGTH)
    if fault is not None:
        raise MessageInvalid(fault)
    space_of = partial(space_of_cursor, await _graph_of(session))
    message = visible_message(await in_database(store.say, session, staff, text, client_id, space_of))
    await live.publish(session, message)
    return message


async def tell_typing(session: UUID, staff: Staff) -> None:
    """As `GraphEngine.tell_typing`."""
    holder = await in_database(store.check_held, session, staff)
    typing = StaffTyping(takeover=holder.takeover, name=holder.name, shown_name=holder.shown_name)
    await live.publish(session, typing)


async def hand_back(session: UUID, staff: Staff) -> None:
    """As `GraphEngine.hand_back`."""
    holder = await in_database(store.hand_back, session, staff)
    back = HandedBack(takeover=holder.takeover, name=holder.name, shown_name=holder.shown_name)
    await live.publish(session, back)


async def leave_to_staff(graph: Graph, found: FoundSession, request: TurnRequest) -> RunningTurn:
    """Store a message that staff answer: its turn is over at once. Raises SessionChanged, RequestInvalid."""
    session = found.session
    turn, messages = await in_database(
        store.store_handed_over,
        session,
        request,
        space=space_of_cursor(graph, session.cursor),
        config=merged_config(graph, session.config, request.config),
    )
    result = past_result(session.id, turn, messages)
    events = past_events(turn, messages, result)
    running = RunningTurn.over(events, result)
    running.begin(identifiers.lease_owner())
    carry_through(live.publish(session.id, *events, run=running.run))
    return running


async def _graph_of(session: UUID) -> Graph:
    """A session's graph, which it keeps for life. Raises SessionUnknown, GraphUnknown."""
    return graphs.get((await in_database(store.read_session, session)).graph)


def _merged(graph: Graph, stored: dict[str, Any], given: dict[str, Any] | None) -> dict[str, Any]:
    """The session's config with that of a turn that waited, which is passed over where it fits no more."""
    try:
        return merged_config(graph, stored, given)
    except RequestInvalid:
        return stored


def _cancelled(turn: int) -> TurnFailed:
    """What tells that a turn was stopped which runs in another process, or in none any more."""
    return interruption(turn, TurnCancelled(turn=turn))


def _answers(turn: store.Answered) -> list[TurnEvent]:
    """What tells that staff answer a turn that waited."""
    said = [visible_message(turn.message)] if turn.message else []
    return [*said, TurnCompleted(turn=turn.turn, completed=False)]
