"""A graph as a picture, made on the server, with the same in words.

A page that shows it has `PICTURE_MEDIA` among its media.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final

from django.forms import Media
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from conversations.admin.parts.graph_words import NodeWords, legend_of, words_of
from conversations.authoring import Graph
from conversations.picturing.drawing import (
    NODE_HEIGHT,
    NODE_WIDTH,
    Drawing,
    DrawnLine,
    DrawnNode,
    drawing_of,
)
from conversations.picturing.layout import Point
from conversations.picturing.shape import EdgeKind, NodeKind

PICTURE_MEDIA: Final = Media(css={"all": ["conversations/admin/graph_picture.css"]})

HEAD: Final = 8.0
"""How long the head of an arrow is."""

THIN: Final = 1.4
THICK: Final = 4.5

LINE_CHARACTERS: Final = 21
"""Of a node's id that fit beside each other."""


@dataclass(frozen=True)
class NodeMark:
    """A node as SVG: its outline, its id in one or two lines with their baselines, and a note."""

    id: str
    classes: str
    outline: str
    middle: float
    lines: tuple[tuple[str, float], ...]
    note: str
    note_width: int
    note_at: Point
    right: float
    top: float
    is_here: bool


@dataclass(frozen=True)
class LineMark:
    """A way as SVG: the line, the arrow's head, and its number where one was counted."""

    classes: str
    way: str
    head: str
    width: str
    number: str
    at: Point


def picture(
    graph: Graph,
    *,
    here: str | None = None,
    path: Sequence[str] = (),
    counts: Mapping[tuple[str, str], int] | None = None,
) -> SafeString:
    """A graph for a page: its nodes by kind, and the ways that its code states.

    `here` is the id of the node that has the word, or "end" where the session is over. `path` are the ids
    of the nodes that ran, in order. `counts` say how often each way was taken, by the ids of both nodes: two
    times the same id for an answer that kept the conversation, "end" for a finish. Nodes that the graph has
    no more are left out.
    """
    drawing = drawing_of(graph, here, path, counts)
    words = words_of(graph, here, path, counts)
    context = {
        "graph": graph,
        "drawing": drawing,
        "nodes": [_node(node) for node in drawing.nodes],
        "lines": list(_lines(drawing)),
        "words": words,
        "legend": legend_of(drawing, counted=counts is not None),
        "summary": _summary(graph, words, here),
    }
    return render_to_string("conversations/admin/parts/graph_picture.html", context)


def thumbnail(graph: Graph) -> SafeString:
    """A graph's outline for a list, without any words: what it shows stands beside it."""
    drawing = drawing_of(graph, None, (), None)
    context = {
        "drawing": drawing,
        "nodes": [_node(node) for node in drawing.nodes],
        "lines": list(_lines(drawing)),
    }
    return render_to_string("conversations/admin/parts/graph_thumbnail.html", context)


def _summary(graph: Graph, words: Sequence[NodeWords], here: str | None) -> str:
    count = len(words)
    said = f"Picture of the graph {graph.name} with {count} node{'s' if count > 1 else ''}"
    return f"{said}. The session stands at {here}." if here else f"{said}."


def _node(node: DrawnNode) -> NodeMark:
    lines = _wrapped(node.shape.id)
    middle = node.top + NODE_HEIGHT / 2
    note = f"↻ {node.stays:,}" if node.stays else ""
    first = middle + 4.5 - (len(lines) - 1) * 8
    kinds = ("node", node.shape.kind, "walked" if node.is_walked else "", "here" if node.is_here else "")
    return NodeMark(
        id=node.shape.id,
        classes=" ".join(filter(None, kinds)),
        outline=_outline(node),
        middle=node.left + NODE_WIDTH / 2,
        lines=tuple((line, first + number * 16) for number, line in enumerate(lines)),
        note=note,
        note_width=len(note) * 7 + 8,
        note_at=Point(node.left + NODE_WIDTH - 8, node.top + NODE_HEIGHT),
        right=node.left + NODE_WIDTH,
        top=node.top,
        is_here=node.is_here,
    )


