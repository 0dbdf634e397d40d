from datetime import date

import pytest
from pydantic import ValidationError

from ezgraph_site.graphs.quote.rules.driver import check_driver
from ezgraph_site.graphs.quote.us_states import US_STATES
from ezgraph_site.graphs.refused import Refused
from tests.site.quote.samples import TODAY, driver_input


def reason(**changes: object) -> str:
    with pytest.raises(Refused) as refused:
        check_driver(driver_input(**changes), TODAY)
    return refused.value.reason


def test_it_saves_a_driver_with_the_state_in_capitals():
    driver = check_driver(driver_input(license_state="ca", full_name="  Jordan Lee "), TODAY)
    assert (driver.license_state, driver.full_name) == ("CA", "Jordan Lee")
    assert driver.date_of_birth == date(1988, 4, 12)


def test_it_knows_fifty_states_and_the_district():
    assert len(US_STATES) == 51
    assert "DC" in US_STATES


@pytest.mark.parametrize("code", ["ZZ", "PR", "xx"])
def test_it_refuses_what_is_no_state(code: str):
    assert "U.S. states" in reason(license_state=code)


def test_it_refuses_a_suspended_license_and_says_so():
    assert "suspended" in reason(license_status="suspended")


def test_it_takes_a_permit():
    assert check_driver(driver_input(license_status="permit"), TODAY).license_status == "permit"


@pytest.mark.parametrize(
    "text", ["1988-02-30", "1987-02-29", "12/04/1988", "19880412", "1988-4-12", "soon", ""]
)
def test_it_refuses_what_is_no_date(text: str):
    assert "not a real date" in reason(date_of_birth=text)


def test_it_refuses_a_birth_in_the_future():
    assert "future" in reason(date_of_birth="2026-06-16")


@pytest.mark.parametrize("born", ["2010-06-15", "1926-06-15", "1925-06-16"])
def test_it_takes_ages_from_16_to_100(born: str):
    assert check_driver(driver_input(date_of_birth=born, years_licensed=0), TODAY)


@pytest.mark.parametrize(("born", "age"), [("2010-06-16", "15"), ("1925-06-15", "101"), ("2026-06-15", "0")])
def test_it_refuses_other_ages(born: str, age: str):
    assert age in reason(date_of_birth=born, years_licensed=0)


def test_someone_born_on_29_february_is_a_year_older_on_the_first_of_march():
    leap = driver_input(date_of_birth="2008-02-29", years_licensed=2)
    with pytest.raises(Refused, match="At the age of 16"):
        check_driver(leap, date(2025, 2, 28))
    assert check_driver(leap, date(2025, 3, 1))


def test_it_takes_a_license_since_the_age_of_15():
    assert check_driver(driver_input(years_licensed=23), TODAY).years_licensed == 23


def test_it_refuses_more_years_than_the_age_allows():
    assert "23 years" in reason(years_licensed=24)


def test_rules_are_asked_in_their_order():
    assert "U.S. states" in reason(license_state="ZZ", license_status="suspended", date_of_birth="never")
    assert "suspended" in reason(license_status="suspended", date_of_birth="never")


@pytest.mark.parametrize(
    "changes",
    [
        {"full_name": " J "},
        {"license_state": "Cal"},
        {"license_state": "C1"},
        {"license_status": "lost"},
        {"years_licensed": -1},
    ],
)
def test_the_form_itself_is_refused_before_any_rule(changes: dict[str, object]):
    with pytest.raises(ValidationError):
        driver_input(**changes)
