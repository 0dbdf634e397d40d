"""What the code itself says to customers."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from ezgraph_site.graphs.dates import read_day, written_day
from ezgraph_site.graphs.hotel.values import (
    Amenity,
    Budget,
    Criteria,
    Criterion,
    Dates,
    Distance,
    Offer,
)
from ezgraph_site.graphs.money import dollars

QUESTIONS: Final[Mapping[Criterion, str]] = {
    "dates": "On which day would you like to check in, and on which day do you check out?",
    "budget": "What may one night cost, at least and at most? Either side can stay open.",
    "room_type": "Which kind of room would you like: one bed, two beds or a suite?",
    "amenities": "Which amenities must the hotel have, such as wifi or parking? None is fine, too.",
    "distance": "How many miles may the hotel be from the airport and from the city center? "
    "If it does not matter, just say so.",
}
CAPABILITIES: Final = (
    "I can find you a hotel in Alderhaven. Tell me your dates, your budget for a night, the kind of room, "
    "the amenities you need and how far the hotel may be from the airport or the city center. You can change "
    "any of these, ask for a summary, start the search, or say goodbye."
)
HOW_TO_SEARCH: Final = 'If that is right, type "search", or tell me what to change.'
READY: Final = 'I have everything that I need. Type "search" to see the hotels.'
WHAT_TO_CORRECT: Final = (
    "Something there does not seem to be what you meant. Which one of these should I change?"
)
NOTHING_FOUND: Final = (
    "No hotels matched all of your criteria. Please change one of them, such as the budget or the amenities, "
    "and search again."
)
FAREWELL: Final = "Thank you for stopping by. Goodbye, and have a good trip!"
CHOOSE: Final = "Which one would you like to book? You can also change your search."

CRITERION_NAMES: Final[Mapping[Criterion, str]] = {
    "dates": "Dates",
    "budget": "Budget",
    "room_type": "Room",
    "amenities": "Amenities",
    "distance": "Distance",
}
AMENITY_NAMES: Final[Mapping[Amenity, str]] = {
    "free_wifi": "free wifi",
    "non_smoking": "non-smoking",
    "on_site_restaurant": "restaurant",
    "ev_charging": "EV charging",
    "pet_friendly": "pets welcome",
    "boutique": "boutique hotel",
    "fitness_center": "fitness center",
}
"""Where the key with spaces for underscores does not read well."""
OPEN: Final = "not known yet"


def summary(criteria: Criteria) -> str:
    """The criteria as they stand, one a line."""
    lines = criterion_lines(criteria)
    rows = [f"- {name}: {lines[criterion]}" for criterion, name in CRITERION_NAMES.items()]
    return "\n".join(["Here is what I have so far:", *rows])


def criterion_lines(criteria: Criteria) -> Mapping[Criterion, str]:
    """What each criterion says, in a few words."""
    room = criteria.room_type.room_type
    return {
        "dates": dates_line(criteria.dates),
        "budget": budget_line(criteria.budget),
        "room_type": room or OPEN,
        "amenities": amenities_line(criteria.amenities.amenities) if criteria.amenities.answered else OPEN,
        "distance": distance_line(criteria.distance),
    }


def dates_line(dates: Dates) -> str:
    """Such as "August 3, 2027 to August 9, 2027"."""
    if not dates.answered:
        return OPEN
    days = [read_day(text or "") for text in (dates.start, dates.end)]
    return " to ".join(written_day(day) if day else OPEN for day in days)


def budget_line(budget: Budget) -> str:
    """Such as "up to $700.00 a night"."""
    if not budget.answered:
        return OPEN
    match budget.min, budget.max:
        case None, None:
            return "any price"
        case None, Decimal() as most:
            return f"up to {dollars(most)} a night"
        case Decimal() as least, None:
            return f"at least {dollars(least)} a night"
        case least, most:
            assert least is not None
            assert most is not None
            return f"{dollars(least)} to {dollars(most)} a night"


def amenities_line(amenities: Sequence[Amenity]) -> str:
    """Such as "free wifi, free parking"."""
    return ", ".join(amenity_name(amenity) for amenity in amenities) or "no preference"


def distance_line(distance: Distance) -> str:
    """Such as "under 5 miles from the airport"."""
    if not distance.answered:
        return OPEN
    limits = (("the airport", distance.airport), ("the city center", distance.city_center))
    texts = [f"under {miles(limit)} from {place}" for place, limit in limits if limit is not None]
    return ", ".join(texts) or "any distance"


def amenity_name(amenity: Amenity) -> str:
    """An amenity as people call it."""
    return AMENITY_NAMES.get(amenity, amenity.replace("_", " "))


def miles(number: Decimal) -> str:
    """Such as "1 mile" or "3.5 miles"."""
    text = f"{number.normalize():f}"
    return f"{text} mile" if number == 1 else f"{text} miles"


def offer_list(offers: Sequence[Offer]) -> str:
    """The hotels found with their prices, one a paragraph, in the order of their numbers."""
    count = "1 hotel matches" if len(offers) == 1 else f"{len(offers)} hotels match"
    lines = [f"{number}. {offer_line(offer)}" for number, offer in enumerate(offers, start=1)]
    return "\n\n".join([f"{count} your search:", *lines])


def offer_line(offer: Offer) -> str:
    """A hotel in one line."""
    night = dollars(offer.low) if offer.low == offer.high else f"{dollars(offer.low)}–{dollars(offer.high)}"
    nights = "1 night" if offer.nights == 1 else f"{offer.nights} nights"
    return (
        f"{offer.name}, {offer.address}: {night} a night, {dollars(offer.total)} for {nights}; "
        f"{miles(offer.airport)} to the airport, {miles(offer.city_center)} to the city center; "
        f"{amenities_line(offer.amenities)}"
    )


def booked(offer: Offer, criteria: Criteria, confirmation: str) -> str:
    """The reply that completes the session."""
    return (
        f"Your stay is booked! {offer.name}, {offer.address}, {offer.room_type}, "
        f"{dates_line(criteria.dates)}, {dollars(offer.total)} in all. "
        f"Your confirmation number is {confirmation}."
    )


def noted(criteria: Criteria, given: Sequence[Criterion]) -> str:
    """What was saved just now, to be said before the next question; "" for nothing."""
    lines = criterion_lines(criteria)
    return f"Noted: {'; '.join(lines[name] for name in given)}." if given else ""
