"""Which chat options hold below the node: the framework's, the graph's, then what staff set."""

from collections.abc import Sequence
from typing import TypeAlias

from django.conf import settings

from conversations.authoring.config import ChatOptions
from conversations.authoring.graph import Graph
from conversations.engine.values import ChatSettings

ChatLevels: TypeAlias = Sequence[ChatOptions]
"""Options by level, lowest first."""


def chat_levels(graph: Graph, staff: ChatSettings) -> ChatLevels:
    """The levels of a graph, to which each node adds its own."""
    set_by_staff = ChatOptions()
    if staff.provider:
        set_by_staff["provider"] = staff.provider
    if staff.model:
        set_by_staff["model"] = staff.model
    return [ChatOptions(provider=settings.EZGRAPH_CHAT_PROVIDER), graph.chat, set_by_staff]
