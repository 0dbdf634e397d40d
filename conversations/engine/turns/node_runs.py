"""One run of a node: what it may read and stage, and what it leaves on record."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ValidationError

from conversations import clock
from conversations.announcements import Step
from conversations.authoring.builders import Transition
from conversations.authoring.config import ChatConfig, merge_chat_options
from conversations.authoring.context import TurnContext
from conversations.authoring.decisions import DecisionContext
from conversations.authoring.graph import Graph
from conversations.authoring.nodes import ConversationNode, DecisionNode, Node
from conversations.authoring.state import GraphState
from conversations.engine import store
from conversations.engine.conversation.asking import Listener
from conversations.engine.conversation.run import ConversationRun
from conversations.engine.decision import (
    MOST_REQUESTS,
    Decide,
    DecisionRun,
    decide_alone,
    holds_all_requests,
    requests_in,
)
from conversations.engine.errors import Cause, TurnFault
from conversations.engine.invoking import expect_transition, invoke
from conversations.engine.ledger import Ledger
from conversations.engine.levels import Levels
from conversations.engine.records import NewMessage, NodeRecord, SessionRecord, TurnRecord
from conversations.models.states import StepOutcome
from providers.announcing import observed
from providers.database import in_database
from providers.ports import ChatMessage
from providers.validation import fault_texts


@dataclass(frozen=True)
class Place:
    """Where a node runs: as the step `step` of a turn, seeing `history`, the messages of its space.

    The cursor of `session` is the node's id.
    """

    session: SessionRecord
    turn: TurnRecord
    step: int
    history: Sequence[ChatMessage]


@dataclass(frozen=True)
class NodeRunner:
    """Runs nodes of one turn. `levels` are the options below the nodes."""

    graph: Graph
    levels: Levels
    listener: Listener | None

    def begin(self, place: Place, ledger: Ledger) -> "NodeRun":
        """A run that is about to start. Raises TurnFault where the graph has no such node."""
        cursor = place.session.cursor
        if not self.graph.has_node(cursor):
            raise TurnFault(
                Cause.NODE_UNKNOWN,
                f"The session stands at the node {cursor!r}, which the graph {self.graph.name} has not. "
                f'If the node was renamed, give it back its id: id = "{cursor}" in its class. '
                "If it is gone, move its sessions to another one by a migration of the graph.",
            )
        return NodeRun(self, place, ledger, self.graph.node(cursor))


@dataclass
class NodeRun:
    """One run of a node. What it spends is in the ledger, however it ends."""

    runner: NodeRunner
    place: Place
    ledger: Ledger
    node: Node
    context: TurnContext = field(init=False)
    _started_at: datetime = field(init=False)
    _started: float = field(init=False)

    async def run(self, decide: Decide = decide_alone) -> tuple[Transition, list[NewMessage]]:
        """Run the node; return what comes next and the messages to add.

        `decide` sends a decision to its provider. Raises TurnFault and AuthoringError.
        """
        step = Step(
            graph=self.runner.graph.name,
            node=self.place.session.cursor,
            kind=_kind_of(self.node),
            number=self.place.step,
        )
        with observed(step):
            try:
                transition, messages = await self._run_here(decide)
            except TurnFault as fault:
                step.fault = fault.cause
                raise
            step.outcome = StepOutcome(transition.outcome)
        return transition, messages

    async def _run_here(self, decide: Decide) -> tuple[Transition, list[NewMessage]]:
        self._started_at, self._started = clock.now(), clock.elapsed()
        state = self._state()
        self.context = await self._context(state)
        transition, messages = await self._run(state, decide)
        if not isinstance(self.node, ConversationNode):
            self.ledger.add_entries(transition.usage)
        return transition, messages

    def record(self, transition: Transition, channels: dict[str, dict[str, Any]]) -> NodeRecord:
        """What is kept of a run that ended so and wants these channels written."""
        return NodeRecord(
            node=self.context.node,
            outcome=StepOutcome(transition.outcome),
            channels=channels,
            calls=tuple(self.ledger.calls),
            decisions=tuple(self.ledger.decisions),
            usage=self.ledger.usage,
            started_at=self._started_at,
            duration_ms=round((clock.elapsed() - self._started) * 1000),
        )

    async def _run(self, state: GraphState, decide: Decide) -> tuple[Transition, list[NewMessage]]:
        graph, levels, context = self.runner.graph, self.runner.levels, self.context
        match self.node:
            case ConversationNode() as node:
                config, history, listener = self._config(node), self.place.history, self.runner.listener
                talk = ConversationRun(graph, node, config, context, state, self.ledger, history, listener)
                return await talk.run()
            case DecisionNode() as node:
                assert isinstance(context, DecisionContext)
                decision = DecisionRun(graph, node, levels.decision, context, state, self.ledger, decide)
                return await decision.run(), []
            case _:
                return await self._run_plain(state), []

    async def _run_plain(self, state: GraphState) -> Transition:
        place = f"{self.context.node}.run"
        try:
            returned = await invoke(self.node.run, self.context, state)
        except Exception as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{place} raised {error!r}") from error
        return expect_transition(place, returned)

    def _config(self, node: ConversationNode) -> ChatConfig:
        try:
            return merge_chat_options([*self.runner.levels.chat, node.get_chat_config()])
        except Exception as error:
            raise TurnFault(Cause.CONFIGURATION, f"{node.node_id()}: its chat config: {error!r}") from error

    def _state(self) -> GraphState:
        graph, session, turn = self.runner.graph, self.place.session, self.place.turn
        request, _ = requests_in(self.place.history)
        today = graph.today()
        return GraphState(
            graph=graph,
            channels=session.channels,
            cursor=session.cursor,
            config=_session_config(graph, session.config),
            input_consumed=turn.input_consumed,
            request=request,
            external_user=session.external_user,
            external_user_verified=session.external_user_verified,
            external_name=session.external_name,
            external_email=session.external_email,
            today=today,
            now=clock.now_on(today),
        )

    async def _context(self, state: GraphState) -> TurnContext:
        about: dict[str, Any] = {
            "graph": self.runner.graph,
            "state": state,
            "session": str(self.place.session.id),
            "turn": self.place.turn.number,
            "step": self.place.step,
            "node": self.place.session.cursor,
        }
        if not isinstance(self.node, DecisionNode):
            return TurnContext(**about)
        request, prior_requests = requests_in(await self._customers_words())
        return DecisionContext(
            request=request,
            prior_requests=prior_requests,
            thresholds=self.node.thresholds,
            overrides=self.runner.levels.thresholds.get(self.place.session.cursor, {}),
            **about,
        )

    async def _customers_words(self) -> Sequence[ChatMessage]:
        """Messages with all that a decision is told of the customer's words; a window may hold too few."""
        graph, place = self.runner.graph, self.place
        if holds_all_requests(place.history, graph.history_window):
            return place.history
        space = graph.space_of(place.session.cursor)
        return await in_database(store.read_customers_words, place.session, space, MOST_REQUESTS)


def _session_config(graph: Graph, stored: dict[str, Any]) -> BaseModel | None:
    if graph.Config is None:
        return None
    try:
        return graph.Config.model_validate_json(json.dumps(stored))
    except ValidationError as error:
        found = "; ".join(fault_texts(error))
        raise TurnFault(
            Cause.CONFIGURATION, f"The session's stored config does not fit the graph's Config: {found}"
        ) from error


def _kind_of(node: Node) -> str:
    match node:
        case ConversationNode():
            return "conversation"
        case DecisionNode():
            return "decision"
    return "plain"
