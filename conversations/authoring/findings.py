"""What the checks of a graph have in common."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from conversations.authoring.graph import Graph, NodeClass
from conversations.authoring.nodes import Node

Findings: TypeAlias = Iterator[tuple[str, str]]
"""The code and the text of each fault; the text names the place and the remedy."""

NAME_LENGTH: Final = 64
"""Characters of the longest name of a graph, a node, a space or a tool."""


def nodes_of(graph: type[Graph]) -> list[NodeClass]:
    """The node classes among a graph's nodes; what else stands there is a fault of its own."""
    return [node for node in graph.nodes if isinstance(node, type) and issubclass(node, Node)]
