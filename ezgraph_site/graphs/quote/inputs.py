"""The arguments of the tools. Descriptions are phrases that read well inside a question to the customer.

Dates and months are texts here: whether a day exists is a business rule with a friendly reason, checked
in its turn, and not a matter of form.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ezgraph_site.graphs.quote.catalogue import load_catalogue
from ezgraph_site.graphs.quote.values import (
    Deductible,
    Extra,
    IncidentType,
    Liability,
    LicenseStatus,
    Ownership,
    Parking,
    TierName,
)

DAY: dict[str, Any] = {"format": "date"}
MONTH: dict[str, Any] = {"pattern": "^[0-9]{4}-[0-9]{2}$"}

Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]


def options(**texts: str) -> dict[str, Any]:
    """The schema keyword that tells models what an option is called in everyday words."""
    return {"x-options": {name.replace("_", "-"): text for name, text in texts.items()}}


LICENSE_STATUSES = options(
    valid="full, regular, active, unrestricted license in good standing",
    permit="learner's permit, provisional license, still learning",
    suspended="revoked, taken away, withdrawn, expired through a court",
)
OWNERSHIPS = options(
    own="paid off, bought outright, it is mine, no loan",
    finance="financed, loan, making payments, still paying it off, the bank has a lien",
    lease="leased, leasing, rented from the dealer for a term",
)
PARKINGS = options(
    garage="in a garage, carport, indoors, locked parking",
    driveway="on the driveway, on my property, private lot, in front of the house",
    street="on the street, at the curb, street parking, roadside",
)
INCIDENT_TYPES = options(
    at_fault_accident="accident that I caused, my fault, I hit or rear-ended somebody",
    not_at_fault_accident="accident that somebody else caused, not my fault, I was hit or rear-ended",
    violation="ticket, speeding, citation, moving violation, ran a red light or stop sign, DUI",
    comprehensive_claim="claim for theft, hail, glass, windshield, fire, vandalism, flood, hitting an animal",
)
LIABILITIES = options(
    state_minimum="the legal minimum, lowest, basic, cheapest",
    standard="medium, middle, normal, regular",
    premium="highest, best, maximum, top",
)
EXTRAS = options(
    rental="rental car, rental reimbursement, loaner while mine is in the shop",
    roadside="roadside assistance, towing, breakdown help",
)
TIERS = options(
    saver="the cheapest, lowest price, first",
    selected="as I chose, my own choice, the middle one, second",
    shield="the most protection, highest, best, dearest, third",
)


ExtraChoice = Annotated[Extra, Field(json_schema_extra=EXTRAS)]


class Input(BaseModel):
    """Base of all inputs: texts lose the blanks around them."""

    model_config = ConfigDict(str_strip_whitespace=True)


class DriverInput(Input):
    """Who drives."""

    full_name: str = Field(min_length=2, max_length=120, description="your full name")
    date_of_birth: str = Field(description="your date of birth", json_schema_extra=DAY)
    license_state: str = Field(
        pattern="^[A-Za-z]{2}$", description="the U.S. state that issued your driver's license"
    )
    license_status: LicenseStatus = Field(
        description="whether your license is valid, a permit or suspended", json_schema_extra=LICENSE_STATUSES
    )
    years_licensed: int = Field(ge=0, description="how many years you have been licensed")


class VehicleInput(Input):
    """Which vehicle."""

    year: int = Field(ge=1990, le=2035, description="the model year of the vehicle")
    make: Name = Field(
        description="its make", examples=sorted({vehicle.make for vehicle in load_catalogue()})
    )
    model: Name = Field(
        description="its model", examples=sorted({vehicle.model for vehicle in load_catalogue()})
    )
    trim: Name | None = Field(
        default=None,
        description="its trim level, if known",
        examples=sorted({vehicle.trim for vehicle in load_catalogue()}),
    )


class VehicleUseInput(Input):
    """How the resolved vehicle is owned and used."""

    vehicle_id: str = Field(description="the id of the resolved vehicle")
    ownership: Ownership = Field(
        description="whether you own, finance or lease it", json_schema_extra=OWNERSHIPS
    )
    annual_mileage: int = Field(ge=1000, le=60000, description="about how many miles you drive a year")
    parking: Parking = Field(
        description="where it is parked overnight: garage, driveway or street", json_schema_extra=PARKINGS
    )


class IncidentInput(Input):
    """One accident, violation or claim."""

    type: IncidentType = Field(description="what kind of incident it was", json_schema_extra=INCIDENT_TYPES)
    month: str = Field(description="the month and year in which it happened", json_schema_extra=MONTH)


class HistoryInput(Input):
    """The driver's past five years."""

    currently_insured: bool = Field(description="whether you are currently insured")
    coverage_lapse: bool = Field(description="whether your coverage has lapsed, with a gap between policies")
    incidents: list[IncidentInput] = Field(
        max_length=10,
        description="any accidents, violations or claims in the last five years, with their months",
    )


class CoverageInput(Input):
    """What to insure."""

    liability: Liability = Field(
        description="which liability you would like: state minimum (25/50/25), standard (50/100/50) "
        "or premium (100/300/100)",
        json_schema_extra=LIABILITIES,
    )
    collision_deductible: Deductible | None = Field(
        description="the collision deductible in dollars: 250, 500, 1000 or no collision coverage"
    )
    comprehensive_deductible: Deductible | None = Field(
        description="the comprehensive deductible in dollars: 250, 500, 1000 or no comprehensive coverage"
    )
    extras: list[ExtraChoice] = Field(
        default=[],
        max_length=2,
        description="extras, if wanted: rental or roadside",
    )
    start_date: str = Field(description="the date on which coverage should start", json_schema_extra=DAY)


class AdjustmentInput(Input):
    """What to change about the coverage. What is left out stays as it is."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    liability: Liability | None = Field(
        default=None,
        description="other liability: state minimum, standard or premium",
        json_schema_extra=LIABILITIES,
    )
    collision_deductible: Deductible | None = Field(
        default=None,
        description="other collision deductible in dollars: 250, 500, 1000; null for no such coverage",
    )
    comprehensive_deductible: Deductible | None = Field(
        default=None,
        description="other comprehensive deductible in dollars: 250, 500, 1000; null for no such coverage",
    )
    extras: list[ExtraChoice] | None = Field(
        default=None,
        max_length=2,
        description="the complete list of extras after the change: rental, roadside or none",
    )
    start_date: str | None = Field(default=None, description="other start date", json_schema_extra=DAY)


class AcceptanceInput(Input):
    """Which of the three offers the customer takes."""

    tier: TierName = Field(
        description="which of the three you would like to take: saver, selected or shield",
        json_schema_extra=TIERS,
    )


class RevisionInput(Input):
    """Choosing the coverage anew needs no arguments."""
