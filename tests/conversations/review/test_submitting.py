"""Verdicts are written whole or not at all, and no page that is behind undoes what others said."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from conversations.engine import store
from conversations.models import ApiClient, Decision, Review, ReviewClaim
from conversations.models.review import WHOLE
from conversations.review import (
    LONGEST_NOTE,
    DecisionGone,
    Reviewer,
    ReviewStale,
    Verdict,
    VerdictsInvalid,
    standing,
    submit,
    versions_of,
)
from conversations.review.claims import take
from conversations.testing import serve_graphs
from tests.conversations.admin.deciding import ElsewhereGraph, TriageGraph
from tests.conversations.review.decided import decided, fell_back

pytestmark = pytest.mark.django_db(transaction=True)

AGREED = Verdict(agrees=True)
PARCEL = Verdict(agrees=False, right="parcel", note="It is about a delivery.")


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


@pytest.fixture
def ada(django_user_model: Any) -> Reviewer:
    return Reviewer("ada", user=django_user_model.objects.create_user("ada").pk)


@pytest.fixture
def bob(django_user_model: Any) -> Reviewer:
    return Reviewer("bob", user=django_user_model.objects.create_user("bob").pk)


def kept(decision: Decision) -> list[tuple[str, str, bool, str, float | None, str]]:
    return [
        (row.question, row.reviewer_name, row.agrees, row.label, row.number, row.note)
        for row in standing(decision.pk)
    ]


def test_who_agrees_says_that_the_answer_is_right(ada: Reviewer):
    decision = decided()
    submit(decision, ada, {"topic": AGREED, "anger": AGREED, "urgent": AGREED, WHOLE: AGREED}, {})
    assert kept(decision) == [
        ("", "ada", True, "", None, ""),
        ("anger", "ada", True, "", 1.0, ""),
        ("topic", "ada", True, "billing", None, ""),
        ("urgent", "ada", True, "", 0.0, ""),
    ]


def test_who_does_not_says_what_would_have_been_right(ada: Reviewer):
    decision = decided()
    verdicts = {
        "topic": PARCEL,
        "anger": Verdict(agrees=False, right="2"),
        "urgent": Verdict(agrees=False, right="yes"),
        WHOLE: Verdict(agrees=False, note=" It should have asked. "),
    }
    submit(decision, ada, verdicts, {})
    assert kept(decision) == [
        ("", "ada", False, "", None, "It should have asked."),
        ("anger", "ada", False, "", 2.0, ""),
        ("topic", "ada", False, "parcel", None, "It is about a delivery."),
        ("urgent", "ada", False, "", 1.0, ""),
    ]


def test_a_decision_without_answers_is_labelled_by_what_its_graph_declares(ada: Reviewer):
    decision = fell_back()
    verdicts = {
        "topic": Verdict(agrees=False, right="billing"),
        "anger": Verdict(agrees=False, right="0"),
        "urgent": Verdict(agrees=False, right="no"),
        WHOLE: AGREED,
    }
    submit(decision, ada, verdicts, {})
    assert [(question, label, number) for question, _, _, label, number, _ in kept(decision)] == [
        ("", "", None),
        ("anger", "", 0.0),
        ("topic", "billing", None),
        ("urgent", "", 0.0),
    ]


def test_where_the_graph_is_not_served_any_more_there_is_still_the_whole(ada: Reviewer):
    decision = fell_back()
    with serve_graphs(ElsewhereGraph):
        submit(decision, ada, {WHOLE: AGREED}, {})
        with pytest.raises(VerdictsInvalid):
            submit(decision, ada, {"topic": Verdict(agrees=False, right="billing")}, {})


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("topic", Verdict(agrees=False, right="billing")),
        ("topic", Verdict(agrees=False, right="weather")),
        ("topic", Verdict(agrees=False)),
        ("topic", Verdict(agrees=True, right="parcel")),
        ("anger", Verdict(agrees=False, right="3")),
        ("anger", Verdict(agrees=False, right="1.5")),
        ("urgent", Verdict(agrees=False, right="1")),
        ("mood", AGREED),
        (WHOLE, Verdict(agrees=False, right="billing")),
        ("topic", Verdict(agrees=True, note="x" * (LONGEST_NOTE + 1))),
        ("topic", Verdict(agrees=True, note="\0")),
    ],
    ids=[
        "the answer itself",
        "no label",
        "nothing",
        "agrees with another",
        "no level",
        "between levels",
        "a number for yes",
        "no question",
        "a label for the whole",
        "a long note",
        "no text",
    ],
)
def test_it_refuses_what_says_nothing_sensible_and_writes_none_of_it(
    ada: Reviewer, question: str, verdict: Verdict
):
    decision = decided()
    with pytest.raises(VerdictsInvalid) as refused:
        submit(decision, ada, {"anger": AGREED, question: verdict}, {})
    assert list(refused.value.errors) == [question]
    assert kept(decision) == []


def test_it_refuses_a_review_of_nothing(ada: Reviewer):
    with pytest.raises(VerdictsInvalid):
        submit(decided(), ada, {}, {})


def test_nobody_can_agree_where_there_is_no_answer(ada: Reviewer):
    with pytest.raises(VerdictsInvalid):
        submit(fell_back(), ada, {"topic": AGREED}, {})


def test_a_second_thought_replaces_the_first_one(ada: Reviewer):
    decision = decided()
    submit(decision, ada, {"topic": AGREED}, {})
    submit(decision, ada, {"topic": PARCEL}, versions_of(standing(decision.pk)))
    (row,) = standing(decision.pk)
    assert (row.agrees, row.label, row.version) == (False, "parcel", 2)


def test_another_tab_of_the_same_reviewer_that_is_behind_is_told_what_is_there(ada: Reviewer):
    decision = decided()
    submit(decision, ada, {"topic": PARCEL}, {})
    with pytest.raises(ReviewStale) as stale:
        submit(decision, ada, {"topic": AGREED, "anger": AGREED}, {})
    assert stale.value.questions == ("topic",)
    assert [row.label for row in stale.value.reviews] == ["parcel"]
    assert [row[0] for row in kept(decision)] == ["topic"]


def test_a_page_from_before_somebody_else_s_review_cannot_overrule_it_unseen(ada: Reviewer, bob: Reviewer):
    decision = decided()
    submit(decision, ada, {"topic": PARCEL}, {})
    with pytest.raises(ReviewStale):
        submit(decision, bob, {"topic": AGREED}, {})
    submit(decision, bob, {"topic": AGREED}, versions_of(standing(decision.pk)))
    assert [row.reviewer_name for row in standing(decision.pk)] == ["bob", "ada"]


def test_what_concerns_other_questions_does_not_stand_in_the_way(ada: Reviewer, bob: Reviewer):
    decision = decided()
    submit(decision, ada, {"topic": PARCEL}, {})
    submit(decision, bob, {"anger": AGREED}, {})
    assert {row.question for row in standing(decision.pk)} == {"topic", "anger"}


def test_the_same_sent_twice_is_written_once(ada: Reviewer):
    decision = decided()
    assert len(submit(decision, ada, {"topic": PARCEL}, {})) == 1
    assert submit(decision, ada, {"topic": PARCEL}, {}) == []
    assert [row.version for row in standing(decision.pk)] == [1]


def test_who_was_overruled_can_say_the_same_again(ada: Reviewer, bob: Reviewer):
    decision = decided()
    submit(decision, ada, {"topic": PARCEL}, {})
    submit(decision, bob, {"topic": AGREED}, versions_of(standing(decision.pk)))
    submit(decision, ada, {"topic": PARCEL}, versions_of(standing(decision.pk)))
    assert standing(decision.pk)[0].reviewer_name == "ada"


def test_an_integration_reviews_as_itself(ada: Reviewer):
    decision = decided()
    client = ApiClient.objects.create(name="crm")
    submit(decision, ada, {"topic": AGREED}, {})
    submit(decision, Reviewer("crm", client=client), {"topic": PARCEL}, versions_of(standing(decision.pk)))
    assert Review.objects.get(client=client).label == "parcel"
    assert Review.objects.count() == 2


def test_it_lets_the_decision_out_of_the_reviewer_s_hands(ada: Reviewer, bob: Reviewer):
    decision, other = decided(), decided()
    assert ada.user is not None
    assert take(decision.pk, ada.user)
    assert take(other.pk, ada.user)
    submit(decision, ada, {"topic": AGREED}, {})
    assert [claim.decision_id for claim in ReviewClaim.objects.all()] == [other.pk]


def test_a_decision_that_was_removed_meanwhile_is_told_of(ada: Reviewer):
    decision = decided()
    list(decision.answers.all())
    gone = Decision.objects.prefetch_related("answers").get(pk=decision.pk)
    Decision.objects.all().delete()
    with pytest.raises(DecisionGone):
        submit(gone, ada, {"topic": AGREED}, {})


def test_of_two_who_press_at_once_one_is_told_what_the_other_said(ada: Reviewer, bob: Reviewer):
    decision = decided()
    together = Barrier(2)

    def press(reviewer: Reviewer) -> str:
        try:
            together.wait(10)
            submit(decision, reviewer, {"topic": PARCEL}, {})
        except ReviewStale as stale:
            return stale.reviews[0].reviewer_name
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(2) as both:
        told = list(both.map(press, (ada, bob)))
    assert told in (["", "ada"], ["bob", ""])
    assert Review.objects.count() == 1


def test_a_page_from_before_an_erasure_brings_no_note_in(ada: Reviewer):
    decision = decided()
    shown = versions_of(standing(decision.pk))
    store.erase_session(decision.turn.session_id)

    with pytest.raises(VerdictsInvalid) as refused:
        submit(decision, ada, {"topic": PARCEL, "urgent": AGREED}, shown)
    assert list(refused.value.errors) == ["topic"]
    assert kept(decision) == []

    submit(decision, ada, {"topic": replace(PARCEL, note=" "), "urgent": AGREED}, shown)
    assert kept(decision) == [
        ("topic", "ada", False, "parcel", None, ""),
        ("urgent", "ada", True, "", 0.0, ""),
    ]
