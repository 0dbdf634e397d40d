"""Home tells of keys that end soon and of webhooks in trouble, to each what they may see."""

from datetime import timedelta

import pytest
from django.test import Client

from conversations import clock
from conversations.access.issuing import issue, revoke
from conversations.engine.store import outbox
from conversations.models import ApiClient, Session, WebhookDelivery, WebhookEvent
from conversations.webhooks.managing import register
from tests.conversations.takeovers.staff import account
from tests.conversations.webhooks.listening import ADDRESS

pytestmark = pytest.mark.django_db


def cards(client: Client) -> dict[str, tuple[str, str]]:
    """Each card's figure by its title, and what stands below it."""
    return {card.title: (card.value, card.change) for card in client.get("/admin/").context["integrations"]}


def test_home_counts_what_needs_somebody(admin_client: Client):
    now, shop = clock.now(), ApiClient.objects.create(name="shop")
    for days in (-1, 3, 200):
        issue(shop, ["webhooks"], expires_at=now + timedelta(days=days))
    revoke(issue(shop, ["webhooks"], expires_at=now + timedelta(days=3)).row)
    for number in range(3):
        register(f"{ADDRESS}/{number}", WebhookEvent.values, client=None)
    session = Session.objects.create(graph="wish", cursor="NameNode", updated_at=now)
    outbox.turn_completed(session.pk, 1)
    first, second, _ = WebhookDelivery.objects.order_by("pk")
    WebhookDelivery.objects.filter(pk=first.pk).update(tries=2)
    WebhookDelivery.objects.filter(pk=second.pk).update(status="set_aside")

    assert cards(admin_client) == {
        "API keys that end": ("1", "within 14 days, of 2 that work"),
        "Webhooks in trouble": ("2", "of 3 that are on; taking nothing now: 1, with events set aside: 1"),
    }
    shown = admin_client.get("/admin/conversations/apikey/?state=soon").context["cl"].result_list
    assert [key.expires_at for key in shown] == [now + timedelta(days=3)]


def test_each_sees_what_they_may():
    client = Client()
    client.force_login(account("sam", "view_apikey"))
    assert list(cards(client)) == ["API keys that end"]
    assert "no rights" not in client.get("/admin/").content.decode()
    client.force_login(account("sue", "view_session"))
    assert cards(client) == {}
