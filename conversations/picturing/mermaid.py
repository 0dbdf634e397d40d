"""A graph as a Mermaid flowchart, for documents and tools that draw those."""

from typing import Final

from conversations.authoring import Graph
from conversations.authoring.nodes import END
from conversations.picturing.shape import EdgeKind, NodeKind, shape_of

_SHAPES: Final = {
    NodeKind.CONVERSATION: ("(", ")"),
    NodeKind.DECISION: ("{{", "}}"),
    NodeKind.CODE: ("[", "]"),
    NodeKind.GOODBYE: ("([", "])"),
}

_ARROWS: Final = {
    EdgeKind.GO: "-->",
    EdgeKind.DIRECT_TO: "-.->",
    EdgeKind.FAN_OUT: "==>",
    EdgeKind.JOIN: "==>",
    EdgeKind.FINISH: "-->",
}
"""Dotted where the customer is heard in between, thick where nodes run beside each other."""


def mermaid(graph: Graph) -> str:
    """The flowchart's text, with line feeds and without a fence.

    Nodes stand under names of the flowchart's own (`n0`, `n1`, …), since some ids are words of Mermaid.
    """
    shape = shape_of(graph)
    names = {node.id: f"n{place}" for place, node in enumerate(shape.nodes)}
    names[END] = "finished"
    lines = ["flowchart TD", f"    begin((start)) --> {names[shape.start]}"]
    for node in shape.nodes:
        left, right = _SHAPES[node.kind]
        lines.append(f'    {names[node.id]}{left}"{_quoted(node.id)}"{right}')
    if any(edge.target == END for edge in shape.edges):
        lines.append(f'    {names[END]}(((" ")))')
    lines += [f"    {names[edge.source]} {_ARROWS[edge.kind]} {names[edge.target]}" for edge in shape.edges]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
