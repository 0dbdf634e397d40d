"""Where boxes stand from left to right: near what they are linked to, in their order, with room between."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from conversations.picturing.layout.order import Layers

Weighted: TypeAlias = Mapping[str, Sequence[tuple[str, float]]]
"""By key, what it is linked to in one direction, and how much each link is to be straight."""

SWEEPS: Final = 10


def middles(
    layers: Layers, widths: Mapping[str, float], gap: float, links: Sequence[Weighted]
) -> dict[str, float]:
    """The middle of each box, by key. `links` are those to the layer above and those to the one below."""
    above, below = links
    places: dict[str, float] = {}
    for layer in layers:
        total = sum(widths[key] + gap for key in layer)
        place = -total / 2
        for key in layer:
            places[key] = place + (widths[key] + gap) / 2
            place += widths[key] + gap
    for sweep in range(SWEEPS):
        downwards = sweep % 2 == 0
        for layer in layers if downwards else reversed(layers):
            _pull(layer, places, widths, gap, above if downwards else below)
    return places


def _pull(
    layer: Sequence[str], places: dict[str, float], widths: Mapping[str, float], gap: float, links: Weighted
) -> None:
    """Put a layer as near as can be, by least squares, to where its links would have it."""
    offsets, offset = [], 0.0
    for key, following in zip(layer, [*layer[1:], layer[-1]], strict=True):
        offsets.append(offset)
        offset += (widths[key] + widths[following]) / 2 + gap
    wishes = [
        _wish(places[key], [(places[other], weight) for other, weight in links[key]]) - offset
        for key, offset in zip(layer, offsets, strict=True)
    ]
    for key, place, offset in zip(layer, _rising(wishes), offsets, strict=True):
        places[key] = place + offset


def _wish(place: float, links: Sequence[tuple[float, float]]) -> float:
    weight = sum(weight for _, weight in links)
    return sum(other * weight for other, weight in links) / weight if weight else place


def _rising(wishes: Sequence[float]) -> list[float]:
    """The nearest row of numbers of which none is lower than the one before it.

    Neighbours that are in each other's way share their mean (pool adjacent violators).
    """
    pools: list[tuple[float, int]] = []
    for wish in wishes:
        total, count = wish, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before, members = pools.pop()
            total, count = total + before, count + members
        pools.append((total, count))
    return [total / count for total, count in pools for _ in range(count)]
