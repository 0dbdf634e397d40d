"""API keys in the back office: issued, shown once, replaced and revoked, by those who may."""

import logging
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session as CookieSession
from django.test import Client
from django.utils import timezone

from conversations import clock
from conversations.access import scopes
from conversations.access.issuing import IssuedKey, issue
from conversations.models import ApiClient, ApiKey, KeyState
from tests.conversations.takeovers.staff import account

pytestmark = pytest.mark.django_db

KEYS = "/admin/conversations/apikey/"
MANAGER = ("view_apikey", "add_apikey", "change_apikey", "revoke_apikey", "view_apiclient")


@pytest.fixture
def shop() -> ApiClient:
    return ApiClient.objects.create(name="shop")


@pytest.fixture
def issued(shop: ApiClient) -> IssuedKey:
    """A key without an end."""
    return issue(shop, [scopes.SESSIONS_READ], name="nightly import")


@pytest.fixture
def staff() -> Callable[..., Client]:
    def made(*permissions: str) -> Client:
        client = Client()
        client.force_login(account("sam", *permissions))
        return client

    return made


def form_for(client: ApiClient, /, **change: Any) -> dict[str, Any]:
    asked = {"client": client.pk, "name": "import", "scopes": ["sessions:read"], "lives": "90", "until": ""}
    return {**asked, **change}


def shown_key(page: Any) -> str:
    """The one key that a page shows."""
    found = set(re.findall(r"ezg_[A-Za-z0-9_-]{20,}", page.content.decode()))
    assert len(found) == 1
    return str(found.pop())


def status_of(key: str) -> int:
    """What the API answers to a call with the key."""
    answer = Client().get("/api/v1/sessions", headers={"Authorization": f"Bearer {key}"})
    return int(answer.status_code)


def told() -> list[str]:
    """The log of the back office, in order."""
    return [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]


@pytest.mark.django_db(transaction=True)
def test_a_new_key_works_and_is_shown_on_this_one_page_alone(
    admin_client: Client, shop: ApiClient, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    page = admin_client.post(f"{KEYS}add/", form_for(shop))
    key = shown_key(page)
    assert "the only time that the key is shown" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert status_of(key) == 200

    row = ApiKey.objects.get()
    for address in (KEYS, f"{KEYS}{row.pk}/change/", f"{KEYS}{row.pk}/history/", "/admin/admin/logentry/"):
        text = admin_client.get(address).content.decode()
        assert row.prefix in text
        assert key not in text
    kept = [one.get_decoded() for one in CookieSession.objects.all()]
    assert key not in repr((kept, told(), admin_client.cookies, caplog.text, list(ApiKey.objects.values())))


def test_the_log_tells_for_whom_a_key_is_and_what_it_may(admin_client: Client, shop: ApiClient):
    admin_client.post(f"{KEYS}add/", form_for(shop, scopes=["sessions:read", "webhooks"], lives="never"))
    assert told() == ["Issued for shop, until it is revoked: sessions:read, webhooks."]


@pytest.mark.parametrize(("lives", "days"), [("30", 30), ("365", 365), ("never", None)], ids=str)
def test_a_key_lives_as_long_as_was_chosen(
    admin_client: Client, shop: ApiClient, monkeypatch: Any, lives: str, days: int | None
):
    now = timezone.now()
    monkeypatch.setattr(clock, "now", lambda: now)
    admin_client.post(f"{KEYS}add/", form_for(shop, lives=lives))
    assert ApiKey.objects.get().expires_at == (now + timedelta(days=days) if days else None)


def test_a_key_works_to_the_end_of_the_day_that_was_chosen(
    admin_client: Client, shop: ApiClient, settings: Any
):
    settings.TIME_ZONE = "Europe/Berlin"
    until = timezone.localdate() + timedelta(days=3)
    admin_client.post(f"{KEYS}add/", form_for(shop, lives="day", until=until.isoformat()))
    expires_at = ApiKey.objects.get().expires_at
    assert expires_at
    assert timezone.localtime(expires_at).isoformat().startswith(f"{until + timedelta(days=1)}T00:00:00+")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"client": ""}, "client"),
        ({"name": " "}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["sessions:burn"]}, "scopes"),
        ({"lives": "1000"}, "lives"),
        ({"lives": "day"}, "until"),
        ({"lives": "day", "until": "2020-01-01"}, "until"),
        ({"lives": "day", "until": "9999-12-31"}, "until"),
        ({"lives": "day", "until": "soon"}, "until"),
    ],
    ids=lambda change: repr(change) if isinstance(change, dict) else change,
)
def test_what_makes_no_key_is_refused_at_its_field(
    admin_client: Client, shop: ApiClient, change: dict[str, Any], field: str
):
    page = admin_client.post(f"{KEYS}add/", form_for(shop, **change))
    assert list(page.context["adminform"].form.errors) == [field]
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("text", ["\0", "9" * 400, "x" * 300], ids=["NUL", "digits", "long"])
def test_odd_values_are_refused_at_their_field(admin_client: Client, shop: ApiClient, text: str):
    for field in form_for(shop):
        page = admin_client.post(f"{KEYS}add/", form_for(shop, **{field: text}))
        assert list(page.context["adminform"].form.errors) == [field]


