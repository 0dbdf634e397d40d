"""The nodes that decide, as filters and forms offer them: graph and node together."""

from typing import Final

from conversations.engine import graphs
from conversations.provider_use import decision_nodes

SEPARATOR: Final = "/"
"""Between a graph, whose name has none, and a node."""


def deciding() -> list[tuple[str, str]]:
    """Graph and node of every decision node that is served; two graphs may have nodes of the same name."""
    return [
        (name, node.node_id()) for name, graph in graphs.served().items() for node in decision_nodes(graph)
    ]


def taken_apart(text: str) -> tuple[str, str]:
    """Graph and node of what is written with SEPARATOR between them; the node is "" where there is none."""
    graph, _, node = text.partition(SEPARATOR)
    return graph, node
