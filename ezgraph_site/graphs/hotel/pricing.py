"""What nights cost. Decimal arithmetic; each night is rounded, half up, to cents."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from ezgraph_site.graphs.hotel.values import RoomType
from ezgraph_site.graphs.money import to_cents

SEASON: Final[Mapping[int, Decimal]] = {
    4: Decimal("1.4"),
    5: Decimal("1.4"),
    6: Decimal("1.8"),
    7: Decimal("1.8"),
    8: Decimal("1.8"),
    9: Decimal("1.8"),
    10: Decimal("1.5"),
}
"""Factor by month; other months have `OFF_SEASON`."""
OFF_SEASON: Final = Decimal("1.2")
ROOM: Final[Mapping[RoomType, Decimal]] = {
    "one bed": Decimal(1),
    "two beds": Decimal("1.6"),
    "suite": Decimal("2.5"),
}
WEEKEND: Final = Decimal("1.15")
SATURDAY: Final = 5
"""Of `date.weekday()`; Sunday is the day after it."""


@dataclass(frozen=True)
class Prices:
    """A stay in dollars: its cheapest and its dearest night, and all nights together."""

    nights: int
    low: Decimal
    high: Decimal
    total: Decimal


def night_price(level: Decimal, room: RoomType, night: date) -> Decimal:
    """One night in dollars, which begins on the day `night`."""
    weekend = WEEKEND if night.weekday() >= SATURDAY else Decimal(1)
    return to_cents(level * SEASON.get(night.month, OFF_SEASON) * ROOM[room] * weekend)


def stay_prices(level: Decimal, room: RoomType, start: date, end: date) -> Prices:
    """The nights from `start` to the one before `end`, the check-out day. `end` is later than `start`."""
    nights = [
        night_price(level, room, start + timedelta(days=number)) for number in range((end - start).days)
    ]
    return Prices(len(nights), min(nights), max(nights), sum(nights, Decimal(0)))
