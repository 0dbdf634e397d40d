"""Everything that a graph author imports: graphs, nodes, tools, builders, state and prompts.

Start with `Graph` and `ConversationNode`; a handler ends with one of the builders.
"""

from conversations.authoring.builders import (
    Builder,
    direct,
    direct_to,
    fan_out,
    finish,
    go,
    join,
    reject,
    stay,
)
from conversations.authoring.config import ChatOptions, DecisionOptions
from conversations.authoring.context import TurnContext
from conversations.authoring.decisions import (
    Answers,
    DecisionContext,
    DecisionErrorContext,
    FailureKind,
    Threshold,
)
from conversations.authoring.errors import (
    AuthoringError,
    BuilderMisuse,
    DecisionValidationError,
    FrozenNodeError,
    GraphConfigurationError,
    PromptUnreadable,
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
from providers.questions import (
    Answer,
    Choice,
    ChoiceAnswer,
    ConfidenceSource,
    Noul,
    NoulAnswer,
    Question,
    Score,
    ScoreAnswer,
)

__all__ = [
    "Answer",
    "Answers",
    "AuthoringError",
    "Builder",
    "BuilderMisuse",
    "ChatOptions",
    "Choice",
    "ChoiceAnswer",
    "ConfidenceSource",
    "ConversationNode",
    "DecisionContext",
    "DecisionErrorContext",
    "DecisionNode",
    "DecisionOptions",
    "DecisionValidationError",
    "FailureKind",
    "FrozenNodeError",
    "Graph",
    "GraphConfigurationError",
    "GraphFault",
    "GraphState",
    "Migration",
    "Node",
    "Noul",
    "NoulAnswer",
    "PromptUnreadable",
    "Question",
    "Restore",
    "RestoredSession",
    "Score",
    "ScoreAnswer",
    "StateMisuse",
    "StoredSession",
    "TerminateSessionNode",
    "Threshold",
    "TurnContext",
    "Usage",
    "direct",
    "direct_to",
    "fan_out",
    "faults_of",
    "fenced",
    "finish",
    "go",
    "join",
    "load_prompt",
    "reject",
    "stay",
    "tool",
]
