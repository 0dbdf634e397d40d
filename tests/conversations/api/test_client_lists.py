"""A client's own sessions are found by an index, and only as many as are shown are read."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations import clock
from conversations.access import ApiCaller
from conversations.api.listing import page_of_sessions
from conversations.models import ApiClient, Session

pytestmark = pytest.mark.django_db


@pytest.fixture
def caller() -> ApiCaller:
    """A client of two sessions."""
    client = ApiClient.objects.create(name="shop")
    for _ in range(2):
        Session.objects.create(graph="wish", cursor="NameNode", client=client, updated_at=clock.now())
    return ApiCaller(client.pk, frozenset({"sessions:read"}), 1)


def plan_of(caller: ApiCaller, asked: dict[str, Any]) -> str:
    """How the database finds a page, where it is to read nothing whole and to sort nothing whole."""
    with CaptureQueriesContext(connection) as seen:
        page_of_sessions(caller, asked)
    statement = seen.captured_queries[-1]["sql"]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_sort = off")
        explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        cursor.execute(f"{explain} {statement}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


@pytest.mark.parametrize("after", [False, True], ids=["first page", "next page"])
def test_a_client_s_sessions_are_read_in_the_order_of_their_index(caller: ApiCaller, after: bool):
    cursor = page_of_sessions(caller, {"limit": 1}).next
    plan = plan_of(caller, {"limit": 1, "cursor": cursor} if after else {"limit": 1})
    assert "session_client_at" in plan
    assert "USE TEMP B-TREE FOR ORDER BY" not in plan
