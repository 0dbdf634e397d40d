"""The arguments of the tools. Descriptions are phrases that read well inside a question to the customer.

Days are texts, and numbers may be negative: these are business rules with a friendly reason, and no
matter of form.
"""

from decimal import Decimal
from typing import Annotated, Final

from pydantic import ConfigDict, Field, WithJsonSchema

from ezgraph_site.graphs.hotel.values import Amenity, RoomType
from ezgraph_site.graphs.inputs import DAY, Input, options

LONGEST_DAY: Final = 40
LONGEST_DRAFT: Final = 20_000
MOST_DOLLARS: Final = 1_000_000
MOST_MILES: Final = 10_000
MOST_DIGITS: Final = 30
"""Of a number: one such as 1E-999999 would fill a page where customers read it."""

ROOM_TYPE_WORDS: Final = options(
    {
        "one bed": "single room, double room, king, queen, one large bed, single, double, ein Bett, un lit, "
        "una cama, Doppelzimmer, Einzelzimmer",
        "two beds": "twin room, twin beds, separate beds, two double beds, twin, zwei Betten, deux lits, "
        "dos camas, due letti",
        "suite": "suite with a living room, junior suite, apartment",
    }
)
AMENITY_WORDS: Final = options(
    {
        "free_wifi": "wifi, wi-fi, internet, wlan",
        "non_smoking": "non-smoking, smoke-free, no smoking, Nichtraucher, non-fumeur, no fumadores",
        "free_breakfast": "breakfast, breakfast included, Frühstück, petit-déjeuner, desayuno, colazione",
        "free_parking": "parking, car park, garage, place for the car, Parkplatz, estacionamiento",
        "airport_shuttle": "shuttle, airport bus, airport transfer",
        "room_service": "room service, food in the room",
        "fitness_center": "gym, fitness, workout room, Fitnessraum, gimnasio, salle de sport",
        "pet_friendly": "pets, dog, cat, pets allowed, Hund, Haustier, chien, perro, mascotas",
        "digital_key": "key on the phone, keyless, mobile key",
        "boutique": "boutique hotel, small and stylish",
        "on_site_restaurant": "restaurant, dining",
        "indoor_pool": "indoor pool, indoor swimming pool",
        "business_center": "business center, printer, workspace",
        "meeting_room": "meeting room, conference room",
        "ev_charging": "EV charger, charging station, electric car",
        "connecting_rooms": "connecting rooms, adjoining rooms",
        "evening_reception": "evening reception, happy hour, evening drinks",
        "concierge": "concierge",
        "streaming": "streaming, Netflix, smart TV",
        "kitchen": "kitchen, kitchenette, cooking",
        "tennis": "tennis, tennis court",
        "outdoor_pool": "outdoor pool, outdoor swimming pool",
        "new_hotel": "new hotel, newly built, newly opened",
    }
)

Dollars = Annotated[
    Decimal, Field(le=MOST_DOLLARS, max_digits=MOST_DIGITS), WithJsonSchema({"type": "number"})
]
# The maximum is a hint for models only: a number beyond the city means something else.
Miles = Annotated[
    Decimal,
    Field(le=MOST_MILES, max_digits=MOST_DIGITS),
    WithJsonSchema({"type": "number", "maximum": 100}),
]
AmenityChoice = Annotated[Amenity, Field(json_schema_extra=AMENITY_WORDS)]


class DateRangeInput(Input):
    """When the stay is."""

    start: str = Field(max_length=LONGEST_DAY, description="the check-in day", json_schema_extra=DAY)
    end: str = Field(max_length=LONGEST_DAY, description="the check-out day", json_schema_extra=DAY)


class BudgetInput(Input):
    """What a night may cost. What is left out is open."""

    min: Dollars | None = Field(
        default=None, description="the lowest price of a night in dollars; null is no lowest price"
    )
    max: Dollars | None = Field(
        default=None, description="the highest price of a night in dollars; null is no highest price"
    )


class RoomTypeInput(Input):
    """Which kind of room."""

    room_type: RoomType = Field(description="the kind of room", json_schema_extra=ROOM_TYPE_WORDS)


class AmenitiesInput(Input):
    """What the hotel must offer."""

    amenities: list[AmenityChoice] = Field(
        min_length=1, max_length=100, description="the amenities that the hotel must have, all of them"
    )


class DistanceInput(Input):
    """Under how many miles the hotel must be. What is left out does not matter."""

    airport: Miles | None = Field(
        default=None,
        description="the greatest distance from the airport in miles; null is any distance",
    )
    city_center: Miles | None = Field(
        default=None,
        description="the greatest distance from the city center in miles; null is any distance",
    )


class DraftInput(Input):
    """How the hotels found are presented."""

    draft: str = Field(
        min_length=1,
        max_length=LONGEST_DRAFT,
        description="the whole text that the customer will read",
        json_schema_extra={"x-compose": True},
    )


class ChoiceInput(Input):
    """Which of the hotels the customer books."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    hotel: str = Field(
        min_length=1, max_length=200, description="the hotel that you would like, by its number or name"
    )


class NoInput(Input):
    """Nothing to fill in."""
