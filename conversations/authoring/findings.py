"""What the checks of a graph have in common."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from conversations.authoring.graph import Graph, NodeClass
from conversations.authoring.nodes import Node

Findings: TypeAlias = Iterator[tuple[str, str]]
"""The code and the text of each fault; the text names the place and the remedy."""

FRAMEWORK: Final = "conversations.authoring"
"""Where the base classes are; what is defined there is not an author's."""

NAME_LENGTH: Final = 64
"""Characters of the longest name of a graph, a node, a space or a tool."""


def nodes_of(graph: type[Graph]) -> list[NodeClass]:
    """The node classes among a graph's nodes; what else stands there is a fault of its own."""
    return [node for node in graph.nodes if isinstance(node, type) and issubclass(node, Node)]


def written_methods(owner: type) -> dict[str, Callable[..., Any]]:
    """The methods of a node or graph class that authors wrote, inherited ones among them, by name."""
    methods = inspect.getmembers(owner, inspect.isfunction)
    return {name: method for name, method in methods if not method.__module__.startswith(FRAMEWORK)}
