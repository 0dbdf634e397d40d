"""Which node of which graph asks which provider, with what staff set counted in."""

from collections.abc import Iterator
from dataclasses import dataclass

from conversations.authoring import Graph
from conversations.authoring.config import merge_chat_options
from conversations.engine import graphs
from conversations.engine.levels import levels_of
from conversations.engine.values import StaffSettings
from conversations.models import GraphSettings


@dataclass(frozen=True)
class ProviderUse:
    """One conversation node and the name of the provider that it asks."""

    graph: str
    node: str
    provider: str

    def __str__(self) -> str:
        return f"{self.graph}.{self.node}"


def provider_uses() -> Iterator[ProviderUse]:
    """Every use of a provider by the graphs that are served; none where they are faulty."""
    classes, faults = graphs.find()
    for graph_class in () if faults else classes:
        yield from _uses_of(graph_class())


def dependents(provider: str) -> list[str]:
    """The nodes that ask a provider, for staff."""
    return [f"node {use}" for use in provider_uses() if use.provider == provider]


def _uses_of(graph: Graph) -> Iterator[ProviderUse]:
    row = GraphSettings.objects.filter(graph=graph.name).first()
    staff = (
        StaffSettings(row.chat_provider, row.chat_model, row.decision_provider, row.decision_model)
        if row
        else StaffSettings()
    )
    for node in graph.conversation_nodes():
        config = merge_chat_options([*levels_of(graph, staff).chat, node.get_chat_config()])
        yield ProviderUse(graph.name, node.node_id(), config.provider)
