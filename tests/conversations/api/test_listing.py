"""Listing sessions: filters, pages and whose they are."""

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest

from conversations.models import Session
from tests.conversations.api.client import Api, visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("model")]

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def started(api: Api, **asked: Any) -> str:
    assert await api.post("/sessions", {"graph": "wish", **asked}) == 201
    return str(api.body["id"])


async def listed(api: Api, **asked: Any) -> list[str]:
    assert await api.get(f"/sessions?{urlencode(asked)}") == 200
    return [session["id"] for session in api.body["sessions"]]


async def test_a_client_lists_its_own_sessions_and_admin_all(api_key):
    own, other = await api_key(), await api_key(client="other")
    mine, theirs = await started(own), await started(other)
    _, visited = await visitor()
    assert await listed(own) == [mine]
    assert await listed(other) == [theirs]
    everybody = await api_key("admin", client="headquarters")
    assert set(await listed(everybody)) == {mine, theirs, visited.rpartition("/")[2]}


async def test_a_listed_session_says_what_a_read_one_does(api_key):
    api = await api_key()
    session = await started(api, external_id="order-1", external_user="ada")
    assert await api.get("/sessions") == 200
    (shown,) = api.body["sessions"]
    assert (shown["id"], shown["external_id"], shown["external_user"]) == (session, "order-1", "ada")
    assert await api.get(f"/sessions/{session}") == 200
    assert api.body == shown


async def test_filters_narrow_the_list(api_key):
    api = await api_key()
    ended, ada, plain = await started(api), await started(api, external_user="ada"), await started(api)
    assert await api.post(f"/sessions/{ended}/end") == 200
    for place, session in enumerate((ended, ada, plain)):
        await Session.objects.filter(pk=session).aupdate(updated_at=NOON + timedelta(hours=place))
    assert await listed(api) == [plain, ada, ended]
    assert await listed(api, status="ended") == [ended]
    assert await listed(api, external_user="ada") == [ada]
    assert await listed(api, graph="wish", status="active") == [plain, ada]
    assert await listed(api, graph="another") == []
    assert await listed(api, updated_since="2026-05-01T13:00:00Z") == [plain, ada]
    assert await listed(api, updated_until="2026-05-01T15:00:00+02:00") == [ended]


async def test_pages_follow_each_other_without_gaps_while_sessions_come(api_key):
    api = await api_key()
    sessions = {await started(api) for _ in range(5)}
    await Session.objects.aupdate(updated_at=NOON)
    seen = await listed(api, limit=2)
    while following := api.body["next"]:
        await started(api)
        assert await api.get(f"/sessions?{urlencode({'limit': 2, 'cursor': following})}") == 200
        seen += [session["id"] for session in api.body["sessions"]]
    assert len(seen) == 5
    assert set(seen) == sessions


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ("status=asleep", "status"),
        ("status=", "status"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=2&limit=3", "limit"),
        ("updated_since=yesterday", "updated_since"),
        ("updated_since=2026-05-01T12:00:00", "updated_since"),
        ("updated_since=0001-01-01T00:00:00%2B10:00", "updated_since"),
        ("graph=%00", "graph"),
        ("colour=red", "colour"),
    ],
)
async def test_what_cannot_be_asked_is_named(api_key, asked: str, field: str):
    api = await api_key()
    assert await api.get(f"/sessions?{asked}") == 400
    assert list(api.body["errors"]) == [field]


def forged(moment: str) -> str:
    """A cursor that looks like one that was given."""
    return base64.urlsafe_b64encode(json.dumps([moment, "0" * 32]).encode()).decode().rstrip("=")


CURSORS = {
    "nonsense": "nonsense",
    "a list of numbers": "WzEsMl0",
    "a number": "0",
    "before all years": forged("0001-01-01T00:00:00+14:00"),
    "after all years": forged("9999-12-31T23:59:59-14:00"),
    "no time zone": forged("2026-05-01T12:00:00"),
}


@pytest.mark.parametrize("cursor", CURSORS.values(), ids=CURSORS)
async def test_a_cursor_that_was_never_given_is_refused(api_key, cursor: str):
    api = await api_key("admin")
    for path in ("/sessions", "/decisions", "/webhooks"):
        assert await api.get(f"{path}?cursor={cursor}") == 400
        assert (api.code, list(api.body["errors"])) == ("INVALID", ["cursor"])


async def test_visitors_list_nothing(api_key):
    assert await Api().get("/sessions") == 401
    assert await (await visitor())[0].get("/sessions") == 403
    assert await (await api_key("sessions:write")).get("/sessions") == 403
