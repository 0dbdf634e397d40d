"""The thresholds that a question has at this moment."""

from dataclasses import dataclass

from conversations.admin.quality.figures import Direction
from conversations.engine import graphs
from conversations.models import GraphSettings
from conversations.thresholds import declared_thresholds, stored_numbers
from providers.questions import ConfidenceSource


@dataclass(frozen=True)
class Held:
    """A threshold with the number that holds: staff's, or else the node's own."""

    name: str
    number: float
    direction: Direction
    by_staff: bool

    @property
    def side(self) -> str:
        """The direction in words."""
        return self.direction.replace("_", " ")


def thresholds_of(graph_name: str, node: str, question: str, source: str) -> list[Held]:
    """The thresholds of a question, for figures of this source; none where the graph is not served."""
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
    figures = ConfidenceSource(source) if source in list(ConfidenceSource) else ConfidenceSource.CALIBRATED
    return [
        Held(
            name=one.name,
            number=numbers.get(one.key, one.declared.for_source(figures)),
            direction=one.declared.direction,
            by_staff=one.key in numbers,
        )
        for one in declared
    ]
