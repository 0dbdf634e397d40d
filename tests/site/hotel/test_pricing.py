from datetime import date
from decimal import Decimal

import pytest

from ezgraph_site.graphs.hotel.pricing import night_price, stay_prices
from ezgraph_site.graphs.hotel.values import RoomType


@pytest.mark.parametrize(
    ("month", "factor"),
    [
        (1, "1.2"),
        (2, "1.2"),
        (3, "1.2"),
        (4, "1.4"),
        (5, "1.4"),
        (6, "1.8"),
        (7, "1.8"),
        (8, "1.8"),
        (9, "1.8"),
        (10, "1.5"),
        (11, "1.2"),
        (12, "1.2"),
    ],
)
def test_each_month_has_its_season(month: int, factor: str):
    weekday = next(date(2027, month, day) for day in range(1, 8) if date(2027, month, day).weekday() == 0)
    assert night_price(Decimal(100), "one bed", weekday) == 100 * Decimal(factor)


@pytest.mark.parametrize(("room", "price"), [("one bed", "180"), ("two beds", "288"), ("suite", "450")])
def test_each_room_has_its_factor(room: RoomType, price: str):
    assert night_price(Decimal(100), room, date(2027, 8, 3)) == Decimal(price)


@pytest.mark.parametrize(("day", "price"), [(5, "180"), (6, "180"), (7, "207"), (8, "207"), (9, "180")])
def test_saturday_and_sunday_nights_cost_more(day: int, price: str):
    assert night_price(Decimal(100), "one bed", date(2027, 8, day)) == Decimal(price)


def test_a_night_is_rounded_half_up_to_cents():
    # 52.25 · 1.2 · 1.15 = 72.105
    assert night_price(Decimal("52.25"), "one bed", date(2027, 1, 2)) == Decimal("72.11")


def test_a_stay_over_two_seasons_prices_each_night_by_its_own_month():
    stay = stay_prices(Decimal(100), "one bed", date(2027, 9, 29), date(2027, 10, 2))
    assert (stay.nights, stay.low, stay.high, stay.total) == (
        3,
        Decimal("150.00"),
        Decimal("180.00"),
        Decimal("510.00"),
    )
