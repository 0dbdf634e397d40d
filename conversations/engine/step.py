"""One step: runs the node and gathers all that it wants written."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ValidationError

from conversations import clock
from conversations.authoring.builders import Direct, DirectTo, Finish, Go, Move, Transition
from conversations.authoring.config import ChatConfig, merge_chat_options
from conversations.authoring.context import TurnContext
from conversations.authoring.decisions import DecisionContext
from conversations.authoring.errors import AuthoringError
from conversations.authoring.graph import Graph
from conversations.authoring.nodes import END, ConversationNode, DecisionNode, Node
from conversations.authoring.state import GraphState, check_patch, patch_channel
from conversations.engine.asking import Listener
from conversations.engine.conversation import ConversationRun
from conversations.engine.decision import DecisionRun
from conversations.engine.decision.asked import requests_in
from conversations.engine.errors import Cause, TurnFault
from conversations.engine.invoking import expect_transition, invoke
from conversations.engine.ledger import Ledger
from conversations.engine.levels import Levels
from conversations.engine.values import NewMessage, OpenTurn, StepWrite
from conversations.text import cleaned
from providers.ports import ChatMessage, ChatRole
from providers.validation import fault_texts


@dataclass(frozen=True)
class StepRunner:
    """Runs steps of one turn. `levels` are the options below the nodes."""

    graph: Graph
    levels: Levels
    listener: Listener | None

    async def run(self, turn: OpenTurn, ledger: Ledger) -> StepWrite:
        """Run the cursor's node. Raises TurnFault; what was spent is in the ledger either way."""
        node = self._node(turn.session.cursor)
        started_at, started = clock.now(), clock.elapsed()
        try:
            context, state = self._context(turn)
            transition, messages = await self._run_node(node, context, state, turn.history, ledger)
            ledger.add_entries(transition.usage if not isinstance(node, ConversationNode) else ())
            return self._write(turn, context, transition, messages, ledger, started_at, started)
        except AuthoringError as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{node.node_id()}: {error}") from error

    def _node(self, cursor: str) -> Node:
        if not self.graph.has_node(cursor):
            raise TurnFault(
                Cause.NODE_UNKNOWN,
                f"The session stands at the node {cursor!r}, which the graph {self.graph.name} has not.",
            )
        return self.graph.node(cursor)

    async def _run_node(
        self,
        node: Node,
        context: TurnContext,
        state: GraphState,
        history: Sequence[ChatMessage],
        ledger: Ledger,
    ) -> tuple[Transition, list[NewMessage]]:
        match node:
            case ConversationNode():
                run = ConversationRun(
                    self.graph, node, self._config(node), context, state, ledger, history, self.listener
                )
                return await run.run()
            case DecisionNode():
                assert isinstance(context, DecisionContext)
                decision = DecisionRun(self.graph, node, self.levels.decision, context, state, ledger)
                return await decision.run(), []
            case _:
                return await self._run_plain(node, context, state), []

    async def _run_plain(self, node: Node, context: TurnContext, state: GraphState) -> Transition:
        place = f"{context.node}.run"
        try:
            returned = await invoke(node.run, context, state)
        except Exception as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{place} raised {error!r}") from error
        return expect_transition(place, returned)

    def _config(self, node: ConversationNode) -> ChatConfig:
        try:
            return merge_chat_options([*self.levels.chat, node.get_chat_config()])
        except Exception as error:
            raise TurnFault(Cause.CONFIGURATION, f"{node.node_id()}: its chat config: {error!r}") from error

    def _context(self, turn: OpenTurn) -> tuple[TurnContext, GraphState]:
        session = turn.session
        said = [m.text for m in turn.history if m.role is ChatRole.HUMAN and not m.internal]
        state = GraphState(
            graph=self.graph,
            channels=session.channels,
            cursor=session.cursor,
            config=self._session_config(session.config),
            input_consumed=turn.turn.input_consumed,
            request=said[-1] if said else "",
            external_user=session.external_user,
            external_user_verified=session.external_user_verified,
            today=self.graph.today(),
        )
        return self._context_of(turn, state), state

    def _context_of(self, turn: OpenTurn, state: GraphState) -> TurnContext:
        node = self.graph.node(turn.session.cursor)
        about: dict[str, Any] = {
            "graph": self.graph,
            "state": state,
            "session": str(turn.session.id),
            "turn": turn.turn.number,
            "step": turn.turn.steps + 1,
            "node": turn.session.cursor,
        }
        if not isinstance(node, DecisionNode):
            return TurnContext(**about)
        request, prior_requests = requests_in(turn.history)
        return DecisionContext(
            request=request,
            prior_requests=prior_requests,
            thresholds=node.thresholds,
            overrides=self.levels.thresholds.get(turn.session.cursor, {}),
            **about,
        )

    def _session_config(self, stored: dict[str, Any]) -> BaseModel | None:
        if self.graph.Config is None:
            return None
        try:
            return self.graph.Config.model_validate_json(json.dumps(stored))
        except ValidationError as error:
            found = "; ".join(fault_texts(error))
            raise TurnFault(
                Cause.CONFIGURATION, f"The session's stored config does not fit the graph's Config: {found}"
            ) from error

    def _write(
        self,
        turn: OpenTurn,
        context: TurnContext,
        transition: Transition,
        messages: list[NewMessage],
        ledger: Ledger,
        started_at: datetime,
        started: float,
    ) -> StepWrite:
        owner = self.graph.id_of(transition.target) if isinstance(transition, Move) else context.node
        space = self.graph.space_of(owner)
        return StepWrite(
            node=context.node,
            outcome=_OUTCOMES[type(transition)],
            cursor=END if isinstance(transition, Finish) else owner,
            channels=self._channels(turn, context, transition, owner),
            messages=(*messages, *_seeded(transition, space), *_reply(transition, space, context.node)),
            calls=tuple(ledger.calls),
            decisions=tuple(ledger.decisions),
            usage=ledger.usage,
            started_at=started_at,
            duration_ms=round((clock.elapsed() - started) * 1000),
            completes_session=isinstance(transition, Finish),
            next_space=space if isinstance(transition, Go) else None,
            window=self.graph.history_window,
        )

    def _channels(
        self, turn: OpenTurn, context: TurnContext, transition: Transition, cursor: str
    ) -> dict[str, dict[str, object]]:
        channels = context.staged_channels()
        if isinstance(transition, Move) and transition.state:
            patch = dict(transition.state)
            check_patch(self.graph, cursor, patch)
            stored = channels.get(cursor, turn.session.channels.get(cursor, {}))
            channels[cursor] = patch_channel(self.graph, cursor, stored, patch)
        return channels


_OUTCOMES: dict[type[Transition], str] = {
    Go: "go",
    Direct: "direct",
    DirectTo: "direct_to",
    Finish: "finish",
}


def _seeded(transition: Transition, space: str) -> list[NewMessage]:
    if not isinstance(transition, Move):
        return []
    return [
        NewMessage(space=space, role=ChatRole.HUMAN, text=cleaned(seed.text), internal=seed.internal)
        for seed in transition.messages
    ]


def _reply(transition: Transition, space: str, node: str) -> list[NewMessage]:
    if not isinstance(transition, Direct | DirectTo | Finish):
        return []
    text = cleaned(transition.text)
    return [NewMessage(space=space, role=ChatRole.AI, text=text, node=node, visible=True)]
