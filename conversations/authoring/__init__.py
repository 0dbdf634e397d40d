"""Everything that a graph author imports: graphs, nodes, tools, builders, state and prompts.

Start with `Graph` and `ConversationNode`; a handler ends with one of the builders.
"""

from conversations.authoring.builders import (
    Builder,
    direct,
    direct_to,
    finish,
    go,
    reject,
    stay,
)
from conversations.authoring.config import ChatOptions
from conversations.authoring.context import TurnContext
from conversations.authoring.errors import (
    AuthoringError,
    BuilderMisuse,
    FrozenNodeError,
    GraphConfigurationError,
    StateMisuse,
)
from conversations.authoring.graph import Graph
from conversations.authoring.migrations import Migration, StoredSession
from conversations.authoring.nodes import ConversationNode, DecisionNode, Node, TerminateSessionNode
from conversations.authoring.prompts import fenced, load_prompt
from conversations.authoring.restore import Restore, RestoredSession
from conversations.authoring.state import GraphState
from conversations.authoring.tools import tool
from conversations.authoring.validation import GraphFault, faults_of
from providers.ports import Usage

__all__ = [
    "AuthoringError",
    "Builder",
    "BuilderMisuse",
    "ChatOptions",
    "ConversationNode",
    "DecisionNode",
    "FrozenNodeError",
    "Graph",
    "GraphConfigurationError",
    "GraphFault",
    "GraphState",
    "Migration",
    "Node",
    "Restore",
    "RestoredSession",
    "StateMisuse",
    "StoredSession",
    "TerminateSessionNode",
    "TurnContext",
    "Usage",
    "direct",
    "direct_to",
    "faults_of",
    "fenced",
    "finish",
    "go",
    "load_prompt",
    "reject",
    "stay",
    "tool",
]
