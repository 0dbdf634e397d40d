"""Graphs that send for several nodes at once, and a provider that is asked for batches."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel

from conversations.authoring import (
    Answers,
    DecisionContext,
    DecisionNode,
    DecisionOptions,
    Graph,
    GraphState,
    Node,
    Noul,
    TurnContext,
    direct,
    fan_out,
    join,
)
from conversations.testing import ScriptedDecisions
from providers.ports import DecideRequest, DecideResult


class Seen(BaseModel):
    """What a node kept."""

    seen: str = ""


class StartNode(Node):
    """Notes what was asked, then sends for the scouts of its graph."""

    State = Seen

    def run(self, context: TurnContext, state: GraphState) -> Any:
        context.save_state(seen=state.request)
        return fan_out(scouts_of(state), then=ReportNode)


class ReportNode(Node):
    """Tells what the scouts have saved."""

    def run(self, context: TurnContext, state: GraphState) -> Any:
        told = [f"{scout.node_id()}: {state.of(scout.node_id()).seen}" for scout in scouts_of(state)]
        return direct("; ".join(told))


class ScoutNode(Node):
    """A plain scout: does what its class attribute `act` says, and joins."""

    State = Seen
    act: ClassVar[Callable[[TurnContext, GraphState], Any]]

    async def run(self, context: TurnContext, state: GraphState) -> Any:
        returned = type(self).act(context, state)
        return await returned if asyncio.iscoroutine(returned) else returned


class AskingNode(DecisionNode):
    """A deciding scout: asks one question and keeps the answer."""

    State = Seen
    provider: ClassVar[str] = "typesafe"

    def define_questions(self, state: GraphState) -> dict[str, Noul]:
        return {"sure": Noul(f"Is {self.node_id()} sure?")}

    def get_decision_config(self) -> DecisionOptions:
        return {"provider": self.provider, "max_retries": 1}

    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        context.save_state(seen=f"{answers.noul('sure').noul} of {context.request}")
        return join()


class EastNode(AskingNode):
    pass


class WestNode(AskingNode):
    pass


class ScoutGraph(Graph):
    """Sends for East and West, who decide."""

    name = "scouts"
    scouts: ClassVar[Sequence[type[Node]]] = (EastNode, WestNode)
    nodes = [StartNode, EastNode, WestNode, ReportNode]
    start: ClassVar[type[Node]] = StartNode


def scouts_of(state: GraphState) -> Sequence[type[Node]]:
    """Whom the graph sends for."""
    assert isinstance(state.graph, ScoutGraph)
    return state.graph.scouts


def scout_graph(*scouts: type[Node], others: Sequence[type[Node]] = ()) -> type[Graph]:
    """A graph that sends for these."""
    return type(
        "SomeScoutsGraph",
        (ScoutGraph,),
        {"scouts": scouts, "nodes": [StartNode, *scouts, ReportNode, *others]},
    )


def scout(name: str, act: Callable[[TurnContext, GraphState], Any], **attributes: Any) -> type[Node]:
    """A plain scout of that name."""
    return type(name, (ScoutNode,), {"act": staticmethod(act), "__module__": __name__, **attributes})


@dataclass
class BatchingDecisions(ScriptedDecisions):
    """Answers several requests with one call; `batches` holds how many each had."""

    batches: list[int] = field(default_factory=list)

    async def decide_many(self, requests: Sequence[DecideRequest]) -> list[DecideResult]:
        """Give the next replies."""
        self.batches.append(len(requests))
        return [await self.decide(request) for request in requests]
