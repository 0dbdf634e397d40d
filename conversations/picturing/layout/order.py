"""In which order boxes stand in their layers, so that few lines cross."""

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

Layers: TypeAlias = list[list[str]]
Neighbours: TypeAlias = Mapping[str, Sequence[str]]

SWEEPS: Final = 12


def ordered(layers: Layers, above: Neighbours, below: Neighbours) -> Layers:
    """The same layers in the best order that was found.

    Each sweep goes down or up and puts every box near the middle of those that it is linked to.
    """
    best, fewest = layers, _crossings(layers, below)
    current = layers
    for sweep in range(SWEEPS):
        if fewest == 0:
            break
        downwards = sweep % 2 == 0
        current = _swept(current, above if downwards else below, downwards=downwards)
        crossings = _crossings(current, below)
        if crossings < fewest:
            best, fewest = current, crossings
    return best


def _swept(layers: Layers, neighbours: Neighbours, *, downwards: bool) -> Layers:
    result: Layers = []
    places: dict[str, int] = {}
    for layer in layers if downwards else reversed(layers):
        own = {key: float(place) for place, key in enumerate(layer)}
        wish = {key: _mean([places[other] for other in neighbours[key]], own[key]) for key in layer}
        moved = sorted(layer, key=lambda key: (wish[key], own[key]))
        places.update((key, place) for place, key in enumerate(moved))
        result.append(moved)
    return result if downwards else result[::-1]


def _mean(places: Sequence[int], otherwise: float) -> float:
    return sum(places) / len(places) if places else otherwise


def _crossings(layers: Layers, below: Neighbours) -> int:
    """How many pairs of lines between neighbouring layers cross."""
    count = 0
    for upper, lower in pairwise(layers):
        place = {key: number for number, key in enumerate(lower)}
        passed: list[int] = []
        for key in upper:
            ends = sorted(place[target] for target in below[key])
            count += sum(len(passed) - bisect_right(passed, end) for end in ends)
            for end in ends:
                insort(passed, end)
    return count
