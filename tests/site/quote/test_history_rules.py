from datetime import date

import pytest
from pydantic import ValidationError

from ezgraph_site.graphs.quote.rules.history import check_history
from ezgraph_site.graphs.refused import Refused
from tests.site.quote.samples import TODAY, history_input


def reason(*months: str) -> str:
    with pytest.raises(Refused) as refused:
        check_history(history_input(*months), TODAY)
    return refused.value.reason


def test_it_saves_a_clean_record():
    assert check_history(history_input(), TODAY).incidents == ()


@pytest.mark.parametrize("month", ["2026-06", "2021-06"])
def test_it_takes_this_month_and_sixty_months_ago(month: str):
    (incident,) = check_history(history_input(month), TODAY).incidents
    assert incident.month == date.fromisoformat(f"{month}-01")


def test_it_refuses_sixty_one_months_ago():
    assert "60 months" in reason("2021-05")


def test_it_refuses_next_month():
    assert "future" in reason("2026-07")


@pytest.mark.parametrize("month", ["2026-13", "2026-00", "0000-05", "2026-5", "2026-05-01", "last May", ""])
def test_it_refuses_what_is_no_month(month: str):
    assert "not a real month" in reason(month)


def test_it_names_the_number_of_the_faulty_incident():
    assert reason("2026-01", "2026-02", "2031-01").startswith("Incident 3:")


def test_it_takes_ten_incidents_and_no_more():
    assert len(check_history(history_input(*["2026-01"] * 10), TODAY).incidents) == 10
    with pytest.raises(ValidationError):
        history_input(*["2026-01"] * 11)
