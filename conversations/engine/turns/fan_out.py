"""The targets of a fan_out: they run at once, all settle, and either all join or the turn fails."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace

from conversations.authoring.builders import Join, Transition
from conversations.authoring.errors import AuthoringError
from conversations.authoring.graph import Graph
from conversations.authoring.nodes import ConversationNode, DecisionNode
from conversations.engine import store
from conversations.engine.decision import Batch, Decide, Seat, decide_alone
from conversations.engine.errors import Cause, TurnFault
from conversations.engine.invoking import kind_of
from conversations.engine.ledger import Ledger
from conversations.engine.records import NodeRecord
from conversations.engine.turns.node_runs import NodeRun, NodeRunner, Place
from conversations.engine.turns.running import is_being_stopped
from providers.database import in_database
from providers.ports import ChatMessage
from providers.together import side_by_side


async def run_targets(
    nodes: NodeRunner, targets: Sequence[str], before: Place, ledger: Ledger, starts: Callable[[str], None]
) -> list[NodeRecord]:
    """Run fit nodes at once, each from the state of `before`, and return what is kept of each, in order.

    `starts` is told the id of each. Raises TurnFault where one failed, once all have settled. What
    they spent is in the ledger either way.
    """
    histories = await _histories(nodes, targets, before)
    places = [
        replace(
            before,
            session=replace(before.session, cursor=target),
            step=before.step + number,
            history=histories[nodes.graph.space_of(target)],
        )
        for number, target in enumerate(targets, start=1)
    ]
    runs = [nodes.begin(place, Ledger()) for place in places]
    for target in targets:
        starts(target)
    try:
        async with Batch() as batch:
            seated = [(run, batch.seat() if isinstance(run.node, DecisionNode) else None) for run in runs]
            settled = await side_by_side(_settle, seated)
    finally:
        for run in runs:
            ledger.take(run.ledger)
    return _all_joined(settled)


def refuse_unfit(graph: Graph, targets: Iterable[str]) -> None:
    """Raise TurnFault where a target talks to the customer, StateMisuse where there is none."""
    for target in targets:
        if isinstance(graph.node(target), ConversationNode):
            raise TurnFault(
                Cause.HANDLER_FAILED, f"{target} talks to the customer and cannot be part of a fan_out."
            )


async def _histories(
    nodes: NodeRunner, targets: Iterable[str], before: Place
) -> dict[str, Sequence[ChatMessage]]:
    """The messages of each target's space; those of the space of `before` are known."""
    graph, session = nodes.graph, before.session
    histories = {graph.space_of(session.cursor): before.history}
    for space in {graph.space_of(target) for target in targets} - set(histories):
        histories[space] = await in_database(store.read_history, session, space, graph.history_window)
    return histories


async def _settle(seated: tuple[NodeRun, Seat | None]) -> NodeRecord | Exception:
    """Run one target to its end, whatever that is. `Seat` is a decision's among the others."""
    run, seat = seated
    try:
        with nullcontext(decide_alone) if seat is None else seat as decide:
            return await _join(run, decide)
    except AuthoringError as error:
        return TurnFault(Cause.HANDLER_FAILED, f"{run.node.node_id()}: {error}")
    except asyncio.CancelledError as error:
        if is_being_stopped():
            raise
        return TurnFault(Cause.HANDLER_FAILED, f"{run.node.node_id()} raised {error!r}")
    except Exception as error:
        return error


async def _join(run: NodeRun, decide: Decide) -> NodeRecord:
    transition, _ = await run.run(decide)
    with run.ledger.routing():
        return _joined(run, transition)


def _joined(run: NodeRun, transition: Transition) -> NodeRecord:
    node = run.context.node
    if not isinstance(transition, Join):
        kind = kind_of(transition)
        raise TurnFault(
            Cause.HANDLER_FAILED, f"{node} returned {kind} in a fan_out, where only join() may be returned."
        )
    channels = run.context.staged_channels()
    others = sorted(set(channels) - {node})
    if others:
        raise TurnFault(
            Cause.HANDLER_FAILED, f"{node} saved the state of {', '.join(others)}, which a fan_out forbids."
        )
    return run.record(transition, channels)


def _all_joined(settled: Sequence[NodeRecord | Exception]) -> list[NodeRecord]:
    """Raises the first error that is not a TurnFault, or else one TurnFault that tells of all."""
    errors = [outcome for outcome in settled if isinstance(outcome, Exception)]
    faults = [error for error in errors if isinstance(error, TurnFault)]
    for error in errors:
        if not isinstance(error, TurnFault):
            raise error
    if faults:
        raise TurnFault(faults[0].cause, "; ".join(fault.detail for fault in faults))
    return [outcome for outcome in settled if isinstance(outcome, NodeRecord)]