@pytest.mark.parametrize(
    ("scope", "permission"),
    [
        ("admin", "grant_admin_scope"),
        ("providers:read", "view_provider"),
        ("sessions:erase", "erase_session"),
        ("decisions:review", "review_decision"),
    ],
)
def test_nobody_gives_a_key_what_they_may_not_do_nor_integrations_are_made_for(
    staff: Callable[..., Client], shop: ApiClient, scope: str, permission: str
):
    manager = staff(*MANAGER)
    assert f'value="{scope}"' not in manager.get(f"{KEYS}add/").content.decode()
    assert manager.post(f"{KEYS}add/", form_for(shop, scopes=[scope])).context["adminform"].form.errors
    assert not ApiKey.objects.exists()

    manager.force_login(account("sue", *MANAGER, permission))
    shown_key(manager.post(f"{KEYS}add/", form_for(shop, scopes=[scope])))


def test_a_key_gets_another_name_and_nothing_else(admin_client: Client, issued: IssuedKey):
    before = ApiKey.objects.values("scopes", "expires_at", "digest", "client").get()
    admin_client.post(f"{KEYS}{issued.row.pk}/change/", {"name": "hourly import", "scopes": ["admin"]})
    assert ApiKey.objects.get().name == "hourly import"
    assert ApiKey.objects.values("scopes", "expires_at", "digest", "client").get() == before


@pytest.mark.django_db(transaction=True)
def test_a_key_is_revoked_after_asking_and_that_is_on_record(admin_client: Client, issued: IssuedKey):
    page = f"{KEYS}{issued.row.pk}/revoke/"
    assert "the key never works again" in admin_client.get(page).content.decode()
    assert status_of(issued.text) == 200
    assert "is revoked" in admin_client.post(page, follow=True).content.decode()
    assert status_of(issued.text) == 401
    assert told() == ["Revoked."]

    assert "had ended already" in admin_client.post(page, follow=True).content.decode()
    assert len(told()) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("old", "status"), [("0", 401), ("24", 200)], ids=["at once", "in a day"])
def test_another_key_takes_its_place(admin_client: Client, issued: IssuedKey, old: str, status: int):
    page = f"{KEYS}{issued.row.pk}/replace/"
    assert "sessions:read" in admin_client.get(page).content.decode()
    assert ApiKey.objects.count() == 1

    new = shown_key(admin_client.post(page, {"lives": "30", "old": old}))
    assert (status_of(new), status_of(issued.text)) == (200, status)
    made, ended = told()
    assert f"in place of {issued.row.prefix}…" in made
    assert ended.endswith(f"{new[:12]}… took its place.")


