"""Integrations in the back office: each with its keys, and what it has."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations import clock
from conversations.access.issuing import issue, revoke
from conversations.admin.parts import bounded
from conversations.models import ApiClient, ApiKey, Session, Webhook
from tests.conversations.takeovers.staff import account

pytestmark = pytest.mark.django_db

CLIENTS = "/admin/conversations/apiclient/"
NO_ROWS = {"keys-TOTAL_FORMS": "0", "keys-INITIAL_FORMS": "0"}
"""What the form sends of the keys below it."""


@pytest.fixture
def shop() -> ApiClient:
    """An integration with a key of each state, two sessions and a webhook."""
    client = ApiClient.objects.create(name="shop")
    now = clock.now()
    issue(client, ["webhooks"], name="old", expires_at=now)
    revoke(issue(client, ["webhooks"], name="leaked").row)
    issue(client, ["webhooks"], name="present")
    ApiKey.objects.filter(name="old").update(last_used_at=now - timedelta(days=2))
    for _ in range(2):
        Session.objects.create(graph="wish", cursor="NameNode", client=client, updated_at=now)
    Webhook.objects.create(url="https://hooks.test", client=client, events=[], created_at=now)
    return client


@pytest.fixture
def other() -> ApiClient:
    return ApiClient.objects.create(name="other")


def test_the_list_tells_what_each_has(admin_client: Client, shop: ApiClient, other: ApiClient):
    rows = admin_client.get(CLIENTS).context["cl"].result_list
    figures = [(row.name, row.alive, row.sessions_up_to, row.webhooks_up_to) for row in rows]
    assert figures == [("other", 0, 0, 0), ("shop", 1, 2, 1)]
    assert [row.used_at is None for row in rows] == [True, False]


def test_sessions_beyond_what_is_counted_are_told_as_more(
    admin_client: Client, shop: ApiClient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bounded, "MOST", 1)
    assert "1+" in admin_client.get(CLIENTS).content.decode()


def test_its_sessions_are_a_list_for_whoever_may_see_them(
    admin_client: Client, client: Client, shop: ApiClient, other: ApiClient
):
    listed = f"/admin/conversations/session/?client={shop.pk}"
    assert listed in admin_client.get(CLIENTS).content.decode()
    client.force_login(account("integrator", "view_apiclient"))
    seen = client.get(CLIENTS)
    assert seen.status_code == 200
    assert listed not in seen.content.decode()

    Session.objects.create(graph="wish", cursor="NameNode", updated_at=clock.now())
    assert len(admin_client.get(listed).context["cl"].result_list) == 2
    of_the_chat = admin_client.get("/admin/conversations/session/?client=none")
    assert len(of_the_chat.context["cl"].result_list) == 1


def test_its_page_shows_its_keys_and_leads_to_another(
    admin_client: Client, shop: ApiClient, other: ApiClient
):
    issue(other, ["admin"], name="foreign")
    page = admin_client.get(f"{CLIENTS}{shop.pk}/change/").content.decode()
    for shown in ("old", "leaked", "present", "Works", "Expired", "Revoked"):
        assert shown in page
    assert "foreign" not in page
    form = f"/admin/conversations/apikey/add/?client={shop.pk}"
    assert form in page
    assert f'value="{shop.pk}" selected' in admin_client.get(form).content.decode()


def test_an_integration_is_added_and_renamed_but_stays(admin_client: Client):
    admin_client.post(f"{CLIENTS}add/", {"name": "shop"})
    client = ApiClient.objects.get()
    admin_client.post(f"{CLIENTS}{client.pk}/change/", {"name": "store"} | NO_ROWS)
    assert admin_client.post(f"{CLIENTS}{client.pk}/delete/", {"post": "yes"}).status_code == 403
    assert ApiClient.objects.get().name == "store"
    assert "already exists" in admin_client.post(f"{CLIENTS}add/", {"name": "store"}).content.decode()


def test_whoever_may_see_no_keys_sees_none(shop: ApiClient):
    reader = Client()
    reader.force_login(account("sam", "view_apiclient"))
    page = reader.get(f"{CLIENTS}{shop.pk}/change/").content.decode()
    assert "shop" in page
    assert "ezg_" not in page
    assert "/apikey/" not in page


def test_the_list_costs_the_same_however_long_it_is(admin_client: Client, shop: ApiClient):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert admin_client.get(CLIENTS).status_code == 200
        return len(seen)

    before = queries()
    for number in range(5):
        issue(ApiClient.objects.create(name=f"client-{number}"), ["webhooks"])
    assert queries() == before


@pytest.mark.parametrize("permission", ["view_apiclient", "view_apikey", "view_webhook"])
def test_the_menu_leads_to_what_one_may_see_and_to_the_api(permission: str):
    somebody = Client()
    somebody.force_login(account("sam", permission))
    page = somebody.get("/admin/").content.decode()
    shown = {name for name in ("apiclient", "apikey", "webhook") if f"/admin/conversations/{name}/" in page}
    assert shown == {permission.removeprefix("view_")}
    assert "/api/v1/docs" in page
    assert "/api/v1/redoc" in page


def test_the_menu_leads_nobody_else_there():
    somebody = Client()
    somebody.force_login(account("sam", "view_session"))
    page = somebody.get("/admin/").content.decode()
    assert "/admin/conversations/apikey/" not in page
    assert "/api/v1/docs" not in page
