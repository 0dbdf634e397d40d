"""API keys from their issue to their end, as whoever calls with one meets them."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations import clock
from conversations.access import AccessDenied, ApiCaller, identify, scopes
from conversations.access.granting import grantable
from conversations.access.issuing import IssuedKey, KeyIsOver, issue, replace, revoke
from conversations.models import ApiClient, ApiKey, KeyState, keys_in

pytestmark = pytest.mark.django_db

NOW = datetime.fromisoformat("2026-05-01T12:00:00+00:00")
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def at(monkeypatch: Any) -> Any:
    """Sets the time."""

    def set_time(moment: datetime) -> None:
        monkeypatch.setattr(clock, "now", lambda: moment)

    set_time(NOW)
    return set_time


@pytest.fixture
def issued() -> IssuedKey:
    client = ApiClient.objects.create(name="shop")
    return issue(client, [scopes.SESSIONS_READ, scopes.SESSIONS_WRITE], expires_at=NOW + 24 * HOUR)


def works(text: str) -> bool:
    try:
        return isinstance(identify(f"Bearer {text}"), ApiCaller)
    except AccessDenied:
        return False


def test_a_key_stands_for_its_client_and_its_scopes(issued: IssuedKey):
    caller = identify(f"Bearer {issued.text}")
    assert isinstance(caller, ApiCaller)
    assert caller.client == issued.row.client_id
    assert caller.scopes == {"sessions:write", "sessions:read"}


def test_nothing_kept_or_printed_leads_back_to_the_key(issued: IssuedKey):
    kept = repr(list(ApiKey.objects.values()))
    assert issued.text not in kept + repr(issued) + str(issued.row)
    assert issued.text.startswith(issued.row.prefix)
    assert len(issued.row.prefix) == 12


def test_an_unknown_scope_makes_no_key():
    with pytest.raises(ValueError, match="sessions:burn"):
        issue(ApiClient.objects.create(name="shop"), ["sessions:burn"])
    assert not ApiKey.objects.exists()


def test_a_key_works_until_its_end_and_not_a_moment_longer(issued: IssuedKey, at: Any):
    at(NOW + 24 * HOUR - timedelta(microseconds=1))
    assert works(issued.text)
    at(NOW + 24 * HOUR)
    assert not works(issued.text)


def test_a_revoked_key_is_refused_at_once_and_is_revoked_only_once(issued: IssuedKey, at: Any):
    assert revoke(issued.row)
    assert not works(issued.text)
    at(NOW + HOUR)
    assert not revoke(issued.row)
    issued.row.refresh_from_db()
    assert issued.row.revoked_at == NOW


def test_a_new_key_takes_the_place_of_one_that_is_revoked_at_once(issued: IssuedKey):
    new = replace(issued.row, expires_at=None, old_until=None)
    assert (works(issued.text), works(new.text)) == (False, True)
    assert (new.row.client, new.row.scopes) == (issued.row.client, issued.row.scopes)


@pytest.mark.parametrize(("hours", "end"), [(1, 1), (48, 24)], ids=["earlier", "no later than it was to end"])
def test_the_old_key_goes_on_for_a_while_but_no_longer_than_it_would_have(
    issued: IssuedKey, at: Any, hours: int, end: int
):
    new = replace(issued.row, expires_at=None, old_until=NOW + hours * HOUR)
    assert works(issued.text)
    assert issued.row.expires_at == NOW + end * HOUR
    at(NOW + end * HOUR)
    assert (works(issued.text), works(new.text)) == (False, True)


def test_nothing_takes_the_place_of_a_key_that_is_over(issued: IssuedKey, at: Any):
    at(NOW + 24 * HOUR)
    with pytest.raises(KeyIsOver):
        replace(issued.row, expires_at=None, old_until=None)
    assert ApiKey.objects.count() == 1


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite locks no rows")
def test_a_replacement_holds_up_nobody_who_refers_to_the_client(issued: IssuedKey):
    with CaptureQueriesContext(connection) as queries:
        replace(issued.row, expires_at=None, old_until=None)
    (locking,) = (query["sql"] for query in queries if "FOR UPDATE" in query["sql"])
    assert locking.endswith('FOR UPDATE OF "conversations_apikey"')


@pytest.mark.parametrize("revoked", [None, NOW], ids=["", "revoked"])
@pytest.mark.parametrize(
    "ends", [None, NOW - HOUR, NOW, NOW + HOUR], ids=["never", "ended", "ends now", "ends later"]
)
def test_rows_and_queries_tell_the_same_of_a_key(issued: IssuedKey, ends: Any, revoked: Any):
    ApiKey.objects.update(expires_at=ends, revoked_at=revoked)
    key = ApiKey.objects.get()
    found = [state for state in KeyState if ApiKey.objects.filter(keys_in(state, NOW)).exists()]
    assert found == [key.state_at(NOW)]


def test_who_may_issue_keys_gives_what_integrations_are_made_for_and_all_else_by_a_right_of_its_own():
    made_for = {
        scopes.SESSIONS_WRITE,
        scopes.SESSIONS_READ,
        scopes.DECISIONS_READ,
        scopes.USAGE_READ,
        scopes.WEBHOOKS,
    }
    rights = {
        scopes.SESSIONS_ERASE: "conversations.erase_session",
        scopes.DECISIONS_REVIEW: "conversations.review_decision",
        scopes.PROVIDERS_READ: "providers.view_provider",
        scopes.PROVIDERS_TEST: "providers.change_provider",
        scopes.ADMIN: "conversations.grant_admin_scope",
    }
    assert set(grantable(lambda _: False)) == made_for == set(scopes.ALL) - set(rights)
    for scope, right in rights.items():
        assert set(grantable({right}.__contains__)) == made_for | {scope}
