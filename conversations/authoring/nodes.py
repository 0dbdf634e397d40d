"""Nodes: the stages of a graph. Made once per process, shared by every session, never written to."""

from abc import ABCMeta
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pydantic import BaseModel

from conversations.authoring.builders import Builder, go
from conversations.authoring.config import ChatOptions, DecisionOptions
from conversations.authoring.context import TurnContext
from conversations.authoring.decisions import Answers, DecisionContext, DecisionErrorContext, Threshold
from conversations.authoring.errors import FrozenNodeError
from conversations.authoring.state import EmptyState, GraphState
from conversations.authoring.tools import ToolHandler, handlers_of, tool
from providers.questions import Question

DEFAULT_SPACE = "default"

END = "end"
"""Where the cursor stands once a node has finished the session; no node may have this id."""

TERMINATE_TOOL = "terminate_session"

_SEAL = "__ezgraph_sealed__"


class SealedType(ABCMeta):
    """Class of the node classes: a node may be written to until it is constructed, never after."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Construct a node and seal it."""
        node = super().__call__(*args, **kwargs)
        vars(node)[_SEAL] = True
        return node


class Node(metaclass=SealedType):
    """A stage of a graph in plain code: override `run`.

    One object of it serves all sessions and refuses to be written to: what belongs to a session is in
    `State`.
    """

    id: ClassVar[str] = ""
    """The durable name under which sessions know the node: its class name unless stated. State it before you
    rename a class."""
    space: ClassVar[str] = DEFAULT_SPACE
    """The history in which it talks, where the graph's `history_spaces` do not name one."""

    State: type[BaseModel] = EmptyState
    """The pydantic model of what the node remembers of a session; every field has a default."""

    def __setattr__(self, name: str, value: Any) -> None:
        self._refuse_once_sealed(name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        self._refuse_once_sealed(name)
        super().__delattr__(name)

    def _refuse_once_sealed(self, name: str) -> None:
        if _SEAL in vars(self):
            raise FrozenNodeError(
                f"{type(self).__name__}.{name} cannot be set: nodes are shared by all sessions. "
                "Keep what belongs to a session in the node's State."
            )

    @classmethod
    def node_id(cls) -> str:
        """The durable id under which sessions, channels and records know this node."""
        return vars(cls).get("id") or cls.__name__

    def run(self, context: TurnContext, state: GraphState) -> Any:
        """Do the node's work and return go, direct, direct_to or finish. May be async.

        A sync method runs on the database executor and may use the ORM.
        """
        raise TypeError(f"{self.node_id()} does not say what it does: it needs a run method.")


class EmptyInput(BaseModel):
    """The arguments of a tool that takes none."""


class ConversationNode(Node):
    """A stage of a dialogue: a prompt, validated tools and business rules.

    A model talks with the customer by the prompt, and calls tools; text without a tool call is the reply.
    Tools are methods with `@tool`, which end with any builder.
    """

    def get_prompt(self, state: GraphState) -> str:
        """The system prompt, asked for once per run of the node. Sync and without I/O."""
        raise TypeError(f"{self.node_id()} needs a get_prompt method.")

    def get_chat_config(self) -> ChatOptions:
        """Options merged over the graph's, such as another model or `{"parameters": {"temperature": 0}}`."""
        return {}

    @tool(
        TERMINATE_TOOL,
        description="End the conversation. Only when the customer clearly asks to stop or to leave.",
    )
    def terminate_session(self, input: EmptyInput, context: TurnContext, state: GraphState) -> Builder:
        """Say goodbye; offered where the graph has a TerminateSessionNode."""
        return go(state.graph.terminate_id or self.node_id())

    @classmethod
    def tool_handlers(cls) -> list[ToolHandler]:
        """The handlers of this node in the order in which they are offered, goodbye last."""
        return sorted(handlers_of(cls), key=lambda handler: handler.name == TERMINATE_TOOL)


class TerminateSessionNode(ConversationNode):
    """The framework's goodbye: one short message from the graph's chat model, then the end."""

    space = "terminate"

    def get_prompt(self, state: GraphState) -> str:
        """Ask for a goodbye and nothing else."""
        return (
            "The customer has asked to end this conversation. Say goodbye in one short, friendly "
            "sentence. Ask nothing and offer nothing."
        )


class DecisionNode(Node):
    """A stage that asks a decision provider typed questions, checks the answers and routes.

    Handlers return go, direct, direct_to, finish or fan_out and may be async; a sync one runs on a database
    thread. Every run is on record, with its answers.
    """

    thresholds: ClassVar[Mapping[str, Threshold]] = MappingProxyType({})
    """Numbers by name that staff may see and change; `context.threshold(name)` reads the one that holds."""

    def before_decision(self, context: DecisionContext, state: GraphState) -> Any:
        """Return a builder to go on without asking anybody; None asks."""
        return None

    def define_questions(self, state: GraphState) -> Mapping[str, Question]:
        """The typed questions by name, asked for once per run of the node. Sync and without I/O."""
        raise TypeError(f"{self.node_id()} needs a define_questions method.")

    def get_prompt(self, state: GraphState) -> str:
        """What every question's instructions begin with; blank for nothing."""
        return ""

    def get_decision_facts(self, state: GraphState) -> Mapping[str, Any]:
        """What the provider is told beside the customer's words: JSON.

        The keys `request`, `priorRequests` and `prior_requests` are the framework's.
        """
        return {}

    def get_decision_config(self) -> DecisionOptions:
        """Options merged over the graph's."""
        return {}

    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        """Route by the checked answers: return a builder."""
        raise TypeError(f"{self.node_id()} needs an on_decision method.")

    def on_decision_error(self, context: DecisionErrorContext) -> Any:
        """Route where no provider gave an answer that fits: return a builder; None asks the graph.

        Not asked where the configuration, the questions or the facts are at fault.
        """
        return None
