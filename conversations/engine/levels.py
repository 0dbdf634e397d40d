"""Which options hold below the node: the framework's, the graph's, then what staff set."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from conversations.authoring.config import ChatOptions, DecisionOptions
from conversations.authoring.graph import Graph
from conversations.engine.records import StaffSettings

DEFAULT_DECISION: Final = DecisionOptions(provider="typesafe", model="jev-latest")
"""The framework's own; a level that names another provider drops the model with it."""


@dataclass(frozen=True)
class Levels:
    """Options by level, lowest first, to which each node adds its own; and staff's thresholds by node."""

    chat: tuple[ChatOptions, ...]
    decision: tuple[DecisionOptions, ...]
    thresholds: Mapping[str, Mapping[str, float]]


def levels_of(graph: Graph, staff: StaffSettings) -> Levels:
    """The levels of a graph."""
    chat, decision = ChatOptions(), DecisionOptions()
    if staff.chat_provider:
        chat["provider"] = staff.chat_provider
    if staff.chat_model:
        chat["model"] = staff.chat_model
    if staff.decision_provider:
        decision["provider"] = staff.decision_provider
    if staff.decision_model:
        decision["model"] = staff.decision_model
    return Levels(
        chat=(ChatOptions(provider=settings.EZGRAPH_CHAT_PROVIDER), graph.chat, chat),
        decision=(
            DEFAULT_DECISION,
            DecisionOptions(provider=settings.EZGRAPH_DECISION_PROVIDER),
            graph.decision,
            decision,
        ),
        thresholds=_numbers(staff.thresholds),
    )


def _numbers(stored: Any) -> dict[str, dict[str, float]]:
    """Staff's numbers by node and name; what is none has no effect, and the system checks name it."""
    by_node = stored.items() if isinstance(stored, Mapping) else ()
    return {
        node: {name: number for name, number in by_name.items() if _is_number(number)}
        for node, by_name in by_node
        if isinstance(by_name, Mapping)
    }


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
