import re

import pytest

from ezgraph_site.graphs import references
from ezgraph_site.graphs.references import ReferencesExhausted, issue_reference

pytestmark = pytest.mark.django_db


def draw(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> None:
    rest = iter(numbers)
    monkeypatch.setattr(references, "draw_number", lambda: next(rest))


def test_a_reference_has_six_digits():
    assert re.fullmatch(r"[1-9][0-9]{5}", issue_reference("QT", "step"))


def test_a_repeated_step_is_given_the_same_reference(monkeypatch):
    draw(monkeypatch, 111111, 222222)
    assert issue_reference("QT", "step") == issue_reference("QT", "step") == "111111"


def test_a_number_that_is_taken_is_drawn_again(monkeypatch):
    draw(monkeypatch, 111111, 111111, 222222)
    assert [issue_reference("QT", step) for step in ("first", "second")] == ["111111", "222222"]


def test_every_series_has_its_own_numbers(monkeypatch):
    draw(monkeypatch, 111111, 111111)
    assert issue_reference("QT", "step") == issue_reference("HT", "step")


def test_it_gives_up_where_no_number_is_free(monkeypatch):
    monkeypatch.setattr(references, "draw_number", lambda: 111111)
    issue_reference("QT", "first")
    with pytest.raises(ReferencesExhausted):
        issue_reference("QT", "second")
