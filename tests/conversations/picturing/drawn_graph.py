"""A graph that leads on in every way there is."""

from collections.abc import Mapping
from typing import Any

from conversations.authoring import (
    Answers,
    Builder,
    ConversationNode,
    DecisionContext,
    DecisionNode,
    Graph,
    GraphState,
    Node,
    TerminateSessionNode,
    TurnContext,
    direct_to,
    fan_out,
    finish,
    go,
    join,
    tool,
)
from conversations.authoring.nodes import EmptyInput
from providers.questions import Noul, Question

ROOMS = {"red": "RedNode", "blue": "BlueNode"}


def to_a_room(name: str) -> Builder:
    return go(ROOMS[name])


class HallNode(DecisionNode):
    def define_questions(self, state: GraphState) -> Mapping[str, Question]:
        return {"ready": Noul("Is the customer ready?")}

    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        return go(ScoutsNode) if answers.noul("ready").noul > 0.5 else to_a_room("red")


class _RoomNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return "Ask."

    @tool("leave_room", description="Go back.")
    def leave_room(self, input: EmptyInput, context: TurnContext, state: GraphState) -> Builder:
        return direct_to("HallNode", "Anything else?")


class RedNode(_RoomNode):
    pass


class BlueNode(_RoomNode):
    pass


class ScoutsNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Builder:
        return fan_out([LeftNode, RightNode], then=ReportNode)


class LeftNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Builder:
        return join()


class RightNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Builder:
        return join()


class ReportNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Builder:
        return finish("Done.")


class DrawnGraph(Graph):
    name = "drawn"
    nodes = (HallNode, RedNode, BlueNode, ScoutsNode, LeftNode, RightNode, ReportNode, TerminateSessionNode)
    start = HallNode
