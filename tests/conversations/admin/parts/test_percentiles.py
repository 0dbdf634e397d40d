import pytest
from django.db.models import Q

from conversations.admin.parts.percentiles import Percentile
from conversations.models import ModelCall
from tests.conversations.admin.sessions.rows import a_call, a_session, a_turn

pytestmark = pytest.mark.django_db


def fill(*durations: int, code: str = "") -> None:
    turn = a_turn(a_session())
    for duration in durations:
        a_call(turn, duration_ms=duration, code=code)


@pytest.mark.parametrize(
    ("part", "expected"), [(0.5, 50), (0.95, 95), (1.0, 100), (0.01, 1)], ids=["p50", "p95", "p100", "p1"]
)
def test_it_is_the_least_value_that_the_part_does_not_exceed(part: float, expected: int) -> None:
    fill(*reversed(range(1, 101)))

    assert ModelCall.objects.aggregate(found=Percentile("duration_ms", part))["found"] == expected


def test_of_nothing_there_is_none() -> None:
    assert ModelCall.objects.aggregate(found=Percentile("duration_ms", 0.5))["found"] is None


def test_it_can_be_grouped_and_filtered() -> None:
    fill(10, 20, 30)
    fill(1, code="timeout")
    a_call(a_turn(a_session()), provider="other", duration_ms=7)

    rows = (
        ModelCall.objects.values("provider")
        .order_by("provider")
        .annotate(found=Percentile("duration_ms", 0.5, filter=Q(code="")))
    )

    assert [(row["provider"], row["found"]) for row in rows] == [("openai", 20), ("other", 7)]
