"""Thresholds of decision nodes, as staff see and change them: what is declared, and what they set."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from conversations import clock
from conversations.authoring import DecisionNode, Graph, GraphState, Threshold
from conversations.authoring.decision_faults import HIGHEST_LEVEL
from conversations.provider_use import decision_nodes
from providers.questions import Question, Score

Key: TypeAlias = tuple[str, str]
"""A node's id and the name of one of its thresholds."""


@dataclass(frozen=True)
class NodeThreshold:
    """A threshold that a node declares. `highest` is the highest number that makes sense for it."""

    node: str
    name: str
    declared: Threshold
    highest: float

    @property
    def key(self) -> Key:
        """What it is found by."""
        return self.node, self.name

    @property
    def meaning(self) -> str:
        """What is compared with which number, where staff set none; for staff."""
        side = self.declared.direction.replace("_", " ")
        said = f"Holds where “{self.declared.question}” is {side} {self.declared.value:g}"
        other = self.declared.uncalibrated
        if other is None or other == self.declared.value:
            return f"{said}."
        return f"{said}, or {other:g} where figures are not calibrated."


def declared_thresholds(graph: Graph) -> list[NodeThreshold]:
    """All thresholds of a graph, in the order of its nodes."""
    found = []
    for node in decision_nodes(graph):
        questions = questions_at_first(graph, node) if node.thresholds else {}
        for name, declared in node.thresholds.items():
            highest = _highest(questions.get(declared.question))
            found.append(NodeThreshold(node.node_id(), name, declared, highest))
    return found


def questions_at_first(graph: Graph, node: DecisionNode) -> Mapping[str, Question]:
    """What the node asks in a session that has just begun; nothing where it asks nothing there yet."""
    try:
        today = graph.today()
        state = GraphState(
            graph=graph,
            channels={},
            cursor=node.node_id(),
            config=graph.Config() if graph.Config else None,
            input_consumed=False,
            request="",
            external_user="",
            external_user_verified=False,
            today=today,
            now=clock.now_on(today),
        )
        questions: object = node.define_questions(state)
    except Exception:
        # An author's code that is asked out of turn may raise what it likes.
        return {}
    return questions if isinstance(questions, Mapping) else {}


def stored_numbers(thresholds: Any) -> dict[Key, Any]:
    """What staff set, by node and name, from the JSON of a settings row; what is no object is left out."""
    if not isinstance(thresholds, Mapping):
        return {}
    return {
        (node, name): number
        for node, numbers in thresholds.items()
        if isinstance(numbers, Mapping)
        for name, number in numbers.items()
    }


def to_store(numbers: Mapping[Key, float]) -> dict[str, dict[str, float]]:
    """The JSON of a settings row for numbers by node and name."""
    stored: dict[str, dict[str, float]] = {}
    for (node, name), number in numbers.items():
        stored.setdefault(node, {})[name] = number
    return stored


def threshold_faults(graph: Graph, thresholds: Any) -> Iterator[str]:
    """What is wrong with the numbers of a settings row, each with its place."""
    yield from _faulty_holders(thresholds)
    declared = {threshold.key: threshold for threshold in declared_thresholds(graph)}
    for key, number in sorted(stored_numbers(thresholds).items()):
        found = f"staff set {number!r} for the threshold {'.'.join(key)}"
        if key not in declared:
            yield f"{found}, which no node declares."
        elif not _is_within(number, declared[key].highest):
            yield f"{found}, which goes from 0 to {declared[key].highest:g}."


def _faulty_holders(thresholds: Any) -> Iterator[str]:
    if not isinstance(thresholds, Mapping):
        yield f"the thresholds of staff are {thresholds!r}, which is no object by node."
        return
    for node, numbers in thresholds.items():
        if not isinstance(numbers, Mapping):
            yield f"staff set {numbers!r} for {node}, which is no object of numbers by name."


def _is_within(number: Any, highest: float) -> bool:
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    return is_number and math.isfinite(number) and 0 <= number <= highest


def _highest(question: object) -> float:
    """A probability or confidence goes to 1, a score to its last level; unknown ones to any level."""
    match question:
        case Score():
            return max(1, len(question.criteria) - 1)
        case None:
            return HIGHEST_LEVEL
        case _:
            return 1