def test_an_answer_that_is_none_replaces_nothing(admin_client: Client, issued: IssuedKey):
    page = f"{KEYS}{issued.row.pk}/replace/"
    assert "Say which day." in admin_client.post(page, {"lives": "day", "old": "0"}).content.decode()
    assert ApiKey.objects.get().state_at(clock.now()) == KeyState.ALIVE


def test_expired_and_revoked_keys_are_told_apart(admin_client: Client, shop: ApiClient):
    now = clock.now()
    for name, change in {
        "first": {},
        "second": {"expires_at": now + timedelta(days=2)},
        "third": {"expires_at": now},
        "fourth": {"revoked_at": now, "expires_at": now},
    }.items():
        key = issue(shop, ["webhooks"], name=name)
        ApiKey.objects.filter(pk=key.row.pk).update(**change)

    page = admin_client.get(KEYS).content.decode()
    states = re.findall(r"\b(Works|Ends soon|Expired|Revoked)\s*</span>", page)
    assert states == ["Revoked", "Expired", "Ends soon", "Works"]
    for state, names in {"alive": ["second", "first"], "expired": ["third"], "revoked": ["fourth"]}.items():
        shown = admin_client.get(f"{KEYS}?state={state}").context["cl"].result_list
        assert [key.name for key in shown] == names
        for key in shown:
            page = admin_client.get(f"{KEYS}{key.pk}/change/").content.decode()
            assert (f"{KEYS}{key.pk}/revoke/" in page, f"{KEYS}{key.pk}/replace/" in page) == (
                state == "alive",
                state == "alive",
            )


def test_a_whole_key_that_somebody_found_leads_to_its_row(admin_client: Client, issued: IssuedKey):
    issue(issued.row.client, ["webhooks"])
    for asked in (issued.text, issued.text[:9], "nightly", "shop"):
        shown = admin_client.get(KEYS, {"q": asked}).context["cl"].result_list
        assert issued.row in shown
        assert len(shown) == (2 if asked == "shop" else 1)


@pytest.mark.parametrize("missing", ["view_apikey", "add_apikey", "revoke_apikey", "change_apikey"], ids=str)
def test_each_right_opens_its_own_door(staff: Callable[..., Client], issued: IssuedKey, missing: str):
    client = staff(*(one for one in MANAGER if one != missing))
    own = f"{KEYS}{issued.row.pk}/"
    doors = {
        f"{KEYS}": ["view_apikey"],
        f"{KEYS}add/": ["add_apikey"],
        f"{own}replace/": ["add_apikey", "revoke_apikey"],
        f"{own}revoke/": ["revoke_apikey"],
    }
    for door, rights in doors.items():
        if missing == "view_apikey":
            continue
        assert client.get(door).status_code == (403 if missing in rights else 200), door
    answer = client.post(f"{own}change/", {"name": "mine"})
    assert ApiKey.objects.get().name == ("nightly import" if answer.status_code == 403 else "mine")
    assert (answer.status_code == 403) == (missing == "change_apikey")


def test_a_key_that_may_more_than_one_may_give_is_not_replaced(staff: Callable[..., Client], shop: ApiClient):
    key = issue(shop, [scopes.ADMIN]).row
    manager = staff(*MANAGER)
    page = f"{KEYS}{key.pk}/"
    assert "/replace/" not in manager.get(f"{page}change/").content.decode()
    assert manager.post(f"{page}replace/", {"lives": "30", "old": "0"}).status_code == 403
    assert manager.post(f"{page}revoke/").status_code == 302
    assert ApiKey.objects.get().state_at(clock.now()) == KeyState.REVOKED


def test_nobody_deletes_a_key(admin_client: Client, issued: IssuedKey):
    assert admin_client.post(f"{KEYS}{issued.row.pk}/delete/", {"post": "yes"}).status_code == 403
    admin_client.post(KEYS, {"action": "delete_selected", "_selected_action": [issued.row.pk]})
    assert ApiKey.objects.exists()
