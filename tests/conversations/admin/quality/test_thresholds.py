"""Which thresholds of a question hold, by what staff set and where figures come from."""

from collections.abc import Iterator

import pytest

from conversations.admin.quality.thresholds import Held, thresholds_of
from conversations.models import GraphSettings
from conversations.testing import serve_graphs
from tests.conversations.admin.deciding import TriageGraph

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


def held(*sources: str) -> list[Held]:
    return thresholds_of("triage", "TriageNode", "topic", sources)


@pytest.mark.parametrize(
    ("sources", "number"),
    [((), 0.6), (("calibrated",), 0.6), (("self_reported",), 0.5), (("self_reported", "derived"), 0.5)],
    ids=["none", "calibrated", "self-reported", "uncalibrated"],
)
def test_figures_of_one_kind_have_one_number(sources: tuple[str, ...], number: float):
    assert held(*sources) == [Held("topic", number, "at_least")]


def test_mixed_figures_have_a_number_each():
    calibrated, other = held("derived", "calibrated", "self_reported")

    assert (calibrated.number, calibrated.sources) == (0.6, frozenset({"calibrated"}))
    assert (other.number, other.sources) == (0.5, frozenset({"derived", "self_reported"}))
    assert calibrated.holds_for("calibrated")
    assert not calibrated.holds_for("derived")


def test_what_staff_set_holds_for_all():
    GraphSettings.objects.create(graph="triage", thresholds={"TriageNode": {"topic": 0.7}})

    assert held("derived", "calibrated") == [Held("topic", 0.7, "at_least", by_staff=True)]


def test_of_a_graph_that_is_not_served_none_is_known():
    assert thresholds_of("gone", "TriageNode", "topic", ["calibrated"]) == []
