"""Reviewers say on a page what is right; one that is behind loses nothing and undoes nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from conversations.models import Decision, Review, Session
from conversations.models.review import WHOLE
from conversations.review import Reviewer, Verdict, standing, submit, versions_of
from conversations.testing import serve_graphs
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.admin.decisions.staff import LIST, page_of, reviewer, somebody
from tests.conversations.review.decided import decided, fell_back, with_step

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


@pytest.fixture
def ada(django_user_model: Any) -> Client:
    return reviewer(django_user_model)


def review(client: Client, decision: Decision, **fields: str) -> Any:
    """Send the form with these fields: `right_topic` stands for `right:topic`, `right_` for the whole's."""
    data = {name.replace("_", ":", 1): value for name, value in fields.items()}
    return client.post(f"{LIST}{decision.pk}/review/", data)


def kept(decision: Decision) -> list[tuple[str, bool, str, str]]:
    return [(row.question, row.agrees, row.label, row.note) for row in standing(decision.pk)]


def test_what_is_chosen_and_written_is_put_on_record(ada: Client):
    decision = with_step(decided())
    answer = review(
        ada, decision, right_topic="parcel", note_topic="A delivery.", right_urgent="no", right_="wrong"
    )
    assert answer.status_code == 302
    assert answer["Location"] == page_of(decision)
    assert kept(decision) == [
        (WHOLE, False, "", ""),
        ("topic", False, "parcel", "A delivery."),
        ("urgent", True, "", ""),
    ]
    assert {row.reviewer_name for row in standing(decision.pk)} == {"ada"}


def test_it_is_in_the_admin_log_without_the_note(ada: Client):
    decision = with_step(decided())
    review(ada, decision, right_topic="parcel", note_topic="Ada Lovelace said so.", right_="right")
    (entry,) = LogEntry.objects.select_related("user")
    assert str(entry.user) == "ada"
    assert entry.object_id == str(decision.pk)
    assert entry.change_message == "Reviewed. topic: parcel; the whole: right."


def test_the_same_sent_twice_is_written_and_logged_once(ada: Client):
    decision = decided()
    for _ in range(2):
        assert review(ada, decision, right_topic="parcel", version_topic="0").status_code == 302
    assert Review.objects.get().version == 1
    assert LogEntry.objects.count() == 1


def test_what_one_said_before_is_filled_in(ada: Client):
    decision = decided()
    review(ada, decision, right_topic="parcel", note_topic="A delivery.")
    page = ada.get(page_of(decision))
    (topic,) = (field for field in page.context["fields"] if field.name == "topic")
    assert [option.word for option in topic.options if option.is_chosen] == ["parcel"]
    assert (topic.note, topic.version) == ("A delivery.", 1)


def test_what_somebody_else_said_is_shown_and_not_filled_in(ada: Client, django_user_model: Any):
    decision = decided()
    review(reviewer(django_user_model, "bob"), decision, right_topic="parcel", note_topic="So <b>it</b> is.")
    page = ada.get(page_of(decision))
    assert "So &lt;b&gt;it&lt;/b&gt; is." in page.content.decode()
    assert not [option for field in page.context["fields"] for option in field.options if option.is_chosen]


def test_a_page_that_is_behind_is_told_what_is_there_and_keeps_what_was_typed(
    ada: Client, django_user_model: Any
):
    decision = decided()
    review(reviewer(django_user_model, "bob"), decision, right_topic="other", note_topic="By bob.")

    behind = review(ada, decision, right_topic="parcel", note_topic="By ada.", version_topic="0")
    assert behind.status_code == 409
    page = behind.content.decode()
    for words in ("This was reviewed meanwhile.", "By bob.", "By ada."):
        assert words in page
    (topic,) = (field for field in behind.context["fields"] if field.name == "topic")
    assert [option.word for option in topic.options if option.is_chosen] == ["parcel"]
    assert [row.note for row in standing(decision.pk)] == ["By bob."]

    again = review(
        ada, decision, right_topic="parcel", note_topic="By ada.", version_topic=str(topic.version)
    )
    assert again.status_code == 302
    assert [row.note for row in standing(decision.pk)] == ["By ada.", "By bob."]


