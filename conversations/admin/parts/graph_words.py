"""What a graph's picture shows, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from conversations.authoring import Graph
from conversations.authoring.nodes import END
from conversations.picturing.drawing import Drawing
from conversations.picturing.shape import EdgeKind, GraphShape, NodeKind, NodeShape, shape_of

KIND_WORDS: Final[Mapping[NodeKind, str]] = {
    NodeKind.CONVERSATION: "conversation",
    NodeKind.DECISION: "decision",
    NodeKind.CODE: "code",
    NodeKind.GOODBYE: "goodbye",
}

KIND_MEANINGS: Final[Mapping[NodeKind, str]] = {
    NodeKind.CONVERSATION: "talks to the customer",
    NodeKind.DECISION: "asks a decision provider and routes",
    NodeKind.CODE: "runs code, unseen by the customer",
    NodeKind.GOODBYE: "says goodbye, then the session is over",
}

EDGE_WORDS: Final[Mapping[EdgeKind, str]] = {
    EdgeKind.GO: "at once",
    EdgeKind.DIRECT_TO: "with the customer's next message",
    EdgeKind.FAN_OUT: "beside others",
    EdgeKind.JOIN: "once all beside it are done",
    EdgeKind.FINISH: "and is over",
}


@dataclass(frozen=True)
class NodeWords:
    """One node: what it is, what holds of this session, and each way on from it."""

    id: str
    kind: str
    notes: tuple[str, ...]
    ways: tuple[str, ...]


@dataclass(frozen=True)
class LegendEntry:
    """A sign of the picture, by the name of its style, and what it means."""

    sign: str
    meaning: str


def words_of(
    graph: Graph, here: str | None, path: Sequence[str], counts: Mapping[tuple[str, str], int] | None
) -> list[NodeWords]:
    """Every node of a graph in words, with what was counted."""
    shape = shape_of(graph)
    return [
        NodeWords(
            id=node.id,
            kind=KIND_WORDS[node.kind],
            notes=tuple(_notes(shape, node, here, path)),
            ways=tuple(_ways(shape, node, counts)),
        )
        for node in shape.nodes
    ]


def legend_of(drawing: Drawing, *, counted: bool) -> list[LegendEntry]:
    """What is to be explained of a picture: only what there is in it."""
    kinds = {node.shape.kind for node in drawing.nodes}
    ways = {kind for line in drawing.lines for kind in line.kinds}
    entries = [
        *(
            LegendEntry(kind.value, f"{KIND_WORDS[kind]}: {KIND_MEANINGS[kind]}")
            for kind in NodeKind
            if kind in kinds
        ),
        *([LegendEntry("dotted", "after the customer's next message")] if EdgeKind.DIRECT_TO in ways else []),
        *([LegendEntry("beside", "several at once")] if EdgeKind.FAN_OUT in ways else []),
    ]
    if any(line.is_walked for line in drawing.lines):
        entries.append(LegendEntry("walked", "the way so far"))
    if counted:
        entries.append(LegendEntry("untaken", "never taken in what was counted"))
    if any(node.stays for node in drawing.nodes):
        entries.append(LegendEntry("stays", "answers that kept the conversation"))
    return entries


def _notes(shape: GraphShape, node: NodeShape, here: str | None, path: Sequence[str]) -> Iterator[str]:
    if node.id == shape.start:
        yield "start"
    if node.id == here:
        yield "the session stands here"
    if ran := sum(one == node.id for one in path):
        yield f"ran {ran} time{'s' if ran > 1 else ''}"


def _ways(shape: GraphShape, node: NodeShape, counts: Mapping[tuple[str, str], int] | None) -> Iterator[str]:
    stated: dict[str, list[str]] = {}
    for edge in shape.edges:
        if edge.source == node.id:
            stated.setdefault(edge.target, []).append(EDGE_WORDS[edge.kind])
    taken = {target: count for (source, target), count in (counts or {}).items() if source == node.id}
    for target in dict.fromkeys([*stated, *sorted(taken)]):
        how = " or ".join(stated.get(target, []))
        said = _way(node.id, target, how)
        yield said if counts is None else f"{said}: {taken.get(target, 0):,} times"


def _way(source: str, target: str, how: str) -> str:
    if target == source:
        return "answers and keeps the conversation"
    if target == END:
        return "finishes the session"
    return f"to {target}{f', {how}' if how else ''}"
