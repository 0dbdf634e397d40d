"""The queue hands out what is least certain, and nothing to two people at once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import connections

from conversations import clock
from conversations.models import Decision, Review, ReviewClaim
from conversations.models.review import WHOLE
from conversations.review import Reviewer, Verdict, submit
from conversations.review.claims import HOLDS_FOR, holder, release, take
from conversations.review.queue import Scope, count_waiting, take_next
from conversations.testing import serve_graphs
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.review.decided import all_decided, decided, fell_back

pytestmark = pytest.mark.django_db(transaction=True)

ALL = Scope()


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


@pytest.fixture
def ada(django_user_model: Any) -> int:
    return int(django_user_model.objects.create_user("ada").pk)


@pytest.fixture
def bob(django_user_model: Any) -> int:
    return int(django_user_model.objects.create_user("bob").pk)


def review(decision: UUID, user: int) -> None:
    submit(Decision.objects.get(pk=decision), Reviewer("x", user=user), {WHOLE: Verdict(agrees=True)}, {})


def all_of(user: int, scope: Scope = ALL) -> list[UUID]:
    """What somebody gets one after the other, until nothing is left."""
    got: list[UUID] = []
    while (decision := take_next(user, scope)) is not None:
        got.append(decision)
        review(decision, user)
    return got


def later(by: timedelta) -> Any:
    moment = clock.now() + by
    return patch.object(clock, "now", lambda: moment)


def test_fallbacks_come_first_then_the_least_certain(ada: int):
    sure, unsure, middle = all_decided([0.99, 0.4, 0.7])
    fallback = fell_back()
    assert all_of(ada) == [fallback.pk, unsure.pk, middle.pk, sure.pk]


def test_of_those_without_an_answer_the_newest_come_first(ada: int):
    older, newer = all_decided([0.0, 0.0], outcome="fallback")
    assert all_of(ada) == [newer.pk, older.pk]


def test_faults_of_the_machine_are_not_offered(ada: int):
    for outcome in ("failed", "fallback_failed"):
        fell_back(outcome=outcome)
    assert take_next(ada, ALL) is None


def test_it_keeps_to_a_graph_and_a_node(ada: int):
    wanted = decided(0.9)
    decided(0.1, graph="other")
    decided(0.1, node="Elsewhere")
    assert count_waiting(Scope("triage")) == 2
    assert all_of(ada, Scope("triage", wanted.node)) == [wanted.pk]


def test_what_one_has_in_hand_is_offered_to_nobody_else(ada: int, bob: int):
    first, second = all_decided([0.3, 0.6])
    assert take_next(ada, ALL) == first.pk
    assert take_next(bob, ALL) == second.pk
    assert take_next(bob, ALL) == second.pk


def test_what_was_put_down_is_offered_again(ada: int, bob: int):
    decision = decided()
    assert take_next(ada, ALL) == decision.pk
    release(decision.pk, bob)
    assert take_next(bob, ALL) is None
    release(decision.pk, ada)
    assert take_next(bob, ALL) == decision.pk


def test_who_passes_one_over_gets_another(ada: int):
    first, second = all_decided([0.3, 0.6])
    assert take_next(ada, ALL, passed=[first.pk]) == second.pk


def test_time_takes_it_out_of_a_hand_that_does_not_move(ada: int, bob: int):
    decision = decided()
    assert take(decision.pk, ada)
    with later(HOLDS_FOR - timedelta(seconds=1)):
        assert not take(decision.pk, bob)
        assert take(decision.pk, ada)
    with later(HOLDS_FOR):
        assert not take(decision.pk, bob)
    with later(2 * HOLDS_FOR):
        assert holder(decision.pk) is None
        assert take(decision.pk, bob)
        assert not take(decision.pk, ada)


def test_what_was_removed_since_it_was_looked_for_is_in_nobody_s_hand(ada: int):
    decision, other = all_decided([0.3, 0.6])
    really = take

    def removed_first(wanted: UUID, reviewer: int) -> bool:
        Decision.objects.filter(pk=decision.pk).delete()
        return really(wanted, reviewer)

    with patch("conversations.review.queue.take", removed_first):
        assert take_next(ada, ALL) == other.pk
    assert [claim.decision_id for claim in ReviewClaim.objects.all()] == [other.pk]


def test_what_was_reviewed_since_it_was_looked_for_is_put_down_again(ada: int, bob: int):
    decision, other = all_decided([0.3, 0.6])
    really = take

    def reviewed_first(wanted: UUID, reviewer: int) -> bool:
        if wanted == decision.pk:
            review(decision.pk, bob)
        return really(wanted, reviewer)

    with patch("conversations.review.queue.take", reviewed_first):
        assert take_next(ada, ALL) == other.pk
    assert [claim.decision_id for claim in ReviewClaim.objects.all()] == [other.pk]


def test_two_who_race_through_two_hundred_never_get_the_same(ada: int, bob: int):
    rows = all_decided([number / 200 for number in range(200)])
    together = Barrier(2)

    def work(user: int) -> list[UUID]:
        try:
            together.wait(10)
            return all_of(user)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as both:
        by_ada, by_bob = both.map(work, (ada, bob))
    assert sorted(by_ada + by_bob) == sorted(row.pk for row in rows)
    assert by_ada
    assert by_bob
    assert Review.objects.count() == 200
    assert not ReviewClaim.objects.exists()