def test_another_tab_of_one_s_own_loses_nothing_either(ada: Client):
    decision = decided()
    review(ada, decision, right_topic="parcel", version_topic="0")
    behind = review(ada, decision, right_topic="other", note_topic="Second tab.", version_topic="0")
    assert behind.status_code == 409
    assert "Second tab." in behind.content.decode()
    assert [row.label for row in standing(decision.pk)] == ["parcel"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Say of at least one question what is right."),
        ({"note_topic": "Only a note."}, "a note alone says too little"),
        ({"note_": "Only a note."}, "a note alone says too little"),
        ({"right_topic": "weather"}, "one of billing, other, parcel"),
        ({"right_mood": "calm"}, "no such question"),
        ({"right_": "perhaps"}, "Choose whether it was right."),
        ({"right_topic": "parcel", "note_topic": "x" * 4001}, "longer than 4000 characters"),
    ],
    ids=["nothing", "a note", "a note on the whole", "no label", "no question", "no side", "a long note"],
)
def test_what_says_too_little_is_refused_in_words_and_kept(ada: Client, fields: dict[str, str], words: str):
    decision = with_step(decided())
    refused = review(ada, decision, **fields)
    assert refused.status_code == 422
    assert words in refused.content.decode()
    assert Review.objects.count() == LogEntry.objects.count() == 0
    if note := fields.get("note_topic"):
        assert note in refused.content.decode()


def test_what_is_no_version_counts_as_none(ada: Client):
    decision = decided()
    review(ada, decision, right_topic="parcel")
    for version in ("many", "-1", "9" * 400):
        behind = review(ada, decision, right_topic="other", version_topic=version)
        assert behind.status_code == 409


def test_a_decision_that_nobody_answered_offers_what_its_graph_declares(ada: Client):
    decision = with_step(fell_back())
    page = ada.get(page_of(decision))
    offered = {field.name: [option.word for option in field.options] for field in page.context["fields"]}
    assert offered == {
        "topic": ["billing", "other"],
        "anger": ["0", "1", "2"],
        "urgent": ["yes", "no"],
        WHOLE: ["right", "wrong"],
    }
    assert "Invoices." in page.content.decode()
    assert review(ada, decision, right_topic="billing", right_anger="2", right_="right").status_code == 302
    assert [row[0] for row in kept(decision)] == [WHOLE, "anger", "topic"]


def test_what_was_reviewed_while_the_graph_still_asked_it_stays_to_be_read(
    ada: Client, django_user_model: Any
):
    decision = fell_back()
    bob = Reviewer("bob", user=django_user_model.objects.create_user("bob").pk)
    submit(decision, bob, {"anger": Verdict(agrees=False, right="2", note="Furious.")}, {})
    with serve_graphs():
        page = ada.get(page_of(decision)).content.decode()
    assert "Furious." in page
    assert 'name="right:anger"' not in page


def test_where_nothing_followed_nobody_is_asked_whether_that_was_right(ada: Client):
    decision = decided()
    assert 'name="right:"' not in ada.get(page_of(decision)).content.decode()
    with_step(decision)
    assert 'name="right:"' in ada.get(page_of(decision)).content.decode()


def test_a_decision_that_was_removed_meanwhile_is_told_of(ada: Client):
    decision = decided()
    Session.objects.all().delete()
    assert review(ada, decision, right_topic="parcel").status_code == 404


def test_who_reads_sees_reviews_and_no_way_to_write_one(django_user_model: Any):
    decision = decided()
    review(reviewer(django_user_model), decision, right_topic="parcel", note_topic="By ada.")
    reader = somebody(django_user_model, "reader", "view_decision", "view_review")
    page = reader.get(page_of(decision)).content.decode()
    assert "By ada." in page
    narrow = somebody(django_user_model, "narrow", "view_decision")
    assert "By ada." not in narrow.get(page_of(decision)).content.decode()
    assert "Reviewed by" not in narrow.get(LIST).content.decode()
    for part in ("/review/", 'name="right:', "review.js", "Save review"):
        assert part not in page


@pytest.mark.parametrize(
    ("rights", "status"),
    [
        ((), 403),
        (("view_decision",), 403),
        (("review_decision",), 403),
        (("view_decision", "change_decision"), 403),
        (("view_decision", "review_decision"), 302),
    ],
    ids=["none", "reads", "may not read", "may change", "reviews"],
)
def test_a_review_takes_the_right_to_review(django_user_model: Any, rights: tuple[str, ...], status: int):
    client = somebody(django_user_model, "somebody", *rights)
    assert review(client, decided(), right_topic="parcel").status_code == status
    assert Review.objects.count() == (status == 302)


def test_a_review_comes_from_a_form_of_this_site(django_user_model: Any):
    user = django_user_model.objects.create_superuser("boss")
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    decision = decided()
    assert review(client, decision, right_topic="parcel").status_code == 403
    assert client.get(f"{LIST}{decision.pk}/review/").status_code == 405


def test_versions_of_what_nobody_reviewed_are_none():
    assert versions_of([]) == {}
