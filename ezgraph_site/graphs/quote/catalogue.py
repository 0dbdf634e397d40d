"""The vehicles that the insurer covers, and how a customer's words find one of them."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Self

from pydantic import Field, RootModel, model_validator

from ezgraph_site.graphs.quote.values import Value

CATALOGUE_FILE: Final = Path(__file__).with_name("catalogue.json")

SHORT_NAMES: Final = {"chevy": "chevrolet"}
"""What people call a make, in the form of `_plain`."""


class Vehicle(Value):
    """One vehicle. `msrp` is its price when new, in dollars; `risk_group` runs from 1, low, to 5."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    year: int = Field(ge=1990, le=2035)
    make: str = Field(min_length=1)
    model: str = Field(min_length=1)
    trim: str = Field(min_length=1)
    body_style: str = Field(min_length=1)
    risk_group: int = Field(ge=1, le=5)
    msrp: int = Field(gt=0)

    @property
    def title(self) -> str:
        """How people call it, such as "2019 Toyota Camry SE"."""
        return f"{self.year} {self.make} {self.model} {self.trim}"


class Catalogue(RootModel[tuple[Vehicle, ...]]):
    """All vehicles; no two share an id or a title."""

    @model_validator(mode="after")
    def _refuse_twins(self) -> Self:
        for names in ([v.id for v in self.root], [v.title.casefold() for v in self.root]):
            twins = sorted({name for name in names if names.count(name) > 1})
            if twins:
                raise ValueError(f"Vehicles stand twice in the catalogue: {', '.join(twins)}.")
        return self


@cache
def load_catalogue() -> tuple[Vehicle, ...]:
    """The vehicles in catalogue order. Raises pydantic.ValidationError where the file is faulty."""
    return Catalogue.model_validate_json(CATALOGUE_FILE.read_bytes()).root


def find_model(vehicles: Iterable[Vehicle], make: str, model: str) -> list[Vehicle]:
    """The vehicles of a make and model in any year, however people write capitals and hyphens.

    `model` may carry the trim, as in "Camry SE", and then finds only that one.
    """
    return [
        vehicle
        for vehicle in vehicles
        if SHORT_NAMES.get(_plain(make), _plain(make)) == _plain(vehicle.make)
        and _plain(model) in (_plain(vehicle.model), _plain(vehicle.model + vehicle.trim))
    ]


def with_trim(vehicles: Sequence[Vehicle], trim: str) -> list[Vehicle]:
    """Those of `vehicles` that have the trim."""
    return [vehicle for vehicle in vehicles if _plain(vehicle.trim) == _plain(trim)]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()
