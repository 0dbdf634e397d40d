"""Which node of which graph asks which provider, with what staff set counted in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from conversations.authoring import DecisionNode, Graph
from conversations.authoring.config import merge_chat_options, merge_decision_options
from conversations.engine import graphs
from conversations.engine.levels import levels_of
from conversations.engine.records import StaffSettings
from conversations.models import GraphSettings
from providers.ports import CHAT, DECIDE
from providers.registry import supplied

CANNOT: Final[Mapping[str, str]] = {CHAT: "it cannot hold conversations.", DECIDE: "it cannot decide."}


@dataclass(frozen=True)
class ProviderUse:
    """One node, the name of the provider that it asks, and what for: `CHAT` or `DECIDE`.

    `model` is None where it is the provider's own.
    """

    graph: str
    node: str
    provider: str
    model: str | None
    capability: str

    def __str__(self) -> str:
        return f"{self.graph}.{self.node}"


def provider_uses() -> Iterator[ProviderUse]:
    """Every use of a provider by the graphs that are served; none where they are faulty."""
    classes, faults = graphs.find()
    if faults:
        return
    rows = {row.graph: row for row in GraphSettings.objects.all()}
    for graph_class in classes:
        yield from uses_of(graph_class(), rows.get(graph_class.name))


def dependents(provider: str) -> list[str]:
    """The nodes that ask a provider, for staff."""
    return [f"node {use}" for use in provider_uses() if use.provider == provider]


def problems_of(provider: str, capability: str) -> list[str]:
    """What keeps a provider from being asked for it: nothing where it can be."""
    supply = supplied(provider)
    if supply.problems:
        # A missing provider is no fault of a field.
        return [problem.message if problem.field == "name" else str(problem) for problem in supply.problems]
    return [] if capability in supply.capabilities else [CANNOT[capability]]


def uses_of(graph: Graph, row: GraphSettings | None) -> Iterator[ProviderUse]:
    """Every use of a provider by one graph with its settings, None where there are none."""
    levels = levels_of(graph, _set_in(row) if row else StaffSettings())
    for talking in graph.conversation_nodes():
        chat = merge_chat_options([*levels.chat, talking.get_chat_config()])
        yield ProviderUse(graph.name, talking.node_id(), chat.provider, chat.model, CHAT)
    for deciding in decision_nodes(graph):
        decision = merge_decision_options([*levels.decision, deciding.get_decision_config()])
        yield ProviderUse(graph.name, deciding.node_id(), decision.provider, decision.model, DECIDE)


def _set_in(row: GraphSettings) -> StaffSettings:
    return StaffSettings(row.chat_provider, row.chat_model, row.decision_provider, row.decision_model)


def decision_nodes(graph: Graph) -> list[DecisionNode]:
    """The nodes that ask a decision provider, in the order of `nodes`."""
    nodes = (graph.node(node_class.node_id()) for node_class in graph.nodes)
    return [node for node in nodes if isinstance(node, DecisionNode)]
