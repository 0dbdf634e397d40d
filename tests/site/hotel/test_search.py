"""The control figures of the catalogue, and what each criterion leaves out."""

from decimal import Decimal
from typing import Any

import pytest

from ezgraph_site.graphs.hotel.catalogue import load_catalogue
from ezgraph_site.graphs.hotel.search import find_offers
from ezgraph_site.graphs.hotel.values import Amenities, Budget, Dates, Distance, Offer, Room
from tests.site.hotel.samples import criteria, hotel


def found(**changes: Any) -> tuple[Offer, ...]:
    return find_offers(criteria(**changes), load_catalogue())


def is_found(hotel_changes: dict[str, Any], **changes: Any) -> bool:
    return bool(find_offers(criteria(**changes), [hotel(**hotel_changes)]))


def budget(low: str | None, high: str | None) -> Budget:
    return Budget.model_validate({"answered": True, "min": low, "max": high})


def test_the_control_search_has_exactly_four_hits_with_their_prices():
    assert [(str(one.low), str(one.high), str(one.total)) for one in found()] == [
        ("522.00", "600.30", "3288.60"),
        ("576.00", "662.40", "3628.80"),
        ("459.00", "527.85", "2891.70"),
        ("486.00", "558.90", "3061.80"),
    ]


def test_the_four_have_the_specified_levels_in_catalogue_order():
    names = [one.name for one in found()]
    assert [str(hotel.level) for hotel in load_catalogue() if hotel.name in names] == [
        "116",
        "128",
        "102",
        "108",
    ]


def test_their_dearest_nights_lie_between_500_and_700():
    assert all(500 < one.high < 700 for one in found())
    assert len(found(budget=budget(None, "700"))) == 4
    assert found(budget=budget(None, "500")) == ()
    assert len(found(budget=budget(None, "750"))) == 4


def test_a_stay_is_priced_by_its_nights_without_the_check_out_day():
    assert all(one.nights == 6 for one in found())
    one_night = Dates(answered=True, start="2027-08-06", end="2027-08-07")
    assert all(one.low == one.high == one.total for one in found(dates=one_night))


@pytest.mark.parametrize(
    ("limits", "inside"),
    [
        (budget(None, "517.50"), True),
        (budget(None, "517.49"), False),
        (budget("450.00", None), True),
        (budget("450.01", None), False),
        (budget("450", "517.50"), True),
        (budget(None, None), True),
    ],
)
def test_every_night_has_to_be_inside_of_the_budget(limits: Budget, inside: bool):
    # Level 100: 450.00 in the week, 517.50 at the weekend.
    assert is_found({}, budget=limits) is inside


@pytest.mark.parametrize(
    ("limits", "inside"),
    [
        ({"airport": Decimal("5.1")}, True),
        ({"airport": Decimal("5")}, False),
        ({"city_center": Decimal("2.01")}, True),
        ({"city_center": Decimal("2")}, False),
        ({"airport": Decimal(6), "city_center": Decimal(1)}, False),
        ({"airport": Decimal(0)}, False),
        ({}, True),
    ],
)
def test_a_hotel_has_to_be_strictly_nearer_than_the_limit(limits: dict[str, Decimal], inside: bool):
    assert is_found({}, distance=Distance.model_validate({"answered": True, **limits})) is inside


def test_a_hotel_needs_every_amenity():
    assert not is_found({"amenities": ["free_wifi"]})
    assert is_found({"amenities": []}, amenities=Amenities(answered=True))


def test_a_hotel_has_to_offer_the_room():
    assert not is_found({}, room_type=Room(answered=True, room_type="two beds"))
    assert is_found({}, room_type=Room(answered=True, room_type="one bed"))


def test_hotels_come_in_catalogue_order():
    offers = found(amenities=Amenities(answered=True), room_type=Room(answered=True, room_type="one bed"))
    names = [one.name for one in load_catalogue()]
    places = [names.index(one.name) for one in offers]
    assert len(places) > 20
    assert places == sorted(places)
