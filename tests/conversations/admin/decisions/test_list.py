"""Every decision is in the list, and found by what became of it, who made it and what reviewers say."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations import clock
from conversations.admin.parts.cells import breakable
from conversations.models import Decision, Review
from conversations.models.review import WHOLE
from conversations.review import Reviewer, Verdict, standing, submit, versions_of
from conversations.testing import serve_graphs
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.admin.decisions.staff import LIST, READS, somebody
from tests.conversations.review.decided import NODE, all_decided, decided, fell_back

pytestmark = pytest.mark.django_db(transaction=True)

MOST_QUERIES = 15


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


@pytest.fixture
def reader(django_user_model: Any) -> Client:
    return somebody(django_user_model, "reader", *READS)


def found(client: Client, **query: str) -> list[Decision]:
    page = client.get(LIST, query)
    assert page.status_code == 200, page.headers
    return list(page.context["cl"].result_list)


def offered(client: Client, parameter: str) -> list[str]:
    for spec in client.get(LIST).context["cl"].filter_specs:
        if getattr(spec, "parameter_name", "") == parameter:
            return [value for value, _ in spec.lookup_choices]
    return []


def say(decision: Decision, model: Any, name: str, verdict: Verdict, question: str = "topic") -> None:
    user, _ = model.objects.get_or_create(username=name)
    versions = versions_of(standing(decision.pk))
    submit(decision, Reviewer(name, user=user.pk), {question: verdict}, versions)


def test_it_tells_what_became_of_each_and_who_made_it(reader: Client):
    decided(0.9, provider="typesafe", answered_by="openai", attempts=2, duration_ms=1234)
    fell_back()
    page = reader.get(LIST).content.decode()
    told = ("typesafe → openai", "jev-latest", "topic: billing", "anger: 1.2", "urgent: no", "0.9", "1.2 s")
    for words in (*told, "2 attempts", "Fallback", "Success", breakable(NODE)):
        assert words in page


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ({}, ["plain", "other", "fallback"]),
        ({"outcome": "success"}, ["plain", "other"]),
        ({"failure": "provider"}, ["fallback"]),
        ({"failure": "timeout"}, []),
        ({"graph": "triage"}, ["plain", "fallback"]),
        ({"node": f"triage/{NODE}"}, ["plain", "fallback"]),
        ({"node": "triage/Other"}, []),
        ({"question": "topic"}, ["plain", "other"]),
        ({"question": "weather"}, []),
        ({"answered_by": "openai"}, ["other"]),
        ({"model": "gpt"}, ["other"]),
        ({"certainty_from": "0.5"}, ["plain"]),
        ({"certainty_from": "0.1", "certainty_to": "0.5"}, ["other"]),
        ({"certainty_to": "0"}, ["fallback"]),
        ({"review": "unreviewed"}, ["plain", "other", "fallback"]),
        ({"review": "reviewed"}, []),
        ({"day": "today", "outcome": "success"}, ["plain"]),
        ({"q": "vendor-1"}, ["other"]),
    ],
    ids=lambda value: "-".join(value.values()) or "all" if isinstance(value, dict) else "",
)
def test_it_can_be_filtered(reader: Client, query: dict[str, str], hits: list[str]):
    old = clock.now() - timedelta(days=3)
    rows = {
        "plain": decided(0.8, at=clock.now()),
        "other": decided(
            0.4, graph="gone", node="Gone", answered_by="openai", model="gpt", request_id="vendor-1", at=old
        ),
        "fallback": fell_back(at=old - timedelta(hours=1)),
    }
    assert found(reader, **query) == [rows[name] for name in hits]


def test_it_tells_agreement_from_disagreement_and_dispute(reader: Client, django_user_model: Any):
    agreed, wrong, disputed, _ = rows = all_decided([0.5] * 4)
    right, parcel = Verdict(agrees=True), Verdict(agrees=False, right="parcel")
    say(agreed, django_user_model, "ada", right)
    say(wrong, django_user_model, "ada", parcel)
    say(wrong, django_user_model, "ada", Verdict(agrees=False), WHOLE)
    say(disputed, django_user_model, "ada", parcel)
    say(disputed, django_user_model, "bob", right)

    assert found(reader, review="reviewed") == [disputed, wrong, agreed]
    assert found(reader, review="unreviewed") == [rows[3]]
    assert found(reader, review="disagreement") == [disputed, wrong]
    assert found(reader, review="disputed") == [disputed]
    page = reader.get(LIST).content.decode()
    assert "wrong: the whole, topic" in page
    assert page.count("Reviewed by ") == 3


def test_two_who_name_different_levels_dispute(reader: Client, django_user_model: Any):
    decision = decided()
    say(decision, django_user_model, "ada", Verdict(agrees=False, right="2"), "anger")
    assert found(reader, review="disputed") == []
    say(decision, django_user_model, "bob", Verdict(agrees=False, right="0"), "anger")
    assert found(reader, review="disputed") == [decision]


def test_filters_offer_what_there_is_and_each_value_once(reader: Client):
    for model in ("b-model", "a-model", "b-model", ""):
        decided(model=model, answered_by="openai" if model else "")
    assert offered(reader, "model") == ["a-model", "b-model"]
    assert offered(reader, "answered_by") == ["openai"]
    assert offered(reader, "question") == ["anger", "topic", "urgent"]
    assert offered(reader, "node") == [f"triage/{NODE}"]
    assert offered(reader, "graph") == ["triage"]


def test_filters_offer_nothing_where_there_is_nothing(reader: Client):
    assert offered(reader, "model") == []
    assert found(reader) == []


@pytest.mark.parametrize(
    "query",
    [
        {"certainty_from": "much"},
        {"certainty_to": "nan"},
        {"certainty_to": "inf"},
        {"day": "range", "day_from": "never"},
        {"model": "\0"},
    ],
    ids=["words", "no number", "endless", "no day", "no text"],
)
def test_a_filter_that_makes_no_sense_leads_to_the_whole_list(reader: Client, query: dict[str, str]):
    assert reader.get(LIST, query).status_code == 302


def test_its_queries_are_few_and_do_not_grow_with_it(reader: Client, django_user_model: Any):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert reader.get(LIST).status_code == 200
        return len(queries)

    for row in all_decided([0.5] * 2):
        say(row, django_user_model, "ada", Verdict(agrees=True))
    few = count()
    for row in all_decided([0.5] * 20):
        say(row, django_user_model, "ada", Verdict(agrees=True))
    assert count() == few <= MOST_QUERIES
    assert Review.objects.count() == 22


def test_sorting_is_offered_only_where_an_index_serves_it(reader: Client):
    sure, unsure = all_decided([0.9, 0.3])
    page = reader.get(LIST, {"o": "6"})
    assert list(page.context["cl"].result_list) == [unsure, sure]
    assert set(page.context["cl"].model_admin.get_sortable_by(None)) == {"when", "probability"}


def test_without_the_right_to_see_sessions_there_is_no_link_to_them(django_user_model: Any):
    decision = decided()
    page = somebody(django_user_model, "narrow", "view_decision").get(LIST).content.decode()
    assert decision.turn.session.pk.hex[:8] in page
    assert "/session/" not in page


def test_nobody_adds_changes_or_deletes_one(admin_client: Client):
    decision = decided()
    for address in ("add/", f"{decision.pk}/change/", f"{decision.pk}/delete/"):
        assert admin_client.post(f"{LIST}{address}", {}).status_code == 403
