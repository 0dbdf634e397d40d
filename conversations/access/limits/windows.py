"""What is counted within a span of time, and the place where it is counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

SLICES: Final = 60
"""A window is counted in so many slices: what was counted leaves it slice by slice.

So a window holds at most so many numbers, however high its limit is, and may end a sixtieth early.
"""


@dataclass(frozen=True)
class Window:
    """At most `most` of what `name` stands for within any `seconds`."""

    name: str
    most: int
    seconds: int

    @property
    def limit(self) -> str:
        """What is limited, whoever it is for: the first word of the name."""
        return self.name.partition(":")[0]


@dataclass(frozen=True)
class Full:
    """A window that takes nothing more for `seconds`; `place` is its place among those asked."""

    place: int
    seconds: float


@dataclass(frozen=True)
class Room:
    """How many more a window takes now, and the seconds until nothing is counted in it any more."""

    left: int
    seconds: float


class Counters(Protocol):
    """Counts, by the name of their window."""

    async def take(self, windows: Sequence[Window]) -> Full | None:
        """Count one more in every window, or where any is full in none; one atomic step.

        Tells of the full window that stays so longest.
        """
        ...

    async def room(self, window: Window) -> Room:
        """What a window has room for; nothing is counted."""
        ...
