"""Graphs that the system checks find by their path."""

from typing import Any

from conversations.authoring import DecisionErrorContext, Graph, go
from tests.conversations.authoring.faulty_decisions import RouteNode
from tests.conversations.authoring.faulty_targets import LostNode
from tests.conversations.authoring.faulty_tools import AskWithToolsNode, TwiceHandledNode, UntypedNode
from tests.conversations.authoring.sound_graph import SoundGraph, StrangerNode, TalkNode


class HopelessGraph(Graph):
    """Everything at once, so that one start-up tells all."""

    name = "Hope less"
    nodes = [TalkNode, TwiceHandledNode, UntypedNode, LostNode, AskWithToolsNode]
    start = StrangerNode
    history_spaces = {"talk": [StrangerNode]}
    max_agent_rounds = 0
    schema_version = 2


HOPELESS = {
    "name",
    "start",
    "space",
    "limit",
    "tool_duplicate",
    "tool_input",
    "decision_tools",
    "target",
    "migrations",
}


class UnsuppliedGraph(SoundGraph):
    """Sound code that asks for a provider which nobody supplies."""

    name = "unsupplied"
    chat = {"provider": "nobody"}


class UnrescuedGraph(Graph):
    """Its decision node has no fallback."""

    name = "unrescued"
    nodes = [RouteNode, TalkNode]
    start = RouteNode


class RescuedGraph(UnrescuedGraph):
    name = "rescued"

    def on_decision_error(self, context: DecisionErrorContext) -> Any:
        return go(TalkNode)


class UnrescuedTwinGraph(UnrescuedGraph):
    """Forgets to take a name of its own."""
