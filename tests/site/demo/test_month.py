"""The invented month: the same people each time, and what they leave stands at its own time."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from conversations import clock
from conversations.models import (
    Decision,
    DecisionCapture,
    GraphSettings,
    Message,
    ModelCall,
    Review,
    Session,
    SessionStatus,
    Step,
    Turn,
)
from ezgraph_site.demo.month import visits

UNTIL = datetime(2026, 6, 15, 12, tzinfo=UTC)


def test_the_same_seed_invents_the_same_people_and_another_one_others():
    first, again = (list(visits(100, UNTIL, 30, seed=1)) for _ in range(2))

    assert first == again
    assert list(visits(100, UNTIL, 30, seed=2)) != first


def test_people_come_within_the_days_and_to_all_graphs():
    invented = list(visits(300, UNTIL, 30))

    assert all(UNTIL - timedelta(days=31) <= visit.begins < UNTIL for visit in invented)
    assert set(Counter(visit.graph for visit in invented)) == {"quote", "hotel", "receipt"}
    assert {visit.in_outage for visit in invented} == {True, False}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_conversations_are_held_by_the_real_engine_at_their_own_times():
    before = clock.now()
    call_command("seed_demo", sessions=40, days=7, stdout=StringIO())

    assert Session.objects.count() == 40
    done = Session.objects.filter(status=SessionStatus.COMPLETED)
    assert set(done.values_list("graph", flat=True)) == {"quote", "hotel", "receipt"}
    for model, column in (
        (Session, "created_at"),
        (Session, "updated_at"),
        (Turn, "accepted_at"),
        (Turn, "ended_at"),
        (Step, "started_at"),
        (Message, "created_at"),
        (ModelCall, "at"),
        (Decision, "at"),
    ):
        rows = model._default_manager.all()
        assert rows.exists()
        assert not rows.filter(**{f"{column}__gte": before}).exists(), (model, column)
    assert not Turn.objects.filter(accepted_at__lt=F("session__created_at")).exists()

    assert {"embedded", "openai"} <= set(ModelCall.objects.values_list("provider", flat=True))
    assert ModelCall.objects.filter(provider="openai", cost__gt=0).exists(), "vendors cost money"
    assert GraphSettings.objects.get(graph="hotel").decision_provider == "embedded", "as it was before"
    assert DecisionCapture.objects.filter(decision__graph="hotel").exists()
    assert set(Review.objects.values_list("agrees", flat=True)) == {True, False}
    assert not Review.objects.filter(updated_at__lt=F("decision__at")).exists()

    with pytest.raises(CommandError, match="--add"):
        call_command("seed_demo", sessions=1)
    call_command("seed_demo", sessions=1, add=True, stdout=StringIO())
    assert Session.objects.count() == 41
