"""Decisions and reviews over REST."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from conversations.models import ApiClient, Decision, Review, Session
from conversations.testing import serve_graphs
from providers.database import in_database
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.api.client import Api
from tests.conversations.review.decided import NODE, all_decided, decided

pytestmark = pytest.mark.django_db(transaction=True)

BOTH = ("decisions:read", "decisions:review")


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


async def owned(name: str, *certainties: float, **changes: Any) -> list[str]:
    """Decisions of a client, the newest first."""

    def make() -> list[Decision]:
        rows = all_decided(certainties, **changes)
        Session.objects.filter(turns=rows[0].turn).update(client=ApiClient.objects.get(name=name))
        return rows

    return [str(row.pk) for row in reversed(await in_database(make))]


async def listed(api: Api, asked: str = "") -> list[str]:
    assert await api.get(f"/decisions?{asked}") == 200
    return [one["id"] for one in api.body["decisions"]]


async def test_a_client_lists_what_was_decided_in_its_own_sessions(api_key):
    own, other = await api_key(*BOTH), await api_key(*BOTH, client="other")
    everybody = await api_key("admin")
    mine, theirs = await owned("shop", 0.7, 0.8), await owned("other", 0.9)
    nobodys = str((await in_database(decided)).pk)
    assert await listed(own) == mine
    assert await listed(other) == theirs
    assert set(await listed(everybody)) == {*mine, *theirs, nobodys}
    await Session.objects.aupdate(is_test=True)
    assert await listed(own) == []


async def test_a_decision_shows_answers_and_what_can_be_said_of_them(api_key):
    api = await api_key(*BOTH)
    (key,) = await owned("shop", 0.7)
    assert await api.get(f"/decisions/{key}") == 200
    assert (api.body["node"], api.body["outcome"], api.body["certainty"]) == (NODE, "success", 0.7)
    answers = {one["question"]: one for one in api.body["answers"]}
    assert (answers["topic"]["label"], answers["topic"]["thresholds"]) == ("billing", {"topic": 0.6})
    questions = {one["question"]: one for one in api.body["questions"]}
    assert questions["topic"]["answered"] == "billing"
    assert set(questions["topic"]["words"]) == {"billing", "parcel", "other"}
    assert (api.body["reviews"], api.body["versions"]) == ([], {})


async def test_filters_are_those_of_the_back_office(api_key):
    api = await api_key(*BOTH)
    sure, unsure = await owned("shop", 0.6, 0.9)
    (fallback,) = await owned(
        "shop",
        0.5,
        outcome="fallback",
        failure="provider",
        at=datetime(2026, 5, 1, tzinfo=UTC),
        model="other",
    )
    assert await listed(api, "outcome=fallback") == [fallback]
    assert await listed(api, "failure=provider") == [fallback]
    assert await listed(api, "model=other&graph=triage&provider=typesafe") == [fallback]
    assert await listed(api, "until=2026-06-01T00:00:00Z") == [fallback]
    assert await listed(api, "certainty_from=0.85") == [sure]
    assert await listed(api, "certainty_from=0.55&certainty_to=0.85") == [unsure]
    assert await listed(api, f"node={NODE}&question=topic&since=2026-06-01T00:00:00Z") == [sure, unsure]
    assert await listed(api, "question=nothing") == []
    assert await api.get(f"/decisions/{sure}") == 200
    assert await listed(api, f"session={api.body['session']}") == [sure, unsure]
    assert await api.post(f"/decisions/{sure}/reviews", review("topic", agrees=True)) == 201
    assert await api.post(f"/decisions/{unsure}/reviews", review("topic", right="parcel")) == 201
    assert await listed(api, "review=unreviewed") == [fallback]
    assert await listed(api, "review=reviewed") == [sure, unsure]
    assert await listed(api, "review=disagreement") == [unsure]
    assert await listed(api, "review=disputed") == []
    other = await api_key("admin", client="headquarters")
    assert await other.post(f"/decisions/{sure}/reviews", review("topic", right="other")) == 201
    assert await listed(api, "review=disputed") == [sure]


@pytest.mark.parametrize(
    "asked", ["certainty_from=2", "certainty_to=nan", "outcome=maybe", "session=1", "since=now", "review=yes"]
)
async def test_what_cannot_be_asked_is_named(api_key, asked: str):
    api = await api_key(*BOTH)
    assert await api.get(f"/decisions?{asked}") == 400
    assert list(api.body["errors"]) == [asked.partition("=")[0]]


def review(question: str, *, agrees: bool = False, **said: Any) -> dict[str, Any]:
    return {"reviews": [{"question": question, "agrees": agrees, **said}]}


async def test_a_review_is_the_clients_and_counts_once(api_key):
    api = await api_key(*BOTH)
    (key,) = await owned("shop", 0.7)
    said = review("topic", right="parcel", note="It is about a delivery.", version=0)
    assert await api.post(f"/decisions/{key}/reviews", said) == 201
    (shown,) = api.body["reviews"]
    assert (shown["reviewer"], shown["agrees"], shown["label"]) == ("shop", False, "parcel")
    assert api.body["versions"] == {"topic": 1}
    assert await api.post(f"/decisions/{key}/reviews", said) == 200
    assert await Review.objects.acount() == 1


async def test_who_is_behind_undoes_nothing(api_key):
    api, other = await api_key(*BOTH), await api_key("admin", client="headquarters")
    (key,) = await owned("shop", 0.7)
    assert await other.post(f"/decisions/{key}/reviews", review("topic", right="parcel")) == 201
    assert await api.post(f"/decisions/{key}/reviews", review("topic", agrees=True, version=0)) == 409
    assert api.code == "REVIEW_STALE"
    assert await api.post(f"/decisions/{key}/reviews", review("topic", agrees=True, version=1)) == 201


async def test_verdicts_that_fit_no_question_are_named(api_key):
    api = await api_key(*BOTH)
    (key,) = await owned("shop", 0.7)
    for said, field in (
        (review("topic", right="nonsense"), "topic"),
        (review("nothing", agrees=True), "nothing"),
        ({"reviews": []}, "reviews"),
        ({"reviews": review("topic", agrees=True)["reviews"] * 2}, "reviews"),
        (review("topic", agrees=True, colour="red"), "reviews"),
        (review("topic", agrees=True, version="0"), "reviews"),
        (review("topic", agrees=True, version=False), "reviews"),
        (review("topic", agrees=True, version=0.5), "reviews"),
    ):
        assert await api.post(f"/decisions/{key}/reviews", said) == 400
        assert list(api.body["errors"]) == [field]
    assert await Review.objects.acount() == 0


async def test_foreign_decisions_look_unknown(api_key):
    other, reader = await api_key(*BOTH, client="other"), await api_key("decisions:read")
    (key,) = await owned("shop", 0.7)
    for address in (key, str(uuid4()), "none"):
        assert await other.get(f"/decisions/{address}") == 404
        assert other.code == "NOT_FOUND"
        assert await other.post(f"/decisions/{address}/reviews", review("topic", agrees=True)) == 404
    assert await reader.post(f"/decisions/{key}/reviews", review("topic", agrees=True)) == 403
    assert await Api().get("/decisions") == 401
