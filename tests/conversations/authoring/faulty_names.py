"""Graphs whose methods use names that nothing binds, as a run would find out too late."""

from typing import Any

from conversations.authoring import Answers, DecisionContext, GraphState, Node, TurnContext, go
from tests.conversations.authoring.faulty_decisions import RouteNode
from tests.conversations.authoring.sound_graph import Row, SoundGraph, TalkNode

counted: int


class UnimportedNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go(OthrNode)  # type: ignore[name-defined]  # noqa: F821


class UnimportedWithinNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go(TalkNode if all(is_fit(part) for part in state.request) else "OtherNode")  # type: ignore[name-defined]  # noqa: F821


class UndeclaredThresholdNode(RouteNode):
    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        return go(TalkNode if context.threshold("topik") > 0.5 else "OtherNode")


class CountingNode(Node):
    """Without a fault: it binds the name itself."""

    def run(self, context: TurnContext, state: GraphState) -> Any:
        global counted
        counted = 1
        return go(TalkNode) if counted else None


class UnimportedGraph(SoundGraph):
    nodes = [*SoundGraph.nodes, UnimportedNode]


class UnimportedWithinGraph(SoundGraph):
    nodes = [*SoundGraph.nodes, UnimportedWithinNode]


class UndeclaredThresholdGraph(SoundGraph):
    nodes = [*SoundGraph.nodes, UndeclaredThresholdNode]


FAULTY: list[Row] = [
    (
        UnimportedGraph,
        "name_unknown",
        "UnimportedNode.run uses the name OthrNode, which is not",
    ),
    (UnimportedWithinGraph, "name_unknown", "UnimportedWithinNode.run uses the name is_fit"),
    (UndeclaredThresholdGraph, "threshold", "on_decision reads the threshold 'topik'"),
]
