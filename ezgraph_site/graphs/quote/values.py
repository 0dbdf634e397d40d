"""What the stages keep about a customer: immutable values that are stored as JSON."""

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict

LicenseStatus = Literal["valid", "permit", "suspended"]
Ownership = Literal["own", "finance", "lease"]
Parking = Literal["garage", "driveway", "street"]
IncidentType = Literal["at-fault-accident", "not-at-fault-accident", "violation", "comprehensive-claim"]
Liability = Literal["state-minimum", "standard", "premium"]
Deductible = Literal[250, 500, 1000]
Extra = Literal["rental", "roadside"]
TierName = Literal["saver", "selected", "shield"]


class Value(BaseModel):
    """Base of what is stored: immutable, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Driver(Value):
    """The person to be insured. `license_state` is a code in upper case."""

    full_name: str
    date_of_birth: date
    license_state: str
    license_status: LicenseStatus
    years_licensed: int


class VehicleUse(Value):
    """How the vehicle is owned and driven. `annual_mileage` is in miles."""

    ownership: Ownership
    annual_mileage: int
    parking: Parking


class Incident(Value):
    """Something that happened in the last five years; `month` is its first day."""

    type: IncidentType
    month: date


class History(Value):
    """The driver's insurance and incidents."""

    currently_insured: bool
    coverage_lapse: bool
    incidents: tuple[Incident, ...]


class Coverage(Value):
    """What shall be insured. Deductibles are dollars; None means without that coverage."""

    liability: Liability
    collision_deductible: Deductible | None
    comprehensive_deductible: Deductible | None
    extras: tuple[Extra, ...]
    start_date: date


class RatedTier(Value):
    """One of the three offers: a coverage and its price in dollars a month."""

    name: TierName
    coverage: Coverage
    monthly: Decimal


class AcceptedQuote(Value):
    """The offer that the customer took, and the reference they were given."""

    tier: RatedTier
    reference: str
