"""Webhooks in the back office: added, exchanged, looked through and sent again, by those who may."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations import clock
from conversations.engine.store import outbox
from conversations.models import ApiClient, DeliveryStatus, Session, Webhook, WebhookDelivery, WebhookEvent
from conversations.webhooks.managing import register
from conversations.webhooks.secrets import secrets_of
from tests.conversations.takeovers.staff import account
from tests.conversations.webhooks.listening import ADDRESS

pytestmark = pytest.mark.django_db

WEBHOOKS = "/admin/conversations/webhook/"
LOG = "/admin/conversations/webhookdelivery/"
FORM = {"url": ADDRESS, "description": "Orders", "client": "", "events": ["turn.failed"], "enabled": "on"}

ATTEMPT = {"at": "2026-05-01T08:30:00+00:00", "ms": 1234, "status": 503, "code": "STATUS"}


@pytest.fixture
def webhook() -> Webhook:
    return register(ADDRESS, WebhookEvent.values, client=None, description="Orders")[0]


@pytest.fixture
def delivery(webhook: Webhook) -> WebhookDelivery:
    """An event that was set aside."""
    session = Session.objects.create(graph="wish", cursor="NameNode", updated_at=clock.now())
    outbox.turn_completed(session.pk, 7)
    WebhookDelivery.objects.update(status=DeliveryStatus.SET_ASIDE, attempts=[ATTEMPT])
    return WebhookDelivery.objects.get()


@pytest.fixture
def staff() -> Callable[..., Client]:
    def made(*permissions: str) -> Client:
        client = Client()
        client.force_login(account("sam", *permissions))
        return client

    return made


def shown_secret(page: Any) -> str:
    found = re.search(r"whsec_[A-Za-z0-9+/=]+", page.content.decode())
    assert found
    return found[0]


def test_a_new_webhook_s_secret_is_shown_once(admin_client: Client):
    client = ApiClient.objects.create(name="shop")
    page = admin_client.post(f"{WEBHOOKS}add/", {**FORM, "client": client.pk})
    webhook = Webhook.objects.get()
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert secrets_of(webhook) == (shown_secret(page),)
    assert (webhook.client, webhook.events, webhook.enabled) == (client, ["turn.failed"], True)
    assert "whsec_" not in admin_client.get(f"{WEBHOOKS}{webhook.pk}/change/").content.decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"url": "http://10.0.0.1/"}, "private network"),
        ({"url": "hooks"}, "does not begin with http"),
        ({"events": []}, "required"),
        ({"events": ["turn.started"]}, "valid choice"),
    ],
    ids=["private address", "no address", "no event", "unknown event"],
)
def test_a_webhook_that_cannot_be_is_refused_beside_its_field(
    admin_client: Client, change: dict[str, Any], said: str
):
    page = admin_client.post(f"{WEBHOOKS}add/", {**FORM, **change})
    assert said in page.content.decode()
    assert not Webhook.objects.exists()


def test_a_webhook_is_changed_and_its_secret_stays(admin_client: Client, webhook: Webhook):
    before = secrets_of(webhook)
    admin_client.post(f"{WEBHOOKS}{webhook.pk}/change/", {**FORM, "enabled": ""})
    webhook.refresh_from_db()
    assert not webhook.enabled
    assert secrets_of(webhook) == before


def test_a_secret_is_exchanged_and_that_is_on_record(admin_client: Client, webhook: Webhook):
    (before,) = secrets_of(webhook)
    assert admin_client.get(f"{WEBHOOKS}{webhook.pk}/rotate/").status_code == 405
    page = admin_client.post(f"{WEBHOOKS}{webhook.pk}/rotate/")
    webhook.refresh_from_db()
    assert secrets_of(webhook) == (shown_secret(page), before)
    assert [entry.change_message for entry in LogEntry.objects.all()] == ["Exchanged the secret."]


def test_removing_a_webhook_takes_its_log_out_of_sight(admin_client: Client, delivery: WebhookDelivery):
    admin_client.post(f"{WEBHOOKS}{delivery.webhook_id}/delete/", {"post": "yes"})
    assert not Webhook.objects.exists()
    assert str(delivery.event_id) not in admin_client.get(LOG).content.decode()
    assert admin_client.get(f"{LOG}{delivery.pk}/change/").status_code == 302


def test_the_log_tells_of_each_event_and_what_came_of_it(admin_client: Client, delivery: WebhookDelivery):
    page = admin_client.get(LOG).content.decode()
    assert "turn.completed" in page
    assert "Set aside" in page
    assert "Not taken: HTTP 503" in page
    page = admin_client.get(f"{LOG}{delivery.pk}/change/").content.decode()
    assert str(delivery.event_id) in page
    assert "1,234 ms" in page
    assert "&quot;turn&quot;: 7" in page


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("status=set_aside", True),
        ("status=waiting", False),
        ("webhook={webhook}", True),
        ("webhook=00000000-0000-0000-0000-000000000000", False),
        ("webhook=nonsense", False),
        ("q={event}", True),
        ("q={session}", True),
        ("q=00000000-0000-0000-0000-000000000000", False),
    ],
)
def test_events_are_found_by_state_webhook_event_and_session(
    admin_client: Client, delivery: WebhookDelivery, asked: str, found: bool
):
    address = asked.format(webhook=delivery.webhook_id, event=delivery.event_id, session=delivery.session_id)
    assert (f"{LOG}{delivery.pk}/change/" in admin_client.get(f"{LOG}?{address}").content.decode()) == found


def test_an_event_is_sent_again_and_that_is_on_record(admin_client: Client, delivery: WebhookDelivery):
    page = admin_client.post(f"{LOG}{delivery.pk}/replay/", follow=True).content.decode()
    assert "The event is sent again." in page
    delivery.refresh_from_db()
    assert delivery.status == "waiting"
    assert delivery.replayed_at
    assert [entry.change_message for entry in LogEntry.objects.all()] == ["Sent the event again."]
    page = admin_client.post(f"{LOG}{delivery.pk}/replay/", follow=True).content.decode()
    assert "waits" in page
    assert LogEntry.objects.count() == 1


def test_many_events_are_sent_again_at_once(admin_client: Client, delivery: WebhookDelivery):
    chosen = {"action": "send_selected_again", "_selected_action": [delivery.pk]}
    page = admin_client.post(LOG, chosen, follow=True).content.decode()
    assert "1 of the chosen events" in page
    delivery.refresh_from_db()
    assert delivery.status == "waiting"


def test_whoever_may_only_look_sees_no_button_and_sends_nothing(
    staff: Callable[..., Client], delivery: WebhookDelivery
):
    reader = staff("view_webhook", "view_webhookdelivery")
    page = reader.get(f"{LOG}{delivery.pk}/change/").content.decode()
    assert str(delivery.event_id) in page
    assert "/replay/" not in page
    assert reader.post(f"{LOG}{delivery.pk}/replay/").status_code == 403
    page = reader.get(f"{WEBHOOKS}{delivery.webhook_id}/change/").content.decode()
    assert "/rotate/" not in page
    assert reader.post(f"{WEBHOOKS}{delivery.webhook_id}/rotate/").status_code == 403
    assert "send_selected_again" not in reader.get(LOG).content.decode()


def test_staff_without_permission_see_nothing_of_it(staff: Callable[..., Client], delivery: WebhookDelivery):
    nobody = staff("view_session")
    for address in (WEBHOOKS, LOG, f"{LOG}{delivery.pk}/change/"):
        assert nobody.get(address).status_code == 403
    assert "webhook" not in nobody.get("/admin/").content.decode().lower()


def test_lists_cost_the_same_however_long_they_are(admin_client: Client, delivery: WebhookDelivery):
    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert admin_client.get(address).status_code == 200
        return len(seen)

    before = [queries(address) for address in (LOG, WEBHOOKS)]
    for number in range(5):
        register(f"{ADDRESS}/{number}", WebhookEvent.values, client=None)
    outbox.turn_completed(delivery.session_id, 8)
    assert [queries(address) for address in (LOG, WEBHOOKS)] == before