def _outline(node: DrawnNode) -> str:
    left, top, right, bottom = node.left, node.top, node.left + NODE_WIDTH, node.top + NODE_HEIGHT
    match node.shape.kind:
        case NodeKind.DECISION:
            middle, tip = (top + bottom) / 2, 14
            corners = [
                (left, middle),
                (left + tip, top),
                (right - tip, top),
                (right, middle),
                (right - tip, bottom),
                (left + tip, bottom),
            ]
            return f"M{' L'.join(f'{x:.1f},{y:.1f}' for x, y in corners)} Z"
        case NodeKind.GOODBYE:
            return _rounded(left, top, NODE_HEIGHT / 2)
        case NodeKind.CONVERSATION:
            return _rounded(left, top, 12)
        case NodeKind.CODE:
            return _rounded(left, top, 1)


def _rounded(left: float, top: float, radius: float) -> str:
    across, down = NODE_WIDTH - 2 * radius, NODE_HEIGHT - 2 * radius
    turn = f"a{radius},{radius} 0 0 1"
    return (
        f"M{left + radius:.1f},{top:.1f} h{across} {turn} {radius},{radius} v{down} {turn} -{radius},{radius}"
        f" h-{across} {turn} -{radius},-{radius} v-{down} {turn} {radius},-{radius} Z"
    )


def _wrapped(name: str) -> list[str]:
    """An id in at most two lines, parted where a word of it begins."""
    if len(name) <= LINE_CHARACTERS:
        return [name]
    begins = [
        place
        for place in range(1, len(name))
        if (name[place].isupper() and not name[place - 1].isupper()) or name[place - 1] in "_-. "
    ]
    fitting = [place for place in begins if place <= LINE_CHARACTERS]
    cut = min(fitting or [LINE_CHARACTERS], key=lambda place: abs(place - len(name) / 2))
    return [name[:cut], _shortened(name[cut:])]


def _shortened(text: str) -> str:
    return text if len(text) <= LINE_CHARACTERS else f"{text[: LINE_CHARACTERS - 1]}…"


def _lines(drawing: Drawing) -> Iterator[LineMark]:
    """Those taken on the way so far last, so that they lie on top."""
    most = max((line.count or 0 for line in drawing.lines), default=0)
    for line in sorted(drawing.lines, key=lambda line: line.is_walked):
        share = sqrt((line.count or 0) / most) if most else 0.0
        yield LineMark(
            classes=" ".join(_classes(line)),
            way=_way(line),
            head=_head(line),
            width=f"{THIN + (THICK - THIN) * share:.1f}",
            number=f"{line.count:,}" if line.count else "",
            at=_label_place(line),
        )


def _classes(line: DrawnLine) -> Iterator[str]:
    yield "way"
    if line.is_walked:
        yield "walked"
    if line.count == 0:
        yield "untaken"
    if line.kinds == {EdgeKind.DIRECT_TO}:
        yield "dotted"
    if line.kinds & {EdgeKind.FAN_OUT, EdgeKind.JOIN}:
        yield "beside"


def _way(line: DrawnLine) -> str:
    """Bends from the first of two points to the second, runs straight to the next two, and so on."""
    points = [*line.points[:-1], _neck(line)]
    parts = [f"M{points[0].x:.1f},{points[0].y:.1f}"]
    for number, (one, other) in enumerate(pairwise(points)):
        if number % 2:
            parts.append(f"L{other.x:.1f},{other.y:.1f}")
        else:
            half = (one.y + other.y) / 2
            parts.append(f"C{one.x:.1f},{half:.1f} {other.x:.1f},{half:.1f} {other.x:.1f},{other.y:.1f}")
    return " ".join(parts)


def _neck(line: DrawnLine) -> Point:
    """Where the line ends and the arrow's head begins."""
    end = line.points[-1]
    return Point(end.x, end.y + HEAD - 2 if line.is_upward else end.y - HEAD + 2)


def _head(line: DrawnLine) -> str:
    end = line.points[-1]
    back = end.y + HEAD if line.is_upward else end.y - HEAD
    return f"{end.x:.1f},{end.y:.1f} {end.x - 4.5:.1f},{back:.1f} {end.x + 4.5:.1f},{back:.1f}"


def _label_place(line: DrawnLine) -> Point:
    """On the line, nearer to the end where fewer others are."""
    if len(line.points) > 2:
        one, other = line.points[1], line.points[2]
        return Point(one.x, (one.y + other.y) / 2)
    one, other = line.points
    part = 0.62 if line.target_is_lean or line.has_reverse else 0.38
    bent = 3 * part**2 - 2 * part**3
    half = (one.y + other.y) / 2
    rest = 1 - part
    y = one.y * rest**3 + 3 * half * part * rest**2 + 3 * half * part**2 * rest + other.y * part**3
    return Point(one.x + (other.x - one.x) * bent, y)
