"""The nodes of a graph as its page lists them."""

from collections.abc import Iterator
from dataclasses import dataclass

from conversations.admin.parts.cells import breakable
from conversations.authoring import Graph
from conversations.models import GraphSettings
from conversations.picturing import NodeShape, shape_of
from conversations.provider_use import uses_of
from conversations.thresholds import declared_thresholds, stored_numbers
from providers.questions import ConfidenceSource


@dataclass(frozen=True)
class ThresholdRow:
    """A threshold: its name, what it means, and the number that staff set, "" where the graph's own holds.

    `uncalibrated` is the graph's own number for figures that are not calibrated, "" where it is the same.
    """

    name: str
    meaning: str
    declared: str
    uncalibrated: str
    set_by_staff: str


@dataclass(frozen=True)
class NodeRow:
    """A node with whom it asks, "" where it asks nobody. `name` is its id, which may wrap."""

    name: str
    shape: NodeShape
    provider: str
    thresholds: tuple[ThresholdRow, ...]


def node_rows(graph: Graph, row: GraphSettings) -> list[NodeRow]:
    """Every node of a graph, with what staff set counted in."""
    asked = {use.node: use.provider for use in uses_of(graph, row)}
    thresholds: dict[str, list[ThresholdRow]] = {}
    for node, threshold in _thresholds(graph, row):
        thresholds.setdefault(node, []).append(threshold)
    return [
        NodeRow(breakable(shape.id), shape, asked.get(shape.id, ""), tuple(thresholds.get(shape.id, ())))
        for shape in shape_of(graph).nodes
    ]


def _thresholds(graph: Graph, row: GraphSettings) -> Iterator[tuple[str, ThresholdRow]]:
    numbers = stored_numbers(row.thresholds)
    for threshold in declared_thresholds(graph):
        number = numbers.get(threshold.key)
        other = threshold.declared.for_source(ConfidenceSource.SELF_REPORTED)
        yield (
            threshold.node,
            ThresholdRow(
                name=breakable(threshold.name),
                meaning=threshold.meaning,
                declared=f"{threshold.declared.value:g}",
                uncalibrated="" if other == threshold.declared.value else f"{other:g}",
                set_by_staff="" if number is None else str(number),
            ),
        )
