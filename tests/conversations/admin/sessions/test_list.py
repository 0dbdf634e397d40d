"""Staff find sessions by how they stand, what happened in them, when, and what was said."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conversations.admin.sessions import searching
from conversations.models import Session
from conversations.testing import serve_graphs
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.admin.sessions.rows import (
    LIST,
    a_call,
    a_decision,
    a_session,
    a_turn,
    rate,
    somebody,
    take_over,
)
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db

ON_POSTGRESQL = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="an index of PostgreSQL")


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(WishGraph, TriageGraph):
        yield


def found(client: Client, **query: str) -> set[Session]:
    return set(client.get(LIST, query).context["cl"].result_list)


def test_a_row_tells_who_where_and_what_happened(admin_client: Client):
    session = a_session(external_name="Ada Lovelace", external_email="ada@example.com")
    turn = a_turn(session, status="failed")
    a_decision(turn, outcome="fallback")
    a_call(turn, cost=Decimal("0.0125"))
    take_over(session)
    rate(session, 1, "Quick!")

    page = admin_client.get(LIST).content.decode()
    for words in (session.pk.hex[:8], "Ada Lovelace", "wish", "NameNode", "Failed", "Staff", "Fallback"):
        assert words in page
    assert "Good" in page
    assert "$0.0125" in page


def test_it_costs_the_same_queries_however_many_rows_it_shows(admin_client: Client):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            admin_client.get(LIST)
        return len(queries)

    a_turn(a_session())
    few = count()
    for _ in range(10):
        session = a_session(external_user="u")
        a_decision(a_turn(session), outcome="fallback")
        rate(session, -1)
    assert count() == few <= 15


@pytest.mark.parametrize(
    "query",
    [
        {"graph": "triage"},
        {"status": "handed_over"},
        {"node": "triage/TriageNode"},
        {"failed": "yes"},
        {"handed_over": "yes"},
        {"fallback": "yes"},
        {"rating": "bad"},
        {"rating": "comment"},
        {"test": "yes"},
        {"failed": "yes", "fallback": "yes", "rating": "bad"},
    ],
    ids=str,
)
def test_filters_leave_what_they_say(admin_client: Client, query: dict[str, str]):
    a_turn(a_session(), "Hi", "Hello")
    wanted = a_session(graph="triage", cursor="TriageNode", status="handed_over", is_test=True)
    a_decision(a_turn(wanted, status="failed"), outcome="fallback")
    take_over(wanted)
    rate(wanted, -1, "Bad.")

    assert found(admin_client, **query) == {wanted}


@pytest.mark.parametrize("name", ["failed", "handed_over", "fallback", "test"])
def test_what_did_not_happen_can_be_asked_for_too(admin_client: Client, name: str):
    quiet = a_session()
    loud = a_session(is_test=True)
    a_decision(a_turn(loud, status="failed"), outcome="fallback")
    take_over(loud)

    assert found(admin_client, **{name: "no"}) == {quiet}
    assert found(admin_client, **{name: ""}) == {quiet, loud}


def test_days_are_those_of_the_site(admin_client: Client):
    today, yesterday, last_week, older = (a_session(days_ago=days) for days in (0, 1, 6, 7))
    day = (timezone.localtime() - timedelta(days=6)).date().isoformat()

    assert found(admin_client, day="today") == {today}
    assert found(admin_client, day="yesterday") == {yesterday}
    assert found(admin_client, day="week") == {today, yesterday, last_week}
    assert found(admin_client, day="range", day_from=day, day_to=day) == {last_week}
    assert found(admin_client, day="range", day_to=day) == {last_week, older}
    assert found(admin_client, day="range") == {today, yesterday, last_week, older}


@pytest.mark.parametrize("day", ["tomorrow", "2026-02-30", "0001-01-01", "9999-12-31", "-1", "\x00"])
def test_a_day_that_is_none_leads_to_the_whole_list(admin_client: Client, day: str):
    answer = admin_client.get(LIST, {"day": "range", "day_from": day})
    assert (answer.status_code, answer["Location"]) == (302, f"{LIST}?e=1")


@pytest.mark.parametrize(
    "query", [{"graph": "gone"}, {"status": "odd"}, {"node": "x/y"}, {"node": "x"}], ids=str
)
def test_a_value_that_nobody_offers_breaks_nothing(admin_client: Client, query: dict[str, str]):
    a_session()
    assert admin_client.get(LIST, query).status_code == 200


@pytest.mark.parametrize(
    "term",
    [
        "harpsichord",
        "tuned HARPSICHORD",
        '"my harpsichord"',
        "Lovelace",
        "ada@example",
        "cust-17",
        "order-99",
    ],
)
def test_words_find_what_was_said_and_who_it_was(admin_client: Client, term: str):
    a_turn(a_session(external_name="Charles"), "A piano, please", "Gladly.")
    wanted = a_session(
        external_name="Ada Lovelace",
        external_email="ada@example.com",
        external_user="cust-17",
        external_id="order-99",
    )
    a_turn(wanted, "I want my harpsichord tuned", "Gladly.")

    assert found(admin_client, q=term) == {wanted}


def test_what_the_customer_never_saw_is_not_searched(admin_client: Client):
    session = a_session()
    turn = a_turn(session, "Hi")
    session.messages.create(
        turn=turn, seq=9, space="default", role="tool", text="harpsichord", created_at=timezone.now()
    )

    assert found(admin_client, q="harpsichord") == set()


def test_words_and_filters_hold_together(admin_client: Client):
    old, new = a_session(days_ago=3), a_session()
    for session in (old, new):
        a_turn(session, "My harpsichord")

    assert found(admin_client, q="harpsichord", day="today") == {new}


def test_an_id_or_its_beginning_finds_its_session_and_words_like_it(admin_client: Client):
    session, other = a_session(), a_session()
    a_turn(other, f"About {session.pk.hex[:8]}")

    assert found(admin_client, q=str(session.pk)) == {session}
    assert found(admin_client, q=session.pk.hex[:8]) == {session, other}


def test_words_that_are_everywhere_are_found_in_the_newest_and_that_is_told(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
):
    for most in ("MOST_FOUND", "MOST_READ", "MOST_READ_WITHOUT_INDEX"):
        monkeypatch.setattr(searching, most, 2)
    oldest, *newest = (a_session(days_ago=days) for days in (2, 1, 0))
    for session in (oldest, *newest):
        a_turn(session, "hello")

    answer = admin_client.get(LIST, {"q": "hello"})
    assert set(answer.context["cl"].result_list) == set(newest)
    assert "More conversations may match" in answer.content.decode()
    assert found(admin_client, q="hello", day="range", day_to=oldest.updated_at.date().isoformat()) == {
        oldest
    }


@ON_POSTGRESQL
@pytest.mark.parametrize("index", ["message_visible_words", "session_customer_words"])
def test_words_are_looked_up_in_an_index(index: str):
    queries = {
        "message_visible_words": searching.said_by_words,
        "session_customer_words": searching.customers_by_words,
    }
    # Among no rows at all every way is as cheap.
    a_turn(a_session(), *(f"word {number}" for number in range(300)))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE conversations_message, conversations_session")
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert index in queries[index]("harpsichord tuned").explain()


def test_only_who_may_read_sessions_finds_the_list(django_user_model: Any):
    assert somebody(django_user_model).get(LIST).status_code == 403
    assert somebody(django_user_model, "view_session", name="reader").get(LIST).status_code == 200
