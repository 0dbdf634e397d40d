"""Graph: a set of nodes, their history spaces, a start and defaults."""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from pydantic import BaseModel

from conversations import clock
from conversations.authoring.config import ChatOptions, DecisionOptions
from conversations.authoring.decisions import DecisionErrorContext
from conversations.authoring.errors import StateMisuse
from conversations.authoring.migrations import Migration
from conversations.authoring.nodes import TERMINATE_TOOL, ConversationNode, Node, TerminateSessionNode
from conversations.authoring.restore import Restore, RestoredSession
from conversations.authoring.tools import ToolHandler

NodeClass = type[Node]

Busy = Literal["reject", "wait", "interrupt"]
"""What a message does that arrives while another turn of its session runs."""


class Graph:
    """Base of all graphs: a set of nodes, a start, and what holds for all of them. Times are seconds."""

    name: ClassVar[str] = ""
    """What addresses, settings and sessions call it: a slug of at most 64 characters. Required, for good."""
    nodes: ClassVar[Sequence[NodeClass]] = ()
    """Its node classes. Required."""
    start: ClassVar[NodeClass | None] = None
    """The node that a session begins in. Required."""
    history_spaces: ClassVar[Mapping[str, Sequence[NodeClass]]] = MappingProxyType({})
    """Which nodes share a history, by its name: models see only messages of their node's own. Nodes that it
    does not name use their attribute `space`."""

    title: ClassVar[str] = ""
    """What customers see as the conversation's name; `name` where it is blank."""
    greeting: ClassVar[str] = ""
    """Shown above an empty conversation; it is no message, and models do not see it."""
    chat: ClassVar[ChatOptions] = {}
    """Which model its conversation nodes ask, unless staff or a node's `get_chat_config` say otherwise."""
    decision: ClassVar[DecisionOptions] = {}
    """Who answers its decision nodes, unless staff or a node's `get_decision_config` say otherwise."""
    capture_decisions: ClassVar[bool] = False
    """Whether questions and what was told with them are kept, for staff who may see them."""
    response_mode: ClassVar[Literal["chat", "json"]] = "chat"
    """`json`: the reply that completes the session is one JSON object, for programs."""
    busy: ClassVar[Busy] = "reject"
    """What a message does that comes while a turn runs: it is refused, waits, or interrupts that turn."""
    turn_timeout: ClassVar[float] = 300.0
    """Seconds that all steps of a turn may take together."""
    requires_message: ClassVar[bool] = True
    """False lets a turn begin without a message."""
    max_agent_rounds: ClassVar[int] = 8
    """Model calls of one run of a conversation node; beyond it the turn fails."""
    empty_history_seed: ClassVar[str | None] = "Start"
    """The internal message that a model is sent where a node begins on an empty history; None sends none."""
    empty_reply_retries: ClassVar[int] = 2
    """How often a model that says nothing and calls no tool is asked again."""
    history_window: ClassVar[int | None] = 40
    """Messages of a history that are sent to a model, the newest; None sends all."""
    schema_version: ClassVar[int] = 1
    """Counts up when nodes or their states change so that stored sessions do not fit; see `migrations`."""
    migrations: ClassVar[Sequence[Migration]] = ()
    """One for each step from version 1 to `schema_version`."""
    Config: type[BaseModel] | None = None
    """What whoever starts a session may configure, as a pydantic model; None takes nothing. Handlers find it
    as `state.config`."""

    def __init__(self) -> None:
        self._nodes = {node_class.node_id(): node_class() for node_class in self.nodes}
        self._spaces = {
            node_class.node_id(): space
            for space, node_classes in self.history_spaces.items()
            for node_class in node_classes
        }
        # Read once: a handler keeps the JSON Schema that it has made for its tool.
        self._tools = {node.node_id(): self._offered_by(node) for node in self.conversation_nodes()}

    def today(self) -> date:
        """The business date, which handlers find as `state.today`: the site's, unless it is overridden."""
        return clock.today()

    def on_restore(self, session: RestoredSession) -> Any:
        """Say whether a session that a message comes to goes on, a `Restore`. May be async.

        Asked before every message, also of completed sessions, which a new start revives; not before a retry.
        """
        return Restore.KEEP

    def on_decision_error(self, context: DecisionErrorContext) -> Any:
        """Route where a decision failed and its node has no way out; None fails the turn."""
        return None

    @property
    def display_title(self) -> str:
        """What customers see as the name of the conversation."""
        return self.title or self.name

    @property
    def start_id(self) -> str:
        """Id of the node that a new session starts in."""
        if self.start is None:
            raise StateMisuse(f"The graph {self.name} has no start node.")
        return self.start.node_id()

    @property
    def terminate_id(self) -> str | None:
        """Id of the graph's TerminateSessionNode, None where it has none."""
        return next((i for i, node in self._nodes.items() if isinstance(node, TerminateSessionNode)), None)

    def node(self, node_id: str) -> Node:
        """The shared node object of an id. Raises StateMisuse for an unknown one."""
        try:
            return self._nodes[node_id]
        except KeyError:
            raise StateMisuse(
                f"The graph {self.name} has no node {node_id!r}; it has {', '.join(self._nodes)}."
            ) from None

    def has_node(self, node_id: str) -> bool:
        """Whether the graph has a node of this id."""
        return node_id in self._nodes

    def id_of(self, node: Any) -> str:
        """The id of a node class or of an id given as text. Raises StateMisuse for unknown ones."""
        if isinstance(node, str):
            node_id: str = node
        elif hasattr(node, "node_id"):
            node_id = node.node_id()
        else:
            raise StateMisuse(f"{node!r} is neither a node class nor the id of one.")
        self.node(node_id)
        return node_id

    def conversation_nodes(self) -> list[ConversationNode]:
        """The nodes that talk to a chat model, in the order of `nodes`."""
        return [node for node in self._nodes.values() if isinstance(node, ConversationNode)]

    def tools_of(self, node: ConversationNode) -> list[ToolHandler]:
        """The handlers that a node offers in this graph; a goodbye only where there is a node for it."""
        return self._tools[node.node_id()]

    def _offered_by(self, node: ConversationNode) -> list[ToolHandler]:
        if isinstance(node, TerminateSessionNode):
            return []
        handlers = node.tool_handlers()
        return handlers if self.terminate_id else [h for h in handlers if h.name != TERMINATE_TOOL]

    def space_of(self, node_id: str) -> str:
        """The history space in which a node talks."""
        return self._spaces.get(node_id) or self.node(node_id).space
