"""One step: runs the node, and those that it sends for at once, and gathers all that they want written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from conversations.authoring.builders import Direct, DirectTo, FanOut, Finish, Go, Join, Move, Transition
from conversations.authoring.context import TurnContext
from conversations.authoring.errors import AuthoringError
from conversations.authoring.nodes import END, ConversationNode
from conversations.authoring.state import check_patch, patch_channel
from conversations.engine.errors import Cause, TurnFault
from conversations.engine.ledger import Ledger
from conversations.engine.records import NewMessage, NodeRecord, OpenTurn, StepWrite
from conversations.engine.turns.fan_out import refuse_unfit, run_targets
from conversations.engine.turns.node_runs import NodeRun, NodeRunner, Place
from conversations.text import cleaned, is_blank
from providers.ports import ChatRole

MOST_STEPS: Final = 25
"""Steps of one turn, retries counted in; a graph that goes round for ever ends here."""


@dataclass(frozen=True)
class StepRunner:
    """Runs steps of one turn; `starts` is told the id of each node that does."""

    nodes: NodeRunner
    starts: Callable[[str], None]

    async def run(self, turn: OpenTurn, ledger: Ledger) -> StepWrite:
        """Run the cursor's node. Raises TurnFault; what was spent is in the ledger either way."""
        self.starts(turn.session.cursor)
        place = Place(turn.session, turn.turn, turn.turn.steps + 1, turn.history)
        run = self.nodes.begin(place, ledger)
        try:
            transition, messages = await run.run()
            if isinstance(transition, FanOut):
                return await self._fan_out(run, transition)
            with ledger.routing():
                return self._write(run, transition, messages)
        except AuthoringError as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{turn.session.cursor}: {error}") from error

    def _write(self, run: NodeRun, transition: Transition, messages: Sequence[NewMessage]) -> StepWrite:
        if isinstance(transition, Join):
            raise TurnFault(
                Cause.HANDLER_FAILED, f"{run.context.node} returned join() and is not part of a fan_out."
            )
        graph = self.nodes.graph
        owner = graph.id_of(transition.target) if isinstance(transition, Move) else run.context.node
        space = graph.space_of(owner)
        return StepWrite(
            nodes=(run.record(transition, self._channels(run, transition, owner)),),
            cursor=END if isinstance(transition, Finish) else owner,
            messages=(*messages, *_seeded(transition, space), *_reply(transition, space, run.context)),
            completes_session=isinstance(transition, Finish),
            next_space=space if isinstance(transition, Go) else None,
            window=graph.history_window,
        )

    def _channels(self, run: NodeRun, transition: Transition, owner: str) -> dict[str, dict[str, Any]]:
        graph, channels = self.nodes.graph, run.context.staged_channels()
        if isinstance(transition, Move) and transition.state:
            patch = dict(transition.state)
            check_patch(graph, owner, patch)
            stored = channels.get(owner, run.place.session.channels.get(owner, {}))
            channels[owner] = patch_channel(graph, owner, stored, patch)
        return channels

    async def _fan_out(self, run: NodeRun, fan_out: FanOut) -> StepWrite:
        graph, place = self.nodes.graph, run.place
        with run.ledger.routing():
            then = self._checked_then(run, fan_out)
            first = run.record(fan_out, run.context.staged_channels())
        if place.step + len(fan_out.targets) > MOST_STEPS:
            raise TurnFault(Cause.STEP_LIMIT, f"The turn did not end within {MOST_STEPS} steps.")
        channels = {**place.session.channels, **first.channels}
        before = replace(place, session=replace(place.session, channels=channels))
        joined: list[NodeRecord] = await run_targets(
            self.nodes, fan_out.targets, before, run.ledger, self.starts
        )
        return StepWrite(
            nodes=(first, *joined),
            cursor=then,
            messages=(),
            completes_session=False,
            next_space=graph.space_of(then),
            window=graph.history_window,
        )

    def _checked_then(self, run: NodeRun, fan_out: FanOut) -> str:
        """The id of the node that comes after. Raises TurnFault and AuthoringError where none may."""
        if isinstance(run.node, ConversationNode):
            raise TurnFault(
                Cause.HANDLER_FAILED, f"{run.context.node} talks to the customer and returned fan_out()."
            )
        refuse_unfit(self.nodes.graph, fan_out.targets)
        return self.nodes.graph.id_of(fan_out.then)


def _seeded(transition: Transition, space: str) -> list[NewMessage]:
    if not isinstance(transition, Move):
        return []
    return [
        NewMessage(space=space, role=ChatRole.HUMAN, text=cleaned(seed.text), internal=seed.internal)
        for seed in transition.messages
    ]


def _reply(transition: Transition, space: str, context: TurnContext) -> list[NewMessage]:
    if not isinstance(transition, Direct | DirectTo | Finish):
        return []
    return [
        NewMessage(
            space=space,
            role=ChatRole.AI,
            text=cleaned(transition.text),
            node=context.node,
            visible=True,
            suggestions=_suggestions(transition, context),
        )
    ]


def _suggestions(transition: Direct | DirectTo | Finish, context: TurnContext) -> tuple[str, ...]:
    """What the customer may answer with one click; there is no answer to the end."""
    if isinstance(transition, Finish):
        return ()
    suggestions = transition.suggestions or context.suggestions
    return tuple(text for text in map(cleaned, suggestions) if not is_blank(text))
