"""Small charts of figures over time, made on the server as SVG, with the same figures in words.

A page that shows them has `CHARTS_MEDIA` among its media.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.forms import Media
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

CHARTS_MEDIA: Final = Media(css={"all": ["conversations/admin/charts.css"]})

WIDTH: Final = 240.0
HEIGHT: Final = 56.0
LEAST: Final = 1.5
"""Of a column's height that is not nothing, so that it can be seen."""


@dataclass(frozen=True)
class Column:
    """What happened in one part of the time: `low` is the part at the bottom, `high` what stands on it."""

    when: str
    low: float
    high: float = 0.0


@dataclass(frozen=True)
class Chart:
    """Columns from the earliest to the latest. `names` are of the low parts and, then, the high.

    `tones` are names of styles: `calm`, `strong` or `bad`. `said` puts a figure in words.
    """

    title: str
    columns: Sequence[Column]
    names: tuple[str, ...]
    tones: tuple[str, ...]
    said: Callable[[float], str]


@dataclass(frozen=True)
class _Mark:
    tone: str
    x: str
    y: str
    width: str
    height: str


def chart(drawn: Chart) -> SafeString:
    """A chart for a page."""
    context = {
        "chart": drawn,
        "width": WIDTH,
        "height": HEIGHT,
        "marks": list(_marks(drawn)),
        "words": [_words(drawn, column) for column in drawn.columns],
    }
    return render_to_string("conversations/admin/parts/chart.html", context)


def whole(number: float | Decimal) -> str:
    """A count in words of its own: with thousands apart."""
    return f"{number:,.0f}"


def _marks(drawn: Chart) -> list[_Mark]:
    highest = max((column.low + column.high for column in drawn.columns), default=0.0)
    if not highest:
        return []
    step = WIDTH / len(drawn.columns)
    gap = min(3.0, step / 5)
    marks = []
    for place, column in enumerate(drawn.columns):
        bottom = HEIGHT
        for value, tone in zip((column.low, column.high), drawn.tones, strict=False):
            if value:
                height = max(LEAST, (HEIGHT - 2 * LEAST) * value / highest)
                bottom -= height
                left = place * step + gap / 2
                marks.append(_Mark(tone, *(f"{one:.2f}" for one in (left, bottom, step - gap, height))))
    return marks


def _words(drawn: Chart, column: Column) -> str:
    figures = zip((column.low, column.high), drawn.names, strict=False)
    return f"{column.when}: {', '.join(f'{drawn.said(value)} {name}'.strip() for value, name in figures)}"
