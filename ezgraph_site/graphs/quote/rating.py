"""What a coverage costs a month. Decimal arithmetic; only the final price is rounded, half up, to cents."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from math import prod
from typing import Final

from ezgraph_site.graphs.dates import years_between
from ezgraph_site.graphs.money import to_cents
from ezgraph_site.graphs.quote.catalogue import Vehicle
from ezgraph_site.graphs.quote.values import (
    Coverage,
    Deductible,
    Driver,
    Extra,
    History,
    IncidentType,
    Liability,
    Parking,
    RatedTier,
    VehicleUse,
)

ONE: Final = Decimal(1)

Steps = Sequence[tuple[int, Decimal]]

AGE_BELOW: Final[Steps] = (
    (20, Decimal("1.9")),
    (25, Decimal("1.5")),
    (30, Decimal("1.2")),
    (65, ONE),
)
AGE_ABOVE: Final = Decimal("1.1")
NEWLY_LICENSED_YEARS: Final = 3
NEWLY_LICENSED: Final = Decimal("1.15")
PERMIT: Final = Decimal("1.25")
VEHICLE_BASE: Final = Decimal("0.9")
VEHICLE_STEP: Final = Decimal("0.08")
MILEAGE_UP_TO: Final[Steps] = (
    (7500, Decimal("0.92")),
    (12000, ONE),
    (20000, Decimal("1.12")),
)
MILEAGE_ABOVE: Final = Decimal("1.28")
PARKED: Final[dict[Parking, Decimal]] = {
    "garage": Decimal("0.95"),
    "driveway": ONE,
    "street": Decimal("1.07"),
}
EACH_INCIDENT: Final[dict[IncidentType, Decimal]] = {
    "at-fault-accident": Decimal("0.35"),
    "violation": Decimal("0.15"),
    "not-at-fault-accident": Decimal("0.10"),
    "comprehensive-claim": Decimal("0.08"),
}
LAPSED: Final = Decimal("1.18")
INSURED: Final = Decimal("0.95")
LOWEST_RISK: Final = Decimal("0.5")
HIGHEST_RISK: Final = Decimal(4)

LIABILITY: Final[dict[Liability, Decimal]] = {
    "state-minimum": Decimal(52),
    "standard": Decimal(68),
    "premium": Decimal(89),
}
LOWER_LIABILITY: Final[dict[Liability, Liability]] = {
    "state-minimum": "state-minimum",
    "standard": "state-minimum",
    "premium": "standard",
}
DEDUCTIBLE: Final[dict[Deductible | None, Decimal]] = {
    250: Decimal("1.25"),
    500: ONE,
    1000: Decimal("0.8"),
    None: Decimal(0),
}
COLLISION: Final = Decimal("1.1")
COMPREHENSIVE: Final = Decimal("0.55")
EXTRA: Final[dict[Extra, Decimal]] = {"rental": Decimal(12), "roadside": Decimal(5)}


@dataclass(frozen=True)
class Applicant:
    """Everything about a customer that a price depends on, beside the coverage."""

    driver: Driver
    vehicle: Vehicle
    use: VehicleUse
    history: History


def risk(applicant: Applicant, today: date) -> Decimal:
    """The factor on the insured sums, 0.5 to 4."""
    driver, use, history = applicant.driver, applicant.use, applicant.history
    incidents = Counter(incident.type for incident in history.incidents)
    factors = (
        _step_below(AGE_BELOW, years_between(driver.date_of_birth, today), AGE_ABOVE),
        NEWLY_LICENSED if driver.years_licensed < NEWLY_LICENSED_YEARS else ONE,
        PERMIT if driver.license_status == "permit" else ONE,
        VEHICLE_BASE + VEHICLE_STEP * applicant.vehicle.risk_group,
        _step_up_to(MILEAGE_UP_TO, use.annual_mileage, MILEAGE_ABOVE),
        PARKED[use.parking],
        ONE + sum(EACH_INCIDENT[kind] * count for kind, count in incidents.items()),
        LAPSED if history.coverage_lapse else ONE,
        INSURED if history.currently_insured else ONE,
    )
    return min(max(prod(factors, start=ONE), LOWEST_RISK), HIGHEST_RISK)


def monthly(applicant: Applicant, coverage: Coverage, today: date) -> Decimal:
    """The price in dollars a month. Extras cost the same whatever the risk."""
    thousands = Decimal(applicant.vehicle.msrp) / 1000
    insured = (
        LIABILITY[coverage.liability]
        + thousands * COLLISION * DEDUCTIBLE[coverage.collision_deductible]
        + thousands * COMPREHENSIVE * DEDUCTIBLE[coverage.comprehensive_deductible]
    )
    price = insured * risk(applicant, today) + sum(EXTRA[extra] for extra in coverage.extras)
    return to_cents(price)


def rate_tiers(applicant: Applicant, chosen: Coverage, today: date) -> tuple[RatedTier, RatedTier, RatedTier]:
    """The three offers around a choice: a cheaper one, the choice itself, a safer one."""
    return (
        RatedTier(name="saver", coverage=saver(chosen), monthly=monthly(applicant, saver(chosen), today)),
        RatedTier(name="selected", coverage=chosen, monthly=monthly(applicant, chosen, today)),
        RatedTier(name="shield", coverage=shield(chosen), monthly=monthly(applicant, shield(chosen), today)),
    )


def saver(chosen: Coverage) -> Coverage:
    """One step less liability, the highest deductibles, no extras."""
    return Coverage(
        liability=LOWER_LIABILITY[chosen.liability],
        collision_deductible=chosen.collision_deductible and 1000,
        comprehensive_deductible=chosen.comprehensive_deductible and 1000,
        extras=(),
        start_date=chosen.start_date,
    )


def shield(chosen: Coverage) -> Coverage:
    """The highest liability, both coverages and both extras; 250 where a deductible was set, else 500."""
    return Coverage(
        liability="premium",
        collision_deductible=250 if chosen.collision_deductible else 500,
        comprehensive_deductible=250 if chosen.comprehensive_deductible else 500,
        extras=("rental", "roadside"),
        start_date=chosen.start_date,
    )


def _step_below(steps: Steps, value: int, above: Decimal) -> Decimal:
    return next((factor for limit, factor in steps if value < limit), above)


def _step_up_to(steps: Steps, value: int, above: Decimal) -> Decimal:
    return next((factor for limit, factor in steps if value <= limit), above)
