"""A graph in words, for a terminal: its nodes with their tools, questions and thresholds, and its spaces."""

import inspect
import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

from conversations import clock
from conversations.authoring import (
    Choice,
    ConversationNode,
    DecisionNode,
    Graph,
    GraphState,
    Node,
    Noul,
    Question,
    Score,
    Threshold,
)
from conversations.authoring.nodes import END
from conversations.authoring.tools import ToolHandler
from conversations.picturing.arguments import Argument, arguments_of
from conversations.picturing.shape import EdgeKind, GraphShape, NodeShape, shape_of

NARROWEST: Final = 60
WIDEST: Final = 110
LABEL: Final = 14
"""Columns of the word that says what a line is about."""

_WAYS: Final[Mapping[EdgeKind, str]] = {
    EdgeKind.GO: " in the same turn",
    EdgeKind.DIRECT_TO: " with the next message",
    EdgeKind.FAN_OUT: " beside others",
    EdgeKind.JOIN: " when all have joined",
    EdgeKind.FINISH: "",
}


class Description:
    """The words for one graph. `providers` are the names of those that each node asks, by the node's id."""

    def __init__(self, graph: Graph, providers: Mapping[str, str], columns: int) -> None:
        self._graph = graph
        self._shape: GraphShape = shape_of(graph)
        self._providers = providers
        led_to = {edge.target for edge in self._shape.edges if edge.target != edge.source}
        self._reached = {self._shape.start, *led_to}
        self._columns = min(WIDEST, max(NARROWEST, columns))

    def nodes(self) -> Iterator[str]:
        """Lines on every node, in the graph's order."""
        for place, shape in enumerate(self._shape.nodes):
            if place:
                yield ""
            yield from self._node(shape, self._graph.node(shape.id))

    def spaces(self) -> Iterator[str]:
        """A line for each history space, with the nodes that talk in it."""
        spaces: dict[str, list[str]] = {}
        for shape in self._shape.nodes:
            spaces.setdefault(shape.space, []).append(shape.id)
        for space, nodes in spaces.items():
            yield from self._line(space, ", ".join(nodes), width=max(map(len, spaces)) + 2, indent=2)

    def _node(self, shape: NodeShape, node: Node) -> Iterator[str]:
        yield f"  {shape.id} ({shape.kind}, space {shape.space})"
        about = inspect.cleandoc(type(node).__doc__ or "").partition("\n\n")[0]
        yield from self._wrapped(" ".join(about.split()), indent=4)
        yield from self._line("leads to", self._ways_from(shape.id) or "where only a run can tell")
        if shape.id not in self._reached:
            yield from self._line("reached", "from no other node, as far as the code says")
        if shape.id in self._providers:
            yield from self._line("asks", self._providers[shape.id])
        if isinstance(node, ConversationNode):
            for handler in self._graph.tools_of(node):
                yield from self._tool(handler)
        if isinstance(node, DecisionNode):
            yield from self._questions(node)
            for name, threshold in node.thresholds.items():
                yield from self._line("threshold", f"{name}: {_bound(threshold)}")
            yield from self._line("fallback", self._fallback(node))

    def _ways_from(self, node: str) -> str:
        """Where its code leads, by the way of getting there."""
        targets: dict[EdgeKind, list[str]] = {}
        for edge in self._shape.edges:
            if edge.source == node:
                targets.setdefault(edge.kind, []).append("the end" if edge.target == END else edge.target)
        return "; ".join(f"{', '.join(found)}{_WAYS[kind]}" for kind, found in targets.items())

    def _tool(self, handler: ToolHandler) -> Iterator[str]:
        yield from self._line("tool", f"{handler.name}: {handler.description}")
        arguments = arguments_of(handler.spec.parameters)
        width = max((len(argument.name) for argument in arguments), default=0) + 2
        for argument in arguments:
            yield from self._line(argument.name, _on_argument(argument), width=width, indent=6 + LABEL)

    def _questions(self, node: DecisionNode) -> Iterator[str]:
        questions = questions_at_the_start(self._graph, node)
        if questions is None:
            yield from self._line("questions", "depend on what was said before")
        for name, question in (questions or {}).items():
            yield from self._line("question", f"{name}: {_in_words(question)}")

    def _fallback(self, node: DecisionNode) -> str:
        """Who goes on where no provider gives an answer that fits."""
        if type(node).on_decision_error is not DecisionNode.on_decision_error:
            return "its on_decision_error"
        if type(self._graph).on_decision_error is not Graph.on_decision_error:
            return "the graph's on_decision_error"
        return "none: where nobody can answer, the turn fails"

    def _line(self, label: str, text: str, *, width: int = LABEL, indent: int = 4) -> list[str]:
        """A text behind a label that takes `width` columns."""
        return self._wrapped(text, indent=indent + width, first=" " * indent + label.ljust(width))

    def _wrapped(self, text: str, *, indent: int, first: str | None = None) -> list[str]:
        rest = " " * indent
        return textwrap.wrap(
            text,
            self._columns,
            initial_indent=rest if first is None else first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )


def questions_at_the_start(graph: Graph, node: DecisionNode) -> Mapping[str, Question] | None:
    """What a node asks in a new session; None where it cannot ask then."""
    today = graph.today()
    state = GraphState(
        graph=graph,
        channels={},
        cursor=node.node_id(),
        config=None,
        input_consumed=False,
        request="",
        external_user="",
        external_user_verified=False,
        today=today,
        now=clock.now_on(today),
    )
    try:
        return node.define_questions(state)
    except Exception:
        # Whatever an author's code needs that a new session has not.
        return None


def _on_argument(argument: Argument) -> str:
    presence = "" if argument.is_required else f"; {_default(argument.default)}"
    description = f": {argument.description}" if argument.description else ""
    return f"{argument.takes}{presence}{description}"


def _default(default: Any) -> str:
    return "optional" if default is None else f"{json.dumps(default, ensure_ascii=False)} unless given"


def _in_words(question: Question) -> str:
    match question:
        case Choice():
            kind = f"choice of {', '.join(question.labels)}"
        case Score():
            kind = f"score from 0 to {len(question.criteria) - 1}"
        case Noul():
            kind = "probability of yes"
    return f"{kind}{_asked(question.instructions)}"


def _asked(instructions: Any) -> str:
    if not instructions:
        return ""
    return f". {instructions}" if isinstance(instructions, str) else f". {json.dumps(instructions)}"


def _bound(threshold: Threshold) -> str:
    side = threshold.direction.replace("_", " ")
    other = threshold.uncalibrated
    rest = "" if other is None else f", {other} where figures are not calibrated"
    return f"{threshold.question} {side} {threshold.value}{rest}"
