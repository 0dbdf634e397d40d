"""What holds for every customer and every choice."""

from datetime import date
from decimal import Decimal
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from ezgraph_site.graphs.quote.catalogue import load_catalogue
from ezgraph_site.graphs.quote.rating import Applicant, rate_tiers, risk
from ezgraph_site.graphs.quote.values import (
    Coverage,
    Deductible,
    Driver,
    Extra,
    History,
    Incident,
    IncidentType,
    Liability,
    Ownership,
    Parking,
    VehicleUse,
)
from tests.site.quote.samples import TODAY

DEDUCTIBLES = st.sampled_from((*get_args(Deductible), None))

APPLICANTS = st.builds(
    Applicant,
    driver=st.builds(
        Driver,
        full_name=st.just("Jordan Lee"),
        date_of_birth=st.dates(date(1926, 6, 15), date(2010, 6, 15)),
        license_state=st.just("CA"),
        license_status=st.sampled_from(("valid", "permit")),
        years_licensed=st.integers(0, 80),
    ),
    vehicle=st.sampled_from(load_catalogue()),
    use=st.builds(
        VehicleUse,
        ownership=st.sampled_from(get_args(Ownership)),
        annual_mileage=st.integers(1000, 60000),
        parking=st.sampled_from(get_args(Parking)),
    ),
    history=st.builds(
        History,
        currently_insured=st.booleans(),
        coverage_lapse=st.booleans(),
        incidents=st.lists(
            st.builds(Incident, type=st.sampled_from(get_args(IncidentType)), month=st.just(TODAY)),
            max_size=10,
        ).map(tuple),
    ),
)

COVERAGES = st.builds(
    Coverage,
    liability=st.sampled_from(get_args(Liability)),
    collision_deductible=DEDUCTIBLES,
    comprehensive_deductible=DEDUCTIBLES,
    extras=st.lists(st.sampled_from(get_args(Extra)), unique=True).map(tuple),
    start_date=st.just(TODAY),
)


@given(APPLICANTS)
def test_the_risk_stays_between_a_half_and_four(applicant: Applicant):
    assert Decimal("0.5") <= risk(applicant, TODAY) <= Decimal(4)


@given(APPLICANTS, COVERAGES)
def test_more_protection_never_costs_less(applicant: Applicant, chosen: Coverage):
    saver, selected, shield = rate_tiers(applicant, chosen, TODAY)
    assert saver.monthly <= selected.monthly <= shield.monthly


@given(APPLICANTS, COVERAGES)
def test_every_tier_can_be_stored_and_read_again_to_the_cent(applicant: Applicant, chosen: Coverage):
    for tier in rate_tiers(applicant, chosen, TODAY):
        assert type(tier).model_validate_json(tier.model_dump_json()) == tier
        assert tier.monthly == tier.monthly.quantize(Decimal("0.01"))


@given(APPLICANTS, COVERAGES)
def test_saver_and_shield_start_when_the_choice_does(applicant: Applicant, chosen: Coverage):
    assert {tier.coverage.start_date for tier in rate_tiers(applicant, chosen, TODAY)} == {chosen.start_date}
