"""Customers and choices that the tests of the quote graph share."""

from datetime import date
from typing import Any

from ezgraph_site.graphs.quote.catalogue import Vehicle, load_catalogue
from ezgraph_site.graphs.quote.inputs import CoverageInput, DriverInput, HistoryInput
from ezgraph_site.graphs.quote.rating import Applicant
from ezgraph_site.graphs.quote.values import Coverage, Driver, History, Incident, VehicleUse

TODAY = date(2026, 6, 15)


def driver_input(**changes: Any) -> DriverInput:
    details = {
        "full_name": "Jordan Lee",
        "date_of_birth": "1988-04-12",
        "license_state": "CA",
        "license_status": "valid",
        "years_licensed": 15,
    }
    return DriverInput.model_validate(details | changes)


def history_input(*months: str, **changes: Any) -> HistoryInput:
    details = {
        "currently_insured": True,
        "coverage_lapse": False,
        "incidents": [{"type": "violation", "month": month} for month in months],
    }
    return HistoryInput.model_validate(details | changes)


def coverage_input(**changes: Any) -> CoverageInput:
    details = {
        "liability": "standard",
        "collision_deductible": 500,
        "comprehensive_deductible": 500,
        "extras": ["rental"],
        "start_date": "2026-07-01",
    }
    return CoverageInput.model_validate(details | changes)


def coverage(**changes: Any) -> Coverage:
    return Coverage.model_validate(coverage_input(**changes).model_dump())


def vehicle(**changes: Any) -> Vehicle:
    camry_se = next(one for one in load_catalogue() if one.id == "2019-toyota-camry-se")
    return Vehicle.model_validate(camry_se.model_dump() | changes)


def applicant(
    *,
    driver: dict[str, Any] | None = None,
    vehicle_changes: dict[str, Any] | None = None,
    use: dict[str, Any] | None = None,
    history: dict[str, Any] | None = None,
) -> Applicant:
    """The customer of the specified figures: risk 1.15805."""
    return Applicant(
        driver=Driver.model_validate(driver_input().model_dump() | (driver or {})),
        vehicle=vehicle(**(vehicle_changes or {})),
        use=VehicleUse.model_validate(
            {"ownership": "finance", "annual_mileage": 12000, "parking": "driveway"} | (use or {})
        ),
        history=History.model_validate(
            {
                "currently_insured": True,
                "coverage_lapse": False,
                "incidents": [Incident(type="violation", month=date(2026, 3, 1))],
            }
            | (history or {})
        ),
    )


def without_factors() -> dict[str, Any]:
    """Changes for `applicant` that leave no factor but the vehicle's, which is 1.06."""
    return {"history": {"currently_insured": False, "incidents": []}}
