"""Which hotels meet the criteria, and what the stay costs there."""

from collections.abc import Sequence

from ezgraph_site.graphs.hotel.catalogue import Hotel
from ezgraph_site.graphs.hotel.criteria import stay
from ezgraph_site.graphs.hotel.pricing import Prices, stay_prices
from ezgraph_site.graphs.hotel.values import ROOM_TYPES, Budget, Criteria, Distance, Offer


def find_offers(criteria: Criteria, catalogue: Sequence[Hotel]) -> tuple[Offer, ...]:
    """The offers in catalogue order. `criteria` are without an issue."""
    start, end = stay(criteria.dates)
    room = next(kind for kind in ROOM_TYPES if kind == criteria.room_type.room_type)
    wanted = set(criteria.amenities.amenities)
    offers = []
    for hotel in catalogue:
        if room not in hotel.room_types or not wanted.issubset(hotel.amenities):
            continue
        prices = stay_prices(hotel.level, room, start, end)
        if _is_near_enough(hotel, criteria.distance) and _is_affordable(prices, criteria.budget):
            offers.append(
                Offer(
                    name=hotel.name,
                    address=hotel.address,
                    amenities=hotel.amenities,
                    room_type=room,
                    airport=hotel.nearby.airport,
                    city_center=hotel.nearby.city_center,
                    nights=prices.nights,
                    low=prices.low,
                    high=prices.high,
                    total=prices.total,
                )
            )
    return tuple(offers)


def _is_near_enough(hotel: Hotel, limits: Distance) -> bool:
    pairs = ((hotel.nearby.airport, limits.airport), (hotel.nearby.city_center, limits.city_center))
    return all(limit is None or miles < limit for miles, limit in pairs)


def _is_affordable(prices: Prices, budget: Budget) -> bool:
    return (budget.min is None or prices.low >= budget.min) and (
        budget.max is None or prices.high <= budget.max
    )
