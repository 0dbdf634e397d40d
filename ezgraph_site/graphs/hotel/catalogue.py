"""The hotels of the chain, checked when the file is loaded."""

from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Final, Self

from pydantic import Field, RootModel, model_validator

from ezgraph_site.graphs.hotel.values import Amenity, RoomType, Value

CATALOGUE_FILE: Final = Path(__file__).with_name("catalogue.json")
SIZE: Final = 32


class Nearby(Value):
    """Miles to the two places that customers ask about."""

    airport: Decimal = Field(ge=0)
    city_center: Decimal = Field(ge=0)


class Hotel(Value):
    """One hotel. `level` is what its simplest room costs a night in dollars, before all factors."""

    name: str = Field(min_length=1)
    address: str = Field(min_length=1)
    amenities: tuple[Amenity, ...]
    level: Decimal = Field(gt=0)
    room_types: tuple[RoomType, ...] = Field(min_length=1)
    nearby: Nearby

    @model_validator(mode="after")
    def _refuse_repetitions(self) -> Self:
        for values in (self.amenities, self.room_types):
            if len(set(values)) < len(values):
                raise ValueError("The same thing stands twice in a list.")
        return self


class Catalogue(RootModel[tuple[Hotel, ...]]):
    """All hotels: 32, and no two share a name or an address."""

    @model_validator(mode="after")
    def _refuse_twins(self) -> Self:
        if len(self.root) != SIZE:
            raise ValueError(f"The catalogue has {len(self.root)} hotels instead of {SIZE}.")
        for texts in ([hotel.name for hotel in self.root], [hotel.address for hotel in self.root]):
            folded = [text.casefold() for text in texts]
            twins = sorted({text for text in folded if folded.count(text) > 1})
            if twins:
                raise ValueError(f"These stand twice in the catalogue: {', '.join(twins)}.")
        return self


@cache
def load_catalogue() -> tuple[Hotel, ...]:
    """The hotels in catalogue order. Raises pydantic.ValidationError where the file is faulty."""
    return Catalogue.model_validate_json(CATALOGUE_FILE.read_bytes()).root
