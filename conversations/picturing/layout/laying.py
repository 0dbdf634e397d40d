"""The whole way from boxes and links to places and lines."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from conversations.picturing.layout.boxes import Box, Layout, Link, Placed, Point, Route
from conversations.picturing.layout.columns import middles
from conversations.picturing.layout.layers import layers_of
from conversations.picturing.layout.order import Layers, ordered

MARGIN: Final = 16.0
GAP: Final = 28.0
LAYER_GAP: Final = 62.0

BEND: Final = 10.0
"""The width that a line takes up where it passes other boxes."""

APART: Final = 7.0
"""How far ways down and ways back keep from the middle of a box where there are both."""

STRAIGHT: Final = 6.0
"""How much more a line is to be straight where it passes other boxes."""


def lay_out(boxes: Sequence[Box], links: Sequence[Link], *, start: str, lowest: Sequence[str] = ()) -> Layout:
    """Place boxes and lead a line along each link; a link of a box with itself is left out.

    `start` stands at the top, the boxes of `lowest` below all others, one under the other.
    """
    lines = list(dict.fromkeys(link for link in links if link[0] != link[1]))
    layers = _layers(boxes, lines, start, lowest)
    chains = {line: _chain(line, layers) for line in lines}
    return _Laid(boxes, chains, layers).layout()


def _layers(boxes: Sequence[Box], lines: Sequence[Link], start: str, lowest: Sequence[str]) -> dict[str, int]:
    upper = [box.key for box in boxes if box.key not in lowest]
    layers = layers_of(upper, [line for line in lines if not {*line} & {*lowest}], start)
    deepest = max(layers.values(), default=-1)
    return {**layers, **{key: deepest + place for place, key in enumerate(lowest, start=1)}}


def _chain(line: Link, layers: dict[str, int]) -> list[str]:
    """The keys along a line from its upper end to its lower one; a bend in each layer that it passes."""
    source, target = line
    upper, lower = (source, target) if layers[source] < layers[target] else (target, source)
    bends = []
    for layer in range(layers[upper] + 1, layers[lower]):
        bends.append(key := f"{source}\n{target}\n{layer}")
        layers[key] = layer
    return [upper, *bends, lower]


def _mixed(ends: Iterable[tuple[str, bool]]) -> set[str]:
    """The boxes at one side of which lines go both down and up."""
    found = set(ends)
    return {key for key, is_downward in found if (key, not is_downward) in found}


class _Laid:
    """One layout in the making."""

    def __init__(
        self, boxes: Sequence[Box], chains: Mapping[Link, Sequence[str]], layer_of: Mapping[str, int]
    ) -> None:
        self._boxes = {box.key: box for box in boxes}
        self._chains = chains
        self._layer_of = layer_of
        self._above: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        self._below: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        self._mixed_below = _mixed((chain[0], chain[0] == line[0]) for line, chain in chains.items())
        self._mixed_above = _mixed((chain[-1], chain[0] == line[0]) for line, chain in chains.items())
        for upper, lower in (pair for chain in chains.values() for pair in pairwise(chain)):
            weight = STRAIGHT if upper not in self._boxes or lower not in self._boxes else 1.0
            self._above[lower].append((upper, weight))
            self._below[upper].append((lower, weight))

    def layout(self) -> Layout:
        layers = self._ordered_layers()
        widths = {key: self._width(key) for layer in layers for key in layer}
        middle = middles(layers, widths, GAP, (self._above, self._below))
        left = min(middle[key] - widths[key] / 2 for key in middle) - MARGIN
        middle = {key: place - left for key, place in middle.items()}
        heights = [max((self._height(key) for key in layer), default=0.0) for layer in layers]
        tops = [MARGIN + sum(heights[:number]) + LAYER_GAP * number for number in range(len(layers))]
        placed = {
            key: Placed(box, middle[key] - box.width / 2, self._top(key, tops, heights))
            for key, box in self._boxes.items()
        }
        return Layout(
            width=max(middle[key] + widths[key] / 2 for key in middle) + MARGIN,
            height=tops[-1] + heights[-1] + MARGIN,
            placed=placed,
            routes=tuple(self._route(line, placed, middle, tops, heights) for line in self._chains),
        )

    def _ordered_layers(self) -> Layers:
        layers: Layers = [[] for _ in range(max(self._layer_of.values()) + 1)]
        for key, layer in self._layer_of.items():
            layers[layer].append(key)
        above, below = (
            defaultdict(list, {key: [other for other, _ in links] for key, links in linked.items()})
            for linked in (self._above, self._below)
        )
        return ordered(layers, above, below)

    def _width(self, key: str) -> float:
        return self._boxes[key].width if key in self._boxes else BEND

    def _height(self, key: str) -> float:
        return self._boxes[key].height if key in self._boxes else 0.0

    def _top(self, key: str, tops: Sequence[float], heights: Sequence[float]) -> float:
        """A box stands in the middle of its layer's height."""
        layer = self._layer_of[key]
        return tops[layer] + (heights[layer] - self._height(key)) / 2

    def _route(
        self,
        line: Link,
        placed: Mapping[str, Placed],
        middle: Mapping[str, float],
        tops: Sequence[float],
        heights: Sequence[float],
    ) -> Route:
        upper, *bends, lower = self._chains[line]
        is_upward = upper == line[1]
        aside = APART if is_upward else -APART
        start = placed[upper].middle + (aside if upper in self._mixed_below else 0)
        points = [Point(start, placed[upper].top + placed[upper].box.height)]
        for bend in bends:
            layer = self._layer_of[bend]
            points += [Point(middle[bend], tops[layer]), Point(middle[bend], tops[layer] + heights[layer])]
        end = placed[lower].middle + (aside if lower in self._mixed_above else 0)
        points.append(Point(end, placed[lower].top))
        return Route(line, tuple(reversed(points) if is_upward else points), is_upward)
