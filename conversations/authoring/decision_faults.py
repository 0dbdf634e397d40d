"""Checks of a graph's decision nodes before it is used: their options, thresholds and questions."""

import inspect
import math
from collections.abc import Mapping
from typing import Any, Final, cast

from pydantic import ValidationError

from conversations.authoring.config import merge_decision_options
from conversations.authoring.decisions import Threshold
from conversations.authoring.findings import Findings
from conversations.authoring.graph import Graph
from conversations.authoring.nodes import DecisionNode
from conversations.authoring.state import GraphState
from providers.questions import MOST_LEVELS
from providers.validation import fault_texts

DIRECTIONS: Final = ("at_least", "at_most")

HIGHEST_LEVEL: Final = MOST_LEVELS - 1
"""The highest number that an answer can have: the last level of the longest score."""


def decision_findings(graph: type[Graph]) -> Findings:
    """Code and text of every fault of a graph's decision options and decision nodes."""
    yield from _option_findings("decision", graph.decision)
    for node in graph.nodes:
        if isinstance(node, type) and issubclass(node, DecisionNode):
            yield from _node_option_findings(node)
            yield from _threshold_findings(node)


def _option_findings(place: str, options: Any) -> Findings:
    try:
        merge_decision_options([{"provider": "any"}, options])
    except ValidationError as error:
        yield "decision", f"{place} is faulty: {'; '.join(fault_texts(error))}."
    except Exception as error:
        yield "decision", f"{place} is faulty: {error!r}."


def _node_option_findings(node: type[DecisionNode]) -> Findings:
    place = f"{node.node_id()}.get_decision_config"
    if inspect.iscoroutinefunction(node.get_decision_config):
        return
    try:
        options = node().get_decision_config()
    except Exception as error:
        yield "decision", f"{place} is faulty: {error!r}."
        return
    yield from _option_findings(place, options)


def _threshold_findings(node: type[DecisionNode]) -> Findings:
    place = f"{node.node_id()}.thresholds"
    declared: object = node.thresholds
    if not isinstance(declared, Mapping):
        yield "threshold", f"{place} must map a name to a Threshold."
        return
    asked = _questions_of_every_state(node)
    for name, threshold in declared.items():
        if not isinstance(name, str) or not name.strip() or not isinstance(threshold, Threshold):
            yield "threshold", f"{place} must map a name to a Threshold; {name!r} does not."
            continue
        question: object = threshold.question
        if not isinstance(question, str):
            yield "threshold", f"{place}[{name!r}].question must be the name of a question."
            continue
        if not all(map(_is_number, _numbers_of(threshold))):
            yield "threshold", f"{place}[{name!r}] must have numbers from 0 to {HIGHEST_LEVEL}."
        if threshold.direction not in DIRECTIONS:
            yield "threshold", f"{place}[{name!r}].direction must be one of {', '.join(DIRECTIONS)}."
        if asked is not None and question not in asked:
            yield "threshold", f"{place}[{name!r}] is about {question!r}, which it does not ask."


def _numbers_of(threshold: Threshold) -> tuple[object, ...]:
    other = threshold.uncalibrated
    return (threshold.value,) if other is None else (threshold.value, other)


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) and 0 <= value <= HIGHEST_LEVEL


class _StateWasRead(BaseException):
    """Told past every `except Exception` of an author's code."""


class _UnreadState:
    """Stands in for a state; whoever reads anything of it cannot be told what it would have said."""

    def __getattribute__(self, name: str) -> Any:
        raise _StateWasRead


def _questions_of_every_state(node: type[DecisionNode]) -> frozenset[str] | None:
    """The names of the node's questions, None where they depend on the state and cannot be told."""
    if inspect.iscoroutinefunction(node.define_questions):
        return None
    try:
        questions: object = node().define_questions(cast("GraphState", _UnreadState()))
    except (_StateWasRead, Exception):
        return None
    return frozenset(questions) if isinstance(questions, Mapping) else None
