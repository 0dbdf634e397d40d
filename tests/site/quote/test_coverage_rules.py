from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from ezgraph_site.graphs.quote.inputs import AdjustmentInput
from ezgraph_site.graphs.quote.rules.coverage import adjusted, check_coverage
from ezgraph_site.graphs.quote.values import Ownership
from ezgraph_site.graphs.refused import Refused
from tests.site.quote.samples import TODAY, coverage, coverage_input

NONE = {"collision_deductible": None, "comprehensive_deductible": None}


def reason(ownership: Ownership | None = "own", **changes: Any) -> str:
    with pytest.raises(Refused) as refused:
        check_coverage(coverage_input(**changes), ownership, TODAY)
    return refused.value.reason


@pytest.mark.parametrize("day", ["2026-06-15", "2026-08-14"])
def test_it_may_start_today_and_up_to_sixty_days_ahead(day: str):
    chosen = check_coverage(coverage_input(start_date=day), "own", TODAY)
    assert chosen.start_date == date.fromisoformat(day)


@pytest.mark.parametrize("day", ["2026-06-14", "2026-08-15"])
def test_it_may_not_start_earlier_or_later(day: str):
    assert "June 15, 2026" in reason(start_date=day)


@pytest.mark.parametrize("day", ["2026-06-31", "tomorrow", "06/20/2026"])
def test_it_refuses_a_start_that_is_no_date(day: str):
    assert "not a real date" in reason(start_date=day)


@pytest.mark.parametrize("ownership", ["finance", "lease"])
@pytest.mark.parametrize(
    "missing", [NONE, {"collision_deductible": None}, {"comprehensive_deductible": None}]
)
def test_it_names_the_lender_where_a_financed_vehicle_lacks_coverage(
    ownership: Ownership, missing: dict[str, None]
):
    assert "lender's rule" in reason(ownership, **missing)


def test_an_owned_vehicle_may_go_with_liability_only():
    assert check_coverage(coverage_input(**NONE), "own", TODAY).collision_deductible is None


def test_an_owned_vehicle_may_go_with_comprehensive_only():
    chosen = check_coverage(coverage_input(collision_deductible=None), "own", TODAY)
    assert chosen.comprehensive_deductible == 500


def test_collision_needs_comprehensive():
    assert "together with comprehensive" in reason(comprehensive_deductible=None)


def test_rules_are_asked_in_their_order():
    assert "not a real date" in reason("finance", start_date="never", **NONE)
    assert "can start" in reason("finance", start_date="2027-01-01", **NONE)
    assert "lender" in reason("finance", comprehensive_deductible=None)


def test_an_extra_that_is_named_twice_counts_once():
    assert check_coverage(coverage_input(extras=["rental", "rental"]), "own", TODAY).extras == ("rental",)


@pytest.mark.parametrize(
    "changes",
    [{"collision_deductible": 750}, {"liability": "gold"}, {"extras": ["valet"]}, {"start_date": None}],
)
def test_the_form_itself_is_refused_before_any_rule(changes: dict[str, Any]):
    with pytest.raises(ValidationError):
        coverage_input(**changes)


def test_a_change_keeps_what_it_does_not_name():
    after = adjusted(coverage(), AdjustmentInput(collision_deductible=1000))
    assert after == coverage_input(collision_deductible=1000)


def test_null_takes_a_coverage_away_only_where_it_is_said():
    after = adjusted(coverage(), AdjustmentInput(liability=None, extras=[], collision_deductible=None))
    assert after == coverage_input(extras=[], collision_deductible=None)


@pytest.mark.parametrize("changes", [{}, {"liability": None, "extras": None, "start_date": None}])
def test_a_change_of_nothing_is_refused(changes: dict[str, None]):
    with pytest.raises(Refused, match="what to change"):
        adjusted(coverage(), AdjustmentInput.model_validate(changes))
