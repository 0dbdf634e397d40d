"""Checks of a graph's tools before it is used: names, descriptions, and the arguments that they take."""

import inspect
import re
from collections import Counter
from typing import Final

from pydantic import PydanticUserError

from conversations.authoring.findings import NAME_LENGTH, Findings, nodes_of
from conversations.authoring.graph import Graph, NodeClass
from conversations.authoring.signatures import takes
from conversations.authoring.tools import ToolHandler, handlers_of

HANDLER: Final = ("input", "context", "state")
"""What a handler is handed after `self`."""


def tool_findings(graph: type[Graph]) -> Findings:
    """Code and text of every fault of the tools that a graph's nodes handle."""
    schemas: dict[str, dict[str, tuple[str, ...]]] = {}
    for node in nodes_of(graph):
        handlers = list(handlers_of(node))
        for name, count in Counter(handler.name for handler in handlers).items():
            if count > 1:
                yield "tool_duplicate", f"{node.node_id()} handles the tool {name!r} {count} times."
        for handler in handlers:
            schema = _schema_of(handler)
            if schema is None:
                yield "tool_input", _why_without_schema(node, handler)
            else:
                places = schemas.setdefault(handler.name, {})
                places[schema] = (*places.get(schema, ()), node.node_id())
            yield from _check_texts(node, handler)
    for name, places in schemas.items():
        if len(places) > 1:
            nodes = ", ".join(sorted({node for group in places.values() for node in group}))
            yield (
                "tool_schema",
                f"the tool {name!r} has different schemas on {nodes}; give one of them another name.",
            )


def _schema_of(handler: ToolHandler) -> str | None:
    try:
        return repr(handler.spec.parameters)
    except (TypeError, ValueError, PydanticUserError):
        return None


def _why_without_schema(node: NodeClass, handler: ToolHandler) -> str:
    place = f"{node.node_id()}.{handler.attribute}"
    if not takes(handler.function, HANDLER):
        return f"{place} must take (self, input, context, state), not {inspect.signature(handler.function)}."
    if handler.input_model is None:
        name = list(inspect.signature(handler.function).parameters)[1]
        return (
            f"{place}: annotate {name} with a pydantic model that its module can name; "
            "the model's fields are the tool's arguments."
        )
    return f"{place}: {handler.input_model.__name__} has fields of types that no JSON Schema describes."


def _check_texts(node: NodeClass, handler: ToolHandler) -> Findings:
    if not re.fullmatch(rf"[A-Za-z0-9_-]{{1,{NAME_LENGTH}}}", handler.name):
        yield (
            "tool_name",
            f"{node.node_id()}: the tool name {handler.name!r} may hold letters, digits, _ and - only.",
        )
    if not handler.description.strip():
        yield (
            "tool_description",
            f"{node.node_id()}: the tool {handler.name!r} has no description; say when to call it.",
        )
