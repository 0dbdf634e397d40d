from decimal import Decimal
from typing import Any

import pytest

from ezgraph_site.graphs.quote.rating import monthly, rate_tiers, risk, saver, shield
from tests.site.quote.samples import TODAY, applicant, coverage, without_factors


def prices(**choice: Any) -> dict[str, Decimal]:
    return {tier.name: tier.monthly for tier in rate_tiers(applicant(), coverage(**choice), TODAY)}


def test_the_specified_customer_has_the_specified_risk():
    assert risk(applicant(), TODAY) == Decimal("1.15805")


def test_the_three_specified_prices_come_out_to_the_cent():
    assert prices() == {
        "saver": Decimal("99.96"),
        "selected": Decimal("140.43"),
        "shield": Decimal("182.17"),
    }


def test_raising_both_deductibles_lowers_the_selected_price_as_specified():
    changed = prices(collision_deductible=1000, comprehensive_deductible=1000)
    assert changed["selected"] == Decimal("130.49")


def test_prices_always_have_two_decimals():
    assert all(price.as_tuple().exponent == -2 for price in prices(liability="premium").values())


def test_half_a_cent_is_rounded_up():
    one = applicant(vehicle_changes={"risk_group": 5, "msrp": 1250}, **without_factors())
    choice = coverage(
        liability="state-minimum", collision_deductible=1000, comprehensive_deductible=None, extras=[]
    )
    # (52 + 1.25 · 1.1 · 0.8) · 1.3 = 69.03; a comprehensive of 1.25 · 0.55 · 0.8 · 1.3 = 0.715 more.
    assert monthly(one, choice, TODAY) == Decimal("69.03")
    both = coverage(
        liability="state-minimum", collision_deductible=1000, comprehensive_deductible=1000, extras=[]
    )
    assert monthly(one, both, TODAY) == Decimal("69.75")


def test_extras_cost_the_same_whatever_the_risk():
    risky = applicant(driver={"date_of_birth": "2009-01-01", "years_licensed": 0})
    for who in (applicant(), risky):
        with_extras = monthly(who, coverage(extras=["rental", "roadside"]), TODAY)
        assert with_extras - monthly(who, coverage(extras=[]), TODAY) == Decimal(17)


@pytest.mark.parametrize(
    ("born", "factor"),
    [
        ("2006-06-16", "1.9"),  # 19, twenty tomorrow
        ("2006-06-15", "1.5"),  # twenty today
        ("2001-06-16", "1.5"),
        ("2001-06-15", "1.2"),
        ("1996-06-16", "1.2"),
        ("1996-06-15", "1"),
        ("1961-06-16", "1"),
        ("1961-06-15", "1.1"),
    ],
)
def test_age_sets_its_factor_from_the_birthday_on(born: str, factor: str):
    one = applicant(driver={"date_of_birth": born, "years_licensed": 3}, **without_factors())
    assert risk(one, TODAY) == Decimal(factor) * Decimal("1.06")


@pytest.mark.parametrize(
    ("part", "changes", "factor"),
    [
        ("driver", {"years_licensed": 2}, "1.15"),
        ("driver", {"years_licensed": 3}, "1"),
        ("driver", {"license_status": "permit"}, "1.25"),
        ("use", {"annual_mileage": 7500}, "0.92"),
        ("use", {"annual_mileage": 7501}, "1"),
        ("use", {"annual_mileage": 12001}, "1.12"),
        ("use", {"annual_mileage": 20000}, "1.12"),
        ("use", {"annual_mileage": 20001}, "1.28"),
        ("use", {"parking": "garage"}, "0.95"),
        ("use", {"parking": "street"}, "1.07"),
    ],
)
def test_each_circumstance_has_its_factor(part: str, changes: dict[str, Any], factor: str):
    one = applicant(**{part: changes}, **without_factors())
    assert risk(one, TODAY) == Decimal(factor) * Decimal("1.06")


@pytest.mark.parametrize(
    ("kinds", "factor"),
    [
        (["at-fault-accident"], "1.35"),
        (["violation", "violation"], "1.30"),
        (["not-at-fault-accident"], "1.10"),
        (["comprehensive-claim"], "1.08"),
        (["at-fault-accident", "violation", "comprehensive-claim"], "1.58"),
    ],
)
def test_incidents_add_up(kinds: list[str], factor: str):
    incidents = [{"type": kind, "month": "2026-03-01"} for kind in kinds]
    one = applicant(history={"currently_insured": False, "incidents": incidents})
    assert risk(one, TODAY) == Decimal(factor) * Decimal("1.06")


def test_a_lapse_costs_and_current_insurance_saves():
    lapsed = applicant(history={"coverage_lapse": True, "incidents": []})
    assert risk(lapsed, TODAY) == Decimal("1.18") * Decimal("0.95") * Decimal("1.06")


def test_the_risk_never_exceeds_four():
    incidents = [{"type": "at-fault-accident", "month": "2026-03-01"}] * 10
    one = applicant(
        driver={"date_of_birth": "2009-01-01", "years_licensed": 0}, history={"incidents": incidents}
    )
    assert risk(one, TODAY) == Decimal(4)


def test_the_lowest_risk_that_can_come_about_is_above_the_clamp():
    careful = applicant(
        vehicle_changes={"risk_group": 1},
        use={"parking": "garage", "annual_mileage": 1000},
        history={"incidents": []},
    )
    assert risk(careful, TODAY) == Decimal("0.8136940")


@pytest.mark.parametrize(
    ("chosen", "saved"),
    [("premium", "standard"), ("standard", "state-minimum"), ("state-minimum", "state-minimum")],
)
def test_saver_takes_liability_one_step_down(chosen: str, saved: str):
    assert saver(coverage(liability=chosen)).liability == saved


def test_saver_raises_only_deductibles_that_are_set_and_drops_extras():
    cheap = saver(coverage(collision_deductible=None, comprehensive_deductible=250))
    assert (cheap.collision_deductible, cheap.comprehensive_deductible, cheap.extras) == (None, 1000, ())


def test_shield_adds_every_coverage_and_both_extras():
    safe = shield(coverage(collision_deductible=None, comprehensive_deductible=1000, extras=[]))
    assert (safe.liability, safe.collision_deductible, safe.comprehensive_deductible) == ("premium", 500, 250)
    assert safe.extras == ("rental", "roadside")


def test_the_selected_tier_is_the_choice_itself():
    choice = coverage(collision_deductible=250)
    assert rate_tiers(applicant(), choice, TODAY)[1].coverage == choice
