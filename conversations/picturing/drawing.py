"""A graph's picture as shapes and lines with their places, for whatever draws them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from conversations.authoring import Graph
from conversations.authoring.nodes import END
from conversations.picturing.groups import groups_of
from conversations.picturing.layout import Box, Layout, Point, lay_out
from conversations.picturing.layout.boxes import Link
from conversations.picturing.shape import EdgeKind, GraphShape, NodeShape, shape_of

START: Final = "\nstart"
"""The key of the dot above the first node; no node may be called so."""

NODE_WIDTH: Final = 172.0
NODE_HEIGHT: Final = 46.0
DOT: Final = 18.0
FRAME: Final = 10.0
"""Between the frame of a group and its nodes, and between those."""


@dataclass(frozen=True)
class DrawnNode:
    """A node with its place. `stays` counts how often it answered and kept the conversation."""

    shape: NodeShape
    left: float
    top: float
    is_here: bool
    is_walked: bool
    stays: int


@dataclass(frozen=True)
class Frame:
    """Around nodes that stand for each other."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class DrawnLine:
    """A way between two nodes or groups. `points` are as in `layout.Route`.

    `kinds` say how it is taken, none where the code does not state it. `count` is None where nothing was
    counted. `has_reverse` tells of another line from its end to its beginning, `target_is_lean` that fewer
    lines are at its end than at its beginning.
    """

    kinds: frozenset[EdgeKind]
    points: tuple[Point, ...]
    is_upward: bool
    is_walked: bool
    count: int | None
    has_reverse: bool
    target_is_lean: bool


@dataclass(frozen=True)
class Drawing:
    """Everything there is to draw. `start` and `end` are centres of their dots; no way may lead to an end."""

    width: float
    height: float
    frames: tuple[Frame, ...]
    nodes: tuple[DrawnNode, ...]
    lines: tuple[DrawnLine, ...]
    start: Point
    end: Point | None
    end_is_here: bool


def drawing_of(
    graph: Graph, here: str | None, path: Sequence[str], counts: Mapping[Link, int] | None
) -> Drawing:
    """Draw a graph; see `conversations.admin.parts.graph_picture.picture` for the arguments."""
    shape = shape_of(graph)
    return _Drawn(shape, here, set(path), set(pairwise(path)), counts).drawing()


def links_of(shape: GraphShape, seen: Iterable[Link]) -> dict[Link, frozenset[EdgeKind]]:
    """The ways to draw with their kinds: those that the code states, then others that were taken."""
    known = {END, *(node.id for node in shape.nodes)}
    kinds: dict[Link, set[EdgeKind]] = {}
    for edge in shape.edges:
        kinds.setdefault((edge.source, edge.target), set()).add(edge.kind)
    for link in sorted(seen):
        if {*link} <= known:
            kinds.setdefault(link, set())
    return {
        (source, target): frozenset(found)
        for (source, target), found in kinds.items()
        if source not in (target, END)
    }


class _Drawn:
    """One drawing in the making."""

    def __init__(
        self,
        shape: GraphShape,
        here: str | None,
        walked: set[str],
        steps: set[Link],
        counts: Mapping[Link, int] | None,
    ) -> None:
        self._shape, self._here, self._walked, self._steps = shape, here, walked, steps
        self._counts = counts
        self._links = links_of(shape, {*(counts or {}), *steps})
        alone = [shape.start, *([shape.goodbye] if shape.goodbye else [])]
        self._groups = groups_of(shape.nodes, self._links, alone)
        self._group_of = {node.id: group[0].id for group in self._groups for node in group} | {END: END}

    def drawing(self) -> Drawing:
        lines = self._lines()
        layout = lay_out(
            [Box(START, DOT, DOT), *map(_box, self._groups), *([Box(END, DOT, DOT)] if self._ends else [])],
            [(START, self._shape.start), *lines],
            start=START,
            lowest=[key for key in (self._shape.goodbye, END if self._ends else None) if key],
        )
        return Drawing(
            width=layout.width,
            height=layout.height,
            frames=tuple(self._frames(layout)),
            nodes=tuple(node for group in self._groups for node in self._nodes(group, layout)),
            lines=tuple(self._drawn(layout, lines)),
            start=_centre(layout, START),
            end=_centre(layout, END) if self._ends else None,
            end_is_here=self._here == END,
        )

    @property
    def _ends(self) -> bool:
        return self._here == END or any(target == END for _, target in self._links)

    def _lines(self) -> dict[Link, list[Link]]:
        """Between groups, and what each of these lines stands for."""
        lines: dict[Link, list[Link]] = {}
        for source, target in self._links:
            lines.setdefault((self._group_of[source], self._group_of[target]), []).append((source, target))
        return lines

    def _drawn(self, layout: Layout, lines: Mapping[Link, list[Link]]) -> list[DrawnLine]:
        degrees = Counter(key for link in lines for key in link)
        return [
            DrawnLine(
                kinds=frozenset().union(*(self._links[link] for link in links)),
                points=route.points,
                is_upward=route.is_upward,
                is_walked=not self._steps.isdisjoint(links),
                count=self._count(links),
                has_reverse=route.link[::-1] in lines,
                target_is_lean=degrees[route.link[1]] <= degrees[route.link[0]],
            )
            for route in layout.routes
            for links in [lines.get(route.link, [])]
        ]

    def _count(self, links: Sequence[Link]) -> int | None:
        """None also for the line from the start, which nothing counts."""
        counts = self._counts
        return sum(counts.get(link, 0) for link in links) if links and counts is not None else None

    def _nodes(self, group: Sequence[NodeShape], layout: Layout) -> list[DrawnNode]:
        place = layout.placed[group[0].id]
        inset = FRAME if len(group) > 1 else 0.0
        return [
            DrawnNode(
                shape=node,
                left=place.left + inset,
                top=place.top + inset + number * (NODE_HEIGHT + FRAME),
                is_here=node.id == self._here,
                is_walked=node.id in self._walked,
                stays=(self._counts or {}).get((node.id, node.id), 0),
            )
            for number, node in enumerate(group)
        ]

    def _frames(self, layout: Layout) -> list[Frame]:
        places = [layout.placed[group[0].id] for group in self._groups if len(group) > 1]
        return [Frame(place.left, place.top, place.box.width, place.box.height) for place in places]


def _box(group: Sequence[NodeShape]) -> Box:
    if len(group) == 1:
        return Box(group[0].id, NODE_WIDTH, NODE_HEIGHT)
    height = len(group) * (NODE_HEIGHT + FRAME) + FRAME
    return Box(group[0].id, NODE_WIDTH + 2 * FRAME, height)


def _centre(layout: Layout, key: str) -> Point:
    place = layout.placed[key]
    return Point(place.middle, place.top + place.box.height / 2)
