"""Who may be insured."""

from datetime import date
from typing import Final

from ezgraph_site.graphs.dates import read_day, years_between
from ezgraph_site.graphs.quote.inputs import DriverInput
from ezgraph_site.graphs.quote.us_states import US_STATES
from ezgraph_site.graphs.quote.values import Driver
from ezgraph_site.graphs.refused import Refused

YOUNGEST: Final = 16
OLDEST: Final = 100
LICENSABLE_AGE: Final = 15


def check_driver(details: DriverInput, today: date) -> Driver:
    """The driver as it is saved. Raises `Refused` with the first rule that says no."""
    state = details.license_state.upper()
    if state not in US_STATES:
        raise Refused(f"{state} is not one of the 50 U.S. states or D.C., where the license has to be from.")
    if details.license_status == "suspended":
        raise Refused("We cannot quote a driver whose license is suspended. It has to be reinstated first.")
    birth = read_day(details.date_of_birth)
    if birth is None:
        raise Refused(f"{details.date_of_birth} is not a real date of birth; we need year, month and day.")
    if birth > today:
        raise Refused("The date of birth is in the future.")
    age = years_between(birth, today)
    if not YOUNGEST <= age <= OLDEST:
        raise Refused(f"We insure drivers from {YOUNGEST} to {OLDEST} years of age, and this one is {age}.")
    if details.years_licensed > age - LICENSABLE_AGE:
        raise Refused(
            f"At the age of {age}, a driver can have been licensed for {age - LICENSABLE_AGE} years at most."
        )
    return Driver(
        full_name=details.full_name,
        date_of_birth=birth,
        license_state=state,
        license_status=details.license_status,
        years_licensed=details.years_licensed,
    )
