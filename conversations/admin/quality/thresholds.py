"""The thresholds that a question has at this moment."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from conversations.admin.quality.figures import Direction
from conversations.engine import graphs
from conversations.models import GraphSettings
from conversations.thresholds import NodeThreshold, declared_thresholds, stored_numbers
from providers.questions import ConfidenceSource


@dataclass(frozen=True)
class Held:
    """A threshold with the number that holds: staff's, or else the node's own.

    `sources` are those of figures that it holds for, none of them named where it holds for all.
    """

    name: str
    number: float
    direction: Direction = "at_least"
    by_staff: bool = False
    sources: frozenset[str] = frozenset()

    def holds_for(self, source: str) -> bool:
        """Whether it holds for figures of a source."""
        return not self.sources or source in self.sources

    @property
    def side(self) -> str:
        """The direction in words."""
        return self.direction.replace("_", " ")


def thresholds_of(graph_name: str, node: str, question: str, sources: Collection[str]) -> list[Held]:
    """The thresholds of a question, for figures of these sources; none where the graph is not served.

    Where sources have numbers of their own, a threshold is told once for each number.
    """
    graph = graphs.served().get(graph_name)
    if graph is None:
        return []
    declared = [
        one for one in declared_thresholds(graph) if one.node == node and one.declared.question == question
    ]
    if not declared:
        return []
    row = GraphSettings.objects.filter(graph=graph_name).first()
    numbers = stored_numbers(row.thresholds) if row else {}
    return [held for one in declared for held in _held(one, numbers.get(one.key), sources)]


def _held(one: NodeThreshold, by_staff: float | None, sources: Collection[str]) -> Iterator[Held]:
    declared = one.declared
    if by_staff is not None:
        yield Held(one.name, by_staff, declared.direction, by_staff=True)
        return
    known = [source for source in ConfidenceSource if source in sources] or [ConfidenceSource.CALIBRATED]
    by_number: dict[float, set[str]] = {}
    for source in known:
        by_number.setdefault(declared.for_source(source), set()).add(source.value)
    for number, of_number in by_number.items():
        only = frozenset(of_number) if len(by_number) > 1 else frozenset[str]()
        yield Held(one.name, number, declared.direction, sources=only)
