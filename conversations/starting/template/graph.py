"""The graph new_graph: which nodes it has, and where a conversation begins."""

from conversations.authoring import Graph, TerminateSessionNode
from conversations.starting.template.nodes.callback import CallbackNode


class NewGraph(Graph):
    """Arranges a call back: whom to call, and on which day."""

    name = "new_graph"
    title = "New graph"
    greeting = "Hello! We gladly call you back. What is your name, and which day suits you?"
    nodes = (CallbackNode, TerminateSessionNode)
    start = CallbackNode
