"""The context of one step: where a node stages what shall be written when the step ends."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from conversations.authoring.state import GraphState, check_patch, patch_channel
from conversations.authoring.suggestions import checked_suggestions

if TYPE_CHECKING:
    from conversations.authoring.graph import Graph
    from conversations.authoring.nodes import Node


class TurnContext:
    """Handed to every handler of a step.

    `session` is the session's id, `turn` and `step` are numbers from 1, `node` is the id of the
    node that runs. Nothing is written before the step ends without error.
    """

    def __init__(self, *, graph: "Graph", state: GraphState, session: str, turn: int, step: int, node: str):
        self.session = session
        self.turn = turn
        self.step = step
        self.node = node
        self._graph = graph
        self._state = state
        self._staged: dict[str, dict[str, Any]] = {}
        self._suggestions: tuple[str, ...] = ()

    def save_state(self, **patch: Any) -> None:
        """Stage fields of the running node's own channel. Raises StateMisuse for unknown fields."""
        self._stage(self.node, patch)

    def save_node_state(self, node: "type[Node] | str", **patch: Any) -> None:
        """Stage fields of another node's channel. Raises StateMisuse for unknown nodes or fields."""
        self._stage(self._graph.id_of(node), patch)

    def suggest(self, *texts: str) -> None:
        """Offer replies that the customer may send with one click, up to six of at most 80 characters.

        They go with the message that ends this step, and are gone with the next one; a step without one
        offers nothing, and neither does the message that ends the session. Called again, the last call
        holds; `.with_suggestions(...)` of a builder goes before it. Raises BuilderMisuse.
        """
        self._suggestions = checked_suggestions(texts)

    @property
    def suggestions(self) -> tuple[str, ...]:
        """What was suggested last in this step."""
        return self._suggestions

    def graph_state(self) -> GraphState:
        """The state with everything staged so far; `state` shows what held at the start."""
        return replace(self._state, channels={**self._state.channels, **self.staged_channels()})

    def staged_channels(self) -> dict[str, dict[str, Any]]:
        """Every touched channel, whole and validated, by node id. Raises StateMisuse."""
        return {
            node: patch_channel(self._graph, node, self._state.channels.get(node, {}), patch)
            for node, patch in self._staged.items()
        }

    def effect_key(self, name: str) -> str:
        """A text that is the same whenever this step runs again.

        Hand it to outside systems as their idempotency key, so that a step that is repeated after
        a crash or a retry has its effect once. `name` tells several effects of a step apart.
        """
        return f"{self.session}:{self.turn}:{self.step}:{name}"

    def _stage(self, node_id: str, patch: dict[str, Any]) -> None:
        check_patch(self._graph, node_id, patch)
        self._staged[node_id] = self._staged.get(node_id, {}) | patch
