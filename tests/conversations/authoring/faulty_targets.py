"""Graphs whose nodes go where there is no node, written in every way that can be read from the source."""

from typing import Any

from conversations.authoring import GraphState, Node, TurnContext, direct_to, go, tool
from tests.conversations.authoring.faulty_tools import NameInput
from tests.conversations.authoring.sound_graph import Row, SoundGraph, StrangerNode, TalkNode


class LostNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go(StrangerNode)


class LostTextNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go("Nowhere")


class LostLaterNode(TalkNode):
    @tool("capture", description="Save the name.")
    async def capture(self, input: NameInput, context: TurnContext, state: GraphState):
        return direct_to(StrangerNode, "Next, please.").with_state(name=input.name)


class LostByNameNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go(target=StrangerNode)


class LostHalfwayNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go(TalkNode if state.input_consumed else StrangerNode)


class LostAfterTextNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        text = """
At the left margin.
"""
        return go(StrangerNode) if text else go(TalkNode)


class LostGraph(SoundGraph):
    nodes = [TalkNode, LostNode]


class LostTextGraph(SoundGraph):
    nodes = [TalkNode, LostTextNode]


class LostLaterGraph(SoundGraph):
    nodes = [TalkNode, LostLaterNode]


class LostByNameGraph(SoundGraph):
    nodes = [TalkNode, LostByNameNode]


class LostHalfwayGraph(SoundGraph):
    nodes = [TalkNode, LostHalfwayNode]


class LostAfterTextGraph(SoundGraph):
    nodes = [TalkNode, LostAfterTextNode]


FAULTY: list[Row] = [
    (LostGraph, "target", "LostNode.run goes to StrangerNode"),
    (LostTextGraph, "target", "LostTextNode.run goes to 'Nowhere'"),
    (LostLaterGraph, "target", "LostLaterNode.capture goes to StrangerNode"),
    (LostByNameGraph, "target", "LostByNameNode.run goes to StrangerNode"),
    (LostHalfwayGraph, "target", "LostHalfwayNode.run goes to StrangerNode"),
    (LostAfterTextGraph, "target", "LostAfterTextNode.run goes to StrangerNode"),
]
