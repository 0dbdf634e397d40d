"""`manage.py prune` removes what was kept long enough, and nothing else."""

import threading
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conversations.background.retention import RULES, prune
from conversations.models import (
    Decision,
    DecisionAnswer,
    DecisionCapture,
    DecisionOutcome,
    Review,
    Session,
    Turn,
    TurnStatus,
)
from conversations.testing import GraphHarness, ScriptedDecisions, answers
from providers.database import in_database
from tests.conversations.admin.deciding import TriageGraph

pytestmark = pytest.mark.django_db(transaction=True)


CAPTURES = RULES[0]


def captured(*ages: float) -> list[Decision]:
    """Decisions with a capture of so many days."""
    now = timezone.now()
    session = Session.objects.create(graph="triage", cursor="TriageNode", updated_at=now)
    turn = Turn.objects.create(session=session, number=1, status=TurnStatus.COMPLETED, accepted_at=now)
    rows = [
        Decision(turn=turn, node="TriageNode", outcome=DecisionOutcome.SUCCESS, at=now - timedelta(days=age))
        for age in ages
    ]
    Decision.objects.bulk_create(rows)
    DecisionCapture.objects.bulk_create(
        DecisionCapture(decision=row, questions={}, state={}, at=row.at) for row in rows
    )
    return rows


def left() -> set[Any]:
    return set(DecisionCapture.objects.values_list("decision_id", flat=True))


def pruned() -> str:
    """What the command tells of captures."""
    out = StringIO()
    call_command("prune", stdout=out)
    return out.getvalue().splitlines()[0]


def test_it_removes_captures_older_than_the_setting_says_and_counts_them(settings: Any):
    settings.EZGRAPH_CAPTURE_DAYS = 7
    *_, young, new = captured(400, 7.1, 6.9, 0)

    assert pruned() == "2 captures older than 7 days removed."
    assert left() == {young.pk, new.pk}
    assert Decision.objects.count() == 4
    assert pruned() == "0 captures older than 7 days removed."


def test_a_dry_run_says_what_would_go_and_nothing_goes(settings: Any):
    settings.EZGRAPH_CAPTURE_DAYS, settings.EZGRAPH_ERASE_DAYS = 7, 90
    decisions = captured(400, 6.9)
    old = timezone.now() - timedelta(days=91)
    for erased_at in (None, old):
        Session.objects.create(graph="triage", cursor="TriageNode", updated_at=old, erased_at=erased_at)
    out = StringIO()
    call_command("prune", dry_run=True, stdout=out)

    assert "1 captures older than 7 days would be removed.\n" in out.getvalue()
    assert "1 conversations quiet for 90 days would be erased, with their forks." in out.getvalue()
    assert left() == {row.pk for row in decisions}
    assert Session.objects.filter(erased_at=None).count() == 2


def test_captures_are_kept_for_thirty_days_where_nothing_is_said():
    _, kept = captured(30.1, 29.9)

    assert pruned() == "1 captures older than 30 days removed."
    assert left() == {kept.pk}


def test_decisions_go_with_their_answers_and_reviews_where_staff_cannot_remove_them(settings: Any):
    settings.EZGRAPH_DECISION_DAYS = 90
    old, kept = captured(91, 89)
    for row in (old, kept):
        DecisionAnswer.objects.create(decision=row, question="urgent", kind="noul", number=0.2)
        Review.objects.create(
            decision=row, question="urgent", agrees=True, created_at=row.at, updated_at=row.at
        )
    out = StringIO()
    call_command("prune", stdout=out)

    assert "1 decisions older than 90 days removed." in out.getvalue()
    for model in (DecisionAnswer, Review):
        assert set(model._default_manager.values_list("decision_id", flat=True)) == {kept.pk}


def test_each_statement_removes_no_more_than_a_batch():
    captured(*range(31, 38))
    with CaptureQueriesContext(connection) as queries:
        told = prune(CAPTURES, batch=3)

    deletions = [
        query for query in queries if query["sql"].startswith('DELETE FROM "conversations_decisioncapture"')
    ]
    assert told.count == 7
    assert len(deletions) == 4
    assert left() == set()


def test_two_runs_at_once_remove_everything_once():
    captured(*range(31, 131))
    counts: list[int] = []

    def run() -> None:
        try:
            counts.append(prune(CAPTURES, batch=3).count)
        finally:
            connection.close()

    runs = [threading.Thread(target=run) for _ in range(2)]
    for thread in runs:
        thread.start()
    for thread in runs:
        thread.join()
    assert sum(counts) == 100
    assert len(counts) == 2
    assert left() == set()


async def test_a_turn_runs_beside_it():
    await in_database(lambda: captured(*range(31, 61)))
    reply = answers(topic="billing", anger=1, urgent=0.2)
    async with GraphHarness(TriageGraph, decisions=ScriptedDecisions([reply])) as chat:
        running = await chat.start("Hi")
        done = await in_database(prune, CAPTURES, 2)
        result = await running.result()
        (row,) = await chat.decisions_on_record()

    assert (done.count, result.success) == (30, True)
    assert await in_database(left) == {row.pk}
