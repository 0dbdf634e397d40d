"""Graphs whose decision nodes cannot be asked as they are written."""

from typing import Any, ClassVar

from conversations.authoring import (
    Answers,
    Choice,
    DecisionContext,
    DecisionErrorContext,
    DecisionNode,
    GraphState,
    Noul,
    Threshold,
    go,
)
from tests.conversations.authoring.sound_graph import Row, SoundGraph, TalkNode


class RouteNode(DecisionNode):
    """Without a fault. Each below has one."""

    thresholds = {"topic": Threshold("topic", 0.6, uncalibrated=0.5)}

    def define_questions(self, state: GraphState) -> Any:
        return {"topic": Choice({"billing": None, "other": None})}

    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        return go(TalkNode)


class AsyncFactsNode(RouteNode):
    async def get_decision_facts(self, state: GraphState) -> Any:  # type: ignore[override]
        return {}


class MisconfiguredNode(RouteNode):
    def get_decision_config(self) -> Any:
        return {"timeout": -1}


class RaisingNode(RouteNode):
    def get_decision_config(self) -> Any:
        raise LookupError("no such tenant")


class OtherwiseAskingNode(RouteNode):
    thresholds = {"topic": Threshold("subject", 0.6)}


class StateAskingNode(RouteNode):
    """What it asks depends on the state, so the threshold may well be right."""

    thresholds = {"urgent": Threshold("urgent", 0.6)}

    def define_questions(self, state: GraphState) -> Any:
        return {"urgent": Noul("Is it urgent?")} if state.request else super().define_questions(state)


class HelpedNode(RouteNode):
    """Has a helper of a hook's name but for a letter, beside that hook."""

    def on_decisions(self) -> Any:
        return go(TalkNode)


class SteepNode(RouteNode):
    thresholds = {"topic": Threshold("topic", 60)}


class UndirectedNode(RouteNode):
    thresholds: ClassVar[Any] = {"topic": Threshold("topic", 0.6, "above")}  # type: ignore[arg-type]


class NumberedNode(RouteNode):
    thresholds: ClassVar[Any] = {"topic": 0.6}


class ListingNode(RouteNode):
    thresholds: ClassVar[Any] = [Threshold("topic", 0.6)]


class MisspelledNode(RouteNode):
    def on_decison_error(self, context: DecisionErrorContext) -> Any:
        return go(TalkNode)


class AsyncFactsGraph(SoundGraph):
    nodes = [TalkNode, AsyncFactsNode]


class MisspelledGraph(SoundGraph):
    nodes = [TalkNode, MisspelledNode]


class MisconfiguredGraph(SoundGraph):
    nodes = [TalkNode, MisconfiguredNode]


class RaisingConfigGraph(SoundGraph):
    nodes = [TalkNode, RaisingNode]


class UnknownOptionGraph(SoundGraph):
    nodes = [TalkNode, RouteNode]
    decision: ClassVar[Any] = {"provder": "typesafe"}


class LongNameGraph(SoundGraph):
    nodes = [TalkNode, RouteNode]
    decision: ClassVar[Any] = {"provider": "p" * 65}


class OddNameGraph(SoundGraph):
    nodes = [TalkNode, RouteNode]
    decision: ClassVar[Any] = {"provider": "type\0safe"}


class UnaskedQuestionGraph(SoundGraph):
    nodes = [TalkNode, OtherwiseAskingNode]


class SteepThresholdGraph(SoundGraph):
    nodes = [TalkNode, SteepNode]


class UndirectedThresholdGraph(SoundGraph):
    nodes = [TalkNode, UndirectedNode]


class NumberThresholdGraph(SoundGraph):
    nodes = [TalkNode, NumberedNode]


class ListedThresholdGraph(SoundGraph):
    nodes = [TalkNode, ListingNode]


FAULTY: list[Row] = [
    (AsyncFactsGraph, "node_method", "AsyncFactsNode.get_decision_facts must be sync"),
    (
        MisspelledGraph,
        "node_method",
        "MisspelledNode.on_decison_error is called by nobody; call it on_decision_error",
    ),
    (MisconfiguredGraph, "decision", "MisconfiguredNode.get_decision_config is faulty: timeout"),
    (RaisingConfigGraph, "decision", "no such tenant"),
    (UnknownOptionGraph, "decision", "decision is faulty: provder"),
    (LongNameGraph, "decision", "decision is faulty: provider"),
    (OddNameGraph, "decision", "decision is faulty: provider"),
    (UnaskedQuestionGraph, "threshold", "OtherwiseAskingNode.thresholds['topic'] is about 'subject'"),
    (SteepThresholdGraph, "threshold", "must have numbers from 0 to 9"),
    (UndirectedThresholdGraph, "threshold", "direction must be one of at_least, at_most"),
    (NumberThresholdGraph, "threshold", "must map a name to a Threshold; 'topic' does not"),
    (ListedThresholdGraph, "threshold", "ListingNode.thresholds must map a name"),
]
