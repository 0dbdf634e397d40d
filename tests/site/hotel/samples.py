"""Criteria that the tests of the hotel graph share."""

from datetime import date
from decimal import Decimal
from typing import Any

from ezgraph_site.graphs.hotel.catalogue import Hotel
from ezgraph_site.graphs.hotel.values import Amenities, Budget, Criteria, Dates, Distance, Offer, Room

TODAY = date(2026, 1, 15)


def criteria(**changes: Any) -> Criteria:
    """The criteria of the control figures: no limits, and no issue on `TODAY`."""
    answers = {
        "dates": Dates(answered=True, start="2027-08-03", end="2027-08-09"),
        "budget": Budget(answered=True),
        "room_type": Room(answered=True, room_type="suite"),
        "amenities": Amenities(answered=True, amenities=("free_wifi", "free_parking")),
        "distance": Distance(answered=True),
    }
    return Criteria(**answers | changes)


def hotel(**changes: Any) -> Hotel:
    details = {
        "name": "The Test Tower",
        "address": "1 Proof Street, Alderhaven",
        "amenities": ["free_wifi", "free_parking"],
        "level": "100",
        "room_types": ["one bed", "suite"],
        "nearby": {"airport": "5", "city_center": "2"},
    }
    return Hotel.model_validate(details | changes)


def offer(name: str) -> Offer:
    return Offer(
        name=name,
        address="1 Proof Street, Alderhaven",
        amenities=(),
        room_type="suite",
        airport=Decimal(5),
        city_center=Decimal(2),
        nights=6,
        low=Decimal("450.00"),
        high=Decimal("517.50"),
        total=Decimal("2835.00"),
    )
