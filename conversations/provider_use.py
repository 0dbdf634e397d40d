"""Which node of which graph asks which provider, with what staff set counted in."""

from collections.abc import Iterator
from dataclasses import dataclass

from conversations.authoring import DecisionNode, Graph
from conversations.authoring.config import merge_chat_options, merge_decision_options
from conversations.engine import graphs
from conversations.engine.levels import levels_of
from conversations.engine.values import StaffSettings
from conversations.models import GraphSettings
from providers.ports import CHAT, DECIDE


@dataclass(frozen=True)
class ProviderUse:
    """One node, the name of the provider that it asks, and what for: `CHAT` or `DECIDE`."""

    graph: str
    node: str
    provider: str
    capability: str

    def __str__(self) -> str:
        return f"{self.graph}.{self.node}"


def provider_uses() -> Iterator[ProviderUse]:
    """Every use of a provider by the graphs that are served; none where they are faulty."""
    classes, faults = graphs.find()
    if faults:
        return
    staff = {row.graph: _set_in(row) for row in GraphSettings.objects.all()}
    for graph_class in classes:
        yield from _uses_of(graph_class(), staff.get(graph_class.name, StaffSettings()))


def dependents(provider: str) -> list[str]:
    """The nodes that ask a provider, for staff."""
    return [f"node {use}" for use in provider_uses() if use.provider == provider]


def _set_in(row: GraphSettings) -> StaffSettings:
    return StaffSettings(row.chat_provider, row.chat_model, row.decision_provider, row.decision_model)


def _uses_of(graph: Graph, staff: StaffSettings) -> Iterator[ProviderUse]:
    levels = levels_of(graph, staff)
    for talking in graph.conversation_nodes():
        chat = merge_chat_options([*levels.chat, talking.get_chat_config()])
        yield ProviderUse(graph.name, talking.node_id(), chat.provider, CHAT)
    for deciding in decision_nodes(graph):
        decision = merge_decision_options([*levels.decision, deciding.get_decision_config()])
        yield ProviderUse(graph.name, deciding.node_id(), decision.provider, DECIDE)


def decision_nodes(graph: Graph) -> list[DecisionNode]:
    """The nodes that ask a decision provider, in the order of `nodes`."""
    nodes = (graph.node(node_class.node_id()) for node_class in graph.nodes)
    return [node for node in nodes if isinstance(node, DecisionNode)]
