"""What is laid out and what comes out. Lengths are pixels, x to the right and y downwards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Link: TypeAlias = tuple[str, str]
"""The keys of the boxes at both ends of a line, the source first."""


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True)
class Box:
    """Something with a place of its own."""

    key: str
    width: float
    height: float


@dataclass(frozen=True)
class Placed:
    """A box with the left upper corner where it stands."""

    box: Box
    left: float
    top: float

    @property
    def middle(self) -> float:
        """Its centre from left to right."""
        return self.left + self.box.width / 2


@dataclass(frozen=True)
class Route:
    """A line from one box to another by way of `points`, which begin and end at the boxes' edges.

    From the first point to the second the line may bend, from there to the third it runs straight past
    other boxes, and so on in turn. `is_upward` tells of a way back.
    """

    link: Link
    points: tuple[Point, ...]
    is_upward: bool


@dataclass(frozen=True)
class Layout:
    """Everything with its place, and the size of the whole."""

    width: float
    height: float
    placed: Mapping[str, Placed]
    routes: tuple[Route, ...]
