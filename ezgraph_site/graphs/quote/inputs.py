"""The arguments of the tools. Descriptions are phrases that read well inside a question to the customer.

Dates and months are texts here: whether a day exists is a business rule with a friendly reason, checked
in its turn, and not a matter of form.
"""

from typing import Annotated, Any

from pydantic import ConfigDict, Field, StringConstraints

from ezgraph_site.graphs.inputs import DAY, Input
from ezgraph_site.graphs.inputs import options as options_of
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

MONTH: dict[str, Any] = {"pattern": "^[0-9]{4}-[0-9]{2}$"}

Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]


def options(**texts: str) -> dict[str, Any]:
    """The options by name, underscores standing for hyphens."""
    return options_of({name.replace("_", "-"): text for name, text in texts.items()})


LICENSE_STATUSES = options(
    valid="full, regular, active, unrestricted, in good standing",
    permit="learner's, provisional, still learning",
    suspended="revoked, taken away, withdrawn",
)
OWNERSHIPS = options(
    own="paid off, bought outright, it is mine, no loan",
    finance="loan, making payments, still paying it off, paying the bank",
    lease="rented from the dealer",
)
PARKINGS = options(
    garage="carport, indoors, parking structure",
    driveway="private lot, on my property, in front of my house",
    street="at the curb",
)
# Who hit whom is left out: words alone do not tell, and a wrong fault is worse than a question.
INCIDENT_TYPES = options(
    at_fault_accident="my fault",
    not_at_fault_accident="not my fault, the other driver's fault, somebody else's fault",
    violation="ticket, speeding, citation, ran a red light, ran a stop sign, DUI",
    comprehensive_claim="theft, stolen, hail, windshield, broken glass, fire, vandalism, flood, hit a deer",
)
LIABILITIES = options(
    state_minimum="legal minimum, minimum, lowest, basic",
    standard="medium, middle, normal",
    premium="highest, best, maximum",
)
EXTRAS = options(
    rental="rental car, loaner",
    roadside="roadside assistance, towing, breakdown help",
)
# Only words that pick an offer: "too expensive" or "something better" must not accept one.
TIERS = options(
    saver="cheapest",
    selected="the middle one",
    shield="most protection, full protection",
)

ExtraChoice = Annotated[Extra, Field(json_schema_extra=EXTRAS)]


class DriverInput(Input):
    """Who drives."""

    full_name: str = Field(min_length=2, max_length=120, description="your full name")
    date_of_birth: str = Field(description="your date of birth", json_schema_extra=DAY)
    license_state: str = Field(pattern="^[A-Za-z]{2}$", description="the U.S. state that issued your license")
    license_status: LicenseStatus = Field(
        description="the status of your license", json_schema_extra=LICENSE_STATUSES
    )
    years_licensed: int = Field(
        ge=0,
        description="how many years you have been licensed",
        # A hint for models only: the rule compares with the driver's age and says why.
        json_schema_extra={"maximum": 85},
    )


class VehicleInput(Input):
    """Which vehicle."""

    year: int = Field(ge=1990, le=2035, description="the model year of the vehicle")
    make: Name = Field(
        description="the make", examples=sorted({vehicle.make for vehicle in load_catalogue()})
    )
    model: Name = Field(
        description="the model", examples=sorted({vehicle.model for vehicle in load_catalogue()})
    )
    trim: Name | None = Field(
        default=None,
        description="the trim level",
        examples=sorted({vehicle.trim for vehicle in load_catalogue()}),
    )


class VehicleUseInput(Input):
    """How the resolved vehicle is owned and used."""

    vehicle_id: str = Field(description="the id of the resolved vehicle")
    ownership: Ownership = Field(description="the ownership of the vehicle", json_schema_extra=OWNERSHIPS)
    annual_mileage: int = Field(ge=1000, le=60000, description="how many miles you drive a year")
    parking: Parking = Field(description="where the vehicle is parked overnight", json_schema_extra=PARKINGS)


class IncidentInput(Input):
    """One accident, violation or claim."""

    type: IncidentType = Field(description="what kind of incident it was", json_schema_extra=INCIDENT_TYPES)
    month: str = Field(description="the month and year", json_schema_extra=MONTH)


class HistoryInput(Input):
    """The driver's past five years."""

    currently_insured: bool = Field(description="whether you are currently insured")
    coverage_lapse: bool = Field(description="whether your coverage has lapsed, with a gap between policies")
    incidents: list[IncidentInput] = Field(
        max_length=10,
        description="which accidents, violations or claims you had in the last five years, each with "
        "its month",
    )


class CoverageInput(Input):
    """What to insure."""

    liability: Liability = Field(
        description="the liability level",
        json_schema_extra=LIABILITIES,
    )
    collision_deductible: Deductible | None = Field(
        description="the collision deductible in dollars; null is without collision coverage"
    )
    comprehensive_deductible: Deductible | None = Field(
        description="the comprehensive deductible in dollars; null is without comprehensive coverage"
    )
    extras: list[ExtraChoice] = Field(
        default=[],
        max_length=2,
        description="the extras",
    )
    start_date: str = Field(description="the date on which coverage should start", json_schema_extra=DAY)


class AdjustmentInput(Input):
    """What to change about the coverage. What is left out stays as it is."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    liability: Liability | None = Field(
        default=None,
        description="the new liability level",
        json_schema_extra=LIABILITIES,
    )
    collision_deductible: Deductible | None = Field(
        default=None,
        description="the new collision deductible in dollars; null takes collision coverage away",
    )
    comprehensive_deductible: Deductible | None = Field(
        default=None,
        description="the new comprehensive deductible in dollars; null takes comprehensive coverage away",
    )
    extras: list[ExtraChoice] | None = Field(
        default=None,
        max_length=2,
        description="the extras after the change, all of them",
    )
    start_date: str | None = Field(default=None, description="the new start date", json_schema_extra=DAY)


class AcceptanceInput(Input):
    """Which of the three offers the customer takes."""

    tier: TierName = Field(
        description="which of the three prices you would like to take",
        json_schema_extra=TIERS,
    )


class RevisionInput(Input):
    """Choosing the coverage anew needs no arguments."""
