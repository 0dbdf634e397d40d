"""What the code itself says to customers, and what one stage tells the next."""

from collections.abc import Sequence
from typing import Final

from ezgraph_site.graphs.dates import written_day
from ezgraph_site.graphs.money import dollars
from ezgraph_site.graphs.quote.catalogue import Vehicle
from ezgraph_site.graphs.quote.values import (
    AcceptedQuote,
    Coverage,
    Deductible,
    Driver,
    History,
    Liability,
    Ownership,
    RatedTier,
    VehicleUse,
)

LIABILITY_NAMES: Final[dict[Liability, str]] = {
    "state-minimum": "state-minimum liability (25/50/25)",
    "standard": "standard liability (50/100/50)",
    "premium": "premium liability (100/300/100)",
}
OWNERSHIP_NAMES: Final[dict[Ownership, str]] = {"own": "owned", "finance": "financed", "lease": "leased"}


def driver_saved(driver: Driver) -> str:
    """What the driver stage tells the vehicle stage."""
    years = "1 year" if driver.years_licensed == 1 else f"{driver.years_licensed} years"
    return (
        f"The driver is saved: {driver.full_name}, born {written_day(driver.date_of_birth)}, "
        f"{driver.license_state} license ({driver.license_status}), licensed for {years}."
    )


def vehicle_saved(vehicle: Vehicle, use: VehicleUse) -> str:
    """What the vehicle stage tells the history stage."""
    return (
        f"The vehicle is saved: {vehicle.title}, {OWNERSHIP_NAMES[use.ownership]}, "
        f"{use.annual_mileage:,} miles a year, parked overnight: {use.parking}."
    )


def history_saved(history: History) -> str:
    """What the history stage tells the coverage stage."""
    incidents = [f"{incident.type} in {incident.month:%B %Y}" for incident in history.incidents]
    return (
        f"The driving history is saved: {'insured' if history.currently_insured else 'not insured'} now, "
        f"{'a' if history.coverage_lapse else 'no'} lapse, {', '.join(incidents) or 'no incidents'}."
    )


def price_list(tiers: Sequence[RatedTier]) -> str:
    """The offers with their prices, one a line."""
    start = written_day(tiers[0].coverage.start_date)
    lines = [
        f"- {tier.name.capitalize()}: {dollars(tier.monthly)} a month for {coverage_line(tier.coverage)}"
        for tier in tiers
    ]
    return "\n".join([f"Here are your three prices, with coverage from {start}:", *lines])


def prices_again(tiers: Sequence[RatedTier]) -> str:
    """The reply after an adjustment."""
    question = "Which one would you like to take: saver, selected or shield? Or shall we try something else?"
    return f"{price_list(tiers)}\n\n{question}"


def quote_accepted(accepted: AcceptedQuote) -> str:
    """The reply that completes the session."""
    tier = accepted.tier
    return (
        f"Thank you! Your {tier.name} quote is accepted: {dollars(tier.monthly)} a month, "
        f"with coverage from {written_day(tier.coverage.start_date)}. Your reference is {accepted.reference}."
    )


def coverage_line(coverage: Coverage) -> str:
    """A coverage in one line."""
    return ", ".join(
        [
            LIABILITY_NAMES[coverage.liability],
            _deductible("collision", coverage.collision_deductible),
            _deductible("comprehensive", coverage.comprehensive_deductible),
            " and ".join(coverage.extras) or "no extras",
        ]
    )


def _deductible(name: str, deductible: Deductible | None) -> str:
    return f"{name} (${deductible:,} deductible)" if deductible else f"no {name}"
