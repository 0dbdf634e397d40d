"""What the stages keep about a search: immutable values that are stored as JSON."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final, Literal, get_args

from pydantic import BaseModel, ConfigDict

Criterion = Literal["dates", "budget", "room_type", "amenities", "distance"]
RoomType = Literal["one bed", "two beds", "suite"]
Amenity = Literal[
    "free_wifi",
    "non_smoking",
    "free_breakfast",
    "free_parking",
    "airport_shuttle",
    "room_service",
    "fitness_center",
    "pet_friendly",
    "digital_key",
    "boutique",
    "on_site_restaurant",
    "indoor_pool",
    "business_center",
    "meeting_room",
    "ev_charging",
    "connecting_rooms",
    "evening_reception",
    "concierge",
    "streaming",
    "kitchen",
    "tennis",
    "outdoor_pool",
    "new_hotel",
]

CRITERIA: Final[tuple[Criterion, ...]] = get_args(Criterion)
"""In the order in which they are checked and asked for."""
ROOM_TYPES: Final[tuple[RoomType, ...]] = get_args(RoomType)
AMENITIES: Final[tuple[Amenity, ...]] = get_args(Amenity)


class Value(BaseModel):
    """Base of what is stored: immutable, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Answer(Value):
    """Base of the answers: whether there is one, and the number of the turn in which it was given last."""

    answered: bool = False
    turn: int = 0


class Dates(Answer):
    """When the stay begins and ends, each YYYY-MM-DD, as it was given."""

    start: str | None = None
    end: str | None = None


class Budget(Answer):
    """What one night may cost, in dollars. None is open on that side."""

    min: Decimal | None = None
    max: Decimal | None = None


class Room(Answer):
    """Which kind of room."""

    room_type: str | None = None


class Amenities(Answer):
    """What the hotel must offer; answered and empty is no preference."""

    amenities: tuple[Amenity, ...] = ()


class Distance(Answer):
    """Under how many miles the hotel must be from each place. None does not matter."""

    airport: Decimal | None = None
    city_center: Decimal | None = None


class Criteria(Value):
    """All five as they stand."""

    dates: Dates = Dates()
    budget: Budget = Budget()
    room_type: Room = Room()
    amenities: Amenities = Amenities()
    distance: Distance = Distance()

    @property
    def answers(self) -> Mapping[Criterion, Answer]:
        """All of them by name."""
        return {
            "dates": self.dates,
            "budget": self.budget,
            "room_type": self.room_type,
            "amenities": self.amenities,
            "distance": self.distance,
        }

    def given_in(self, turn: int) -> tuple[Criterion, ...]:
        """The criteria that the customer gave in a turn."""
        return tuple(name for name, answer in self.answers.items() if answer.answered and answer.turn == turn)


class Offer(Value):
    """A hotel that meets the criteria, with what the stay costs there in dollars.

    `low` and `high` are its cheapest and its dearest night; distances are miles.
    """

    name: str
    address: str
    amenities: tuple[Amenity, ...]
    room_type: RoomType
    airport: Decimal
    city_center: Decimal
    nights: int
    low: Decimal
    high: Decimal
    total: Decimal


class RouterDecision(Value):
    """What the router's provider answered last: two labels, and the probability of the first."""

    destination: str
    probability: float
    request_delivery: str


class ReadinessReview(Value):
    """What was found about the criteria: the label that won, and the probability that they are faithful."""

    outcome: str
    faithful: float


class PresentationReview(Value):
    """What was found about a draft. Scores run from 0 to 2; confidences are None where nobody gave one."""

    grounded: float
    completeness: float
    clarity: float
    completeness_confidence: float | None
    clarity_confidence: float | None
