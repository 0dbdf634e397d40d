"""A graph without faults, from which each faulty one differs in one point."""

from typing import TypeAlias

from conversations.authoring import ConversationNode, Graph, GraphState

Row: TypeAlias = "tuple[type[Graph], str, str]"
"""A faulty graph, the code of its fault and words of the message."""


class TalkNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return "Talk."


class OtherNode(TalkNode):
    pass


class StrangerNode(TalkNode):
    """Is in no graph."""


class SoundGraph(Graph):
    name = "sound"
    nodes = [TalkNode, OtherNode]
    start = TalkNode
