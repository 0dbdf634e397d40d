"""Charts as the SVG templates take them: places on the picture, computed once, as texts.

Whoever cannot see them finds the same figures in a table beside them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from conversations.admin.quality.figures import Bin, Level, Share
from conversations.admin.quality.thresholds import Held

TICKS: Final = tuple(step / 5 for step in range(6))


@dataclass(frozen=True)
class Frame:
    """Where figures from 0 to 1 stand on a picture: its size, and the room for what is written beside."""

    width: int
    height: int
    left: int = 46
    right: int = 14
    top: int = 12
    bottom: int = 46

    def x(self, part: float) -> str:
        """How far to the right a part stands."""
        return f"{self.left + part * (self.width - self.left - self.right):.1f}"

    def y(self, part: float) -> str:
        """How far down a part stands; 1 is at the top."""
        return f"{self.height - self.bottom - part * (self.height - self.top - self.bottom):.1f}"

    def point(self, x: float, y: float) -> str:
        """A point of a line."""
        return f"{self.x(x)},{self.y(y)}"

    @property
    def ticks(self) -> list[dict[str, str]]:
        """The lines of both axes, each with its number."""
        return [{"number": f"{part:.1f}", "x": self.x(part), "y": self.y(part)} for part in TICKS]

    @property
    def edges(self) -> dict[str, str]:
        """The ends of the axes."""
        return {"left": self.x(0), "right": self.x(1), "top": self.y(1), "bottom": self.y(0)}

    @property
    def middles(self) -> dict[str, str]:
        """Where the names of the axes stand."""
        return {"x": self.x(0.5), "y": self.y(0.5), "below": str(self.height - 8)}


@dataclass(frozen=True)
class BinMarks:
    """One bin on the reliability diagram: its bar, the interval of what came true, and the point itself."""

    x: str
    y: str
    width: str
    height: str
    point: str
    low: str
    high: str
    told: str


@dataclass(frozen=True)
class ReliabilityChart:
    """A bar for each bin that holds something."""

    frame: Frame
    bins: tuple[BinMarks, ...]


def reliability_chart(bins: Iterable[Bin]) -> ReliabilityChart:
    """The reliability diagram: what was predicted to the right, what came true upwards."""
    frame = Frame(380, 360)
    return ReliabilityChart(frame, tuple(_marks(frame, one) for one in bins if one.came_true.count))


def _marks(frame: Frame, one: Bin) -> BinMarks:
    came_true = one.came_true.value or 0.0
    gap = (one.high - one.low) / 12
    left, right = frame.x(one.low + gap), frame.x(one.high - gap)
    return BinMarks(
        x=left,
        y=frame.y(came_true),
        width=f"{float(right) - float(left):.1f}",
        height=f"{float(frame.y(0)) - float(frame.y(came_true)):.1f}",
        point=frame.x(one.predicted or 0.0),
        low=frame.y(one.came_true.low),
        high=frame.y(one.came_true.high),
        told=(
            f"{one.low:.1f} to {one.high:.1f}: predicted {100 * (one.predicted or 0):.0f} %, "
            f"came true {one.came_true.right} of {one.came_true.count}"
        ),
    )


@dataclass(frozen=True)
class UprightMark:
    """A threshold on the curve: where it stands, and its name, on the side where there is room."""

    x: str
    name: str
    anchor: str
    label_x: str
    label_y: str


@dataclass(frozen=True)
class CurveChart:
    """Lines over the threshold, as points of SVG; `band` is the interval of the accuracy."""

    frame: Frame
    accuracy: str
    coverage: str
    recall: str
    band: str
    target: str
    suggested: UprightMark | None
    held: tuple[UprightMark, ...]


def curve_chart(
    levels: Sequence[Level], target: float, suggested: float | None, held: Iterable[Held], *, recall: bool
) -> CurveChart:
    """The threshold to the right; accuracy, coverage and, where it is wanted, recall upwards."""
    frame = Frame(680, 360)
    known = [level for level in levels if level.accuracy.count]
    upper = [frame.point(level.threshold, level.accuracy.high) for level in known]
    lower = [frame.point(level.threshold, level.accuracy.low) for level in reversed(known)]
    marks = tuple(
        _upright(frame, one.number, f"{one.name} {one.number:g}{_of(one)}", place)
        for place, one in enumerate(held)
        if 0 <= one.number <= 1
    )
    return CurveChart(
        frame=frame,
        accuracy=" ".join(_share_points(frame, ((level.threshold, level.accuracy) for level in known))),
        coverage=" ".join(
            frame.point(level.threshold, level.coverage) for level in levels if level.coverage is not None
        ),
        recall=" ".join(_share_points(frame, ((level.threshold, level.recall) for level in levels)))
        if recall
        else "",
        band=" ".join([*upper, *lower]),
        target=frame.y(target),
        suggested=None if suggested is None else _upright(frame, suggested, f"suggested {suggested:g}", -1),
        held=marks,
    )


def _of(held: Held) -> str:
    """Whose figures a threshold is about, where it is not all."""
    return f" ({', '.join(sorted(held.sources)).replace('_', ' ')})" if held.sources else ""


def _share_points(frame: Frame, shares: Iterable[tuple[float, Share]]) -> list[str]:
    return [frame.point(x, share.value) for x, share in shares if share.value is not None]


def _upright(frame: Frame, number: float, name: str, place: int) -> UprightMark:
    """A threshold's line; names of several stand below each other."""
    to_the_left = number > 0.6
    across = float(frame.x(number)) + (-5 if to_the_left else 5)
    return UprightMark(
        x=frame.x(number),
        name=name,
        anchor="end" if to_the_left else "start",
        label_x=f"{across:.1f}",
        label_y=f"{float(frame.y(0)) - 10 - 16 * (place + 1):.1f}",
    )
