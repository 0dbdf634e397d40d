"""Reviewers work through the queue: begin, save, skip, leave; each has another decision in hand."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations import clock
from conversations.models import Decision, Review, ReviewClaim
from conversations.review.claims import HOLDS_FOR
from conversations.testing import serve_graphs
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.admin.decisions.staff import QUEUE, reviewer, somebody
from tests.conversations.review.decided import NODE, all_decided, decided, fell_back

pytestmark = pytest.mark.django_db(transaction=True)

MOST_QUERIES = 15


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


@pytest.fixture
def ada(django_user_model: Any) -> Client:
    return reviewer(django_user_model)


@pytest.fixture
def bob(django_user_model: Any) -> Client:
    return reviewer(django_user_model, "bob")


def item(decision: Decision, action: str = "") -> str:
    return f"{QUEUE}{decision.pk}/{action}"


def leads_to(answer: Any) -> str:
    assert answer.status_code == 302
    return str(answer["Location"])


def begin(client: Client, scope: str = "") -> str:
    return leads_to(client.post(f"{QUEUE}next/", {"scope": scope}))


def test_it_tells_what_waits_and_what_one_has_done(ada: Client):
    unsure, _ = all_decided([0.4, 0.9])
    ada.post(item(unsure, "save/"), {"right:topic": "billing"})
    page = ada.get(QUEUE)
    assert (page.context["waiting"], page.context["done_today"]) == (1, 1)
    assert ("triage", "triage: all nodes") in page.context["scopes"]
    assert (f"triage/{NODE}", f"triage: {NODE}") in page.context["scopes"]


def test_it_begins_with_what_nobody_answered_and_goes_on_with_the_least_certain(ada: Client):
    sure, unsure = all_decided([0.9, 0.4])
    fallback = fell_back()
    assert begin(ada) == item(fallback)
    assert leads_to(ada.post(item(fallback, "save/"), {"right:topic": "billing"})) == item(unsure)
    assert leads_to(ada.post(item(unsure, "save/"), {"right:topic": "billing"})) == item(sure)
    assert leads_to(ada.post(item(sure, "save/"), {"right:topic": "parcel"})) == QUEUE
    assert Review.objects.count() == 3
    assert not ReviewClaim.objects.exists()
    assert "Nothing waits" in ada.get(QUEUE).content.decode()


def test_two_get_two(ada: Client, bob: Client):
    first, second = all_decided([0.4, 0.9])
    assert (begin(ada), begin(bob)) == (item(first), item(second))
    assert ada.get(item(first)).status_code == 200
    assert leads_to(bob.get(item(first))) == QUEUE
    assert "no longer in your hands" in bob.get(QUEUE).content.decode()


def test_it_keeps_to_what_was_chosen(ada: Client):
    scope = f"triage/{NODE}"
    wanted, after = all_decided([0.4, 0.9])
    decided(0.1, node="Elsewhere")
    query = f"?scope=triage%2F{NODE}"
    assert begin(ada, scope) == item(wanted) + query
    page = ada.get(item(wanted) + query).content.decode()
    assert f"triage: {NODE}" in page
    saved = ada.post(item(wanted, "save/") + query, {"right:topic": "billing"})
    assert leads_to(saved) == item(after) + query
    assert leads_to(ada.post(item(after, "skip/") + query)) == QUEUE + query


def test_what_is_skipped_goes_to_others_and_comes_again_after_a_new_beginning(ada: Client, bob: Client):
    first, second = all_decided([0.4, 0.9])
    begin(ada)
    assert leads_to(ada.post(item(first, "skip/"))) == item(second)
    assert begin(bob) == item(first)
    assert leads_to(ada.post(item(second, "skip/"))) == QUEUE
    assert "is left" in ada.get(QUEUE).content.decode()
    assert begin(ada) == item(second)


def test_who_leaves_puts_it_down(ada: Client, bob: Client):
    decision = decided()
    begin(ada)
    assert begin(bob) == QUEUE
    assert bob.post(item(decision, "release/")).status_code == 204
    assert begin(bob) == QUEUE
    assert ada.post(item(decision, "release/")).status_code == 204
    assert begin(bob) == item(decision)


def test_who_works_on_it_keeps_it(ada: Client, bob: Client):
    decision = decided()
    begin(ada)
    start = clock.now()
    with patch.object(clock, "now", lambda: start + HOLDS_FOR / 2):
        assert ada.post(item(decision, "hold/")).status_code == 204
    with patch.object(clock, "now", lambda: start + HOLDS_FOR):
        assert bob.post(item(decision, "hold/")).status_code == 409
        assert begin(bob) == QUEUE
    with patch.object(clock, "now", lambda: start + 2 * HOLDS_FOR):
        assert begin(bob) == item(decision)
        assert ada.post(item(decision, "hold/")).status_code == 409


def test_who_lost_it_and_saves_all_the_same_loses_nothing(ada: Client, bob: Client):
    decision = decided()
    begin(ada)
    ReviewClaim.objects.all().delete()
    assert begin(bob) == item(decision)
    bob.post(item(decision, "save/"), {"right:topic": "other", "version:topic": "0"})

    late = ada.post(item(decision, "save/"), {"right:topic": "parcel", "note:topic": "Mine."})
    assert late.status_code == 409
    assert "Mine." in late.content.decode()
    assert "Skip" in late.content.decode()
    assert Review.objects.get().label == "other"


def test_what_is_refused_stays_in_hand(ada: Client):
    decision = decided()
    begin(ada)
    assert ada.post(item(decision, "save/"), {"note:topic": "Only a note."}).status_code == 422
    assert ada.get(item(decision)).status_code == 200


def test_an_item_takes_few_queries(ada: Client):
    decision = decided()
    begin(ada)
    for address in (item(decision), QUEUE):
        with CaptureQueriesContext(connection) as queries:
            assert ada.get(address).status_code == 200
        assert len(queries) <= MOST_QUERIES


def test_there_is_no_item_of_no_decision_and_no_scope_that_is_no_text(ada: Client):
    assert ada.get(f"{QUEUE}{uuid4()}/").status_code == 404
    assert ada.get(QUEUE, {"scope": "\0"}).status_code == 404
    assert ada.get(QUEUE, {"scope": "gone"}).context["waiting"] == 0


@pytest.mark.parametrize(
    "rights",
    [(), ("view_decision",), ("review_decision",)],
    ids=["none", "reads", "may not read"],
)
def test_the_queue_is_for_reviewers(django_user_model: Any, rights: tuple[str, ...]):
    client = somebody(django_user_model, "somebody", *rights)
    decision = decided()
    for address in (QUEUE, item(decision)):
        assert client.get(address).status_code == 403
    for address in (f"{QUEUE}next/", *(item(decision, f"{name}/") for name in ACTIONS)):
        assert client.post(address, {"right:topic": "billing"}).status_code == 403
    assert not Review.objects.exists()
    assert not ReviewClaim.objects.exists()


ACTIONS = ("save", "skip", "hold", "release")


def test_what_changes_something_is_never_read(ada: Client):
    decision = decided()
    for address in (f"{QUEUE}next/", *(item(decision, f"{name}/") for name in ACTIONS)):
        assert ada.get(address).status_code == 405


def test_who_may_not_review_has_no_link_to_it(django_user_model: Any, ada: Client):
    reader = somebody(django_user_model, "reader", "view_decision")
    assert QUEUE not in reader.get("/admin/").content.decode()
    assert QUEUE in ada.get("/admin/").content.decode()
