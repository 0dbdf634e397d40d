"""The log of deliveries is kept for a time, and secrets are encrypted anew with the others."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command

from conversations import clock
from conversations.engine.store import outbox
from conversations.models import Session, Webhook, WebhookDelivery, WebhookEvent
from conversations.webhooks.managing import register
from conversations.webhooks.secrets import secrets_of
from tests.conversations.webhooks.listening import ADDRESS

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_log_goes_with_its_age_and_what_is_left_of_removed_webhooks_with_it(settings: Any):
    settings.EZGRAPH_WEBHOOK_DAYS = 7
    webhook, _ = register(ADDRESS, WebhookEvent.values, client=None)
    session = Session.objects.create(graph="wish", cursor="NameNode", updated_at=clock.now())
    for turn in range(1, 4):
        outbox.turn_completed(session.pk, turn)
    old, older, young = WebhookDelivery.objects.order_by("pk")
    for row, days in ((old, 7.1), (older, 400), (young, 6.9)):
        WebhookDelivery.objects.filter(pk=row.pk).update(happened_at=clock.now() - timedelta(days=days))
    webhook.delete()
    out = StringIO()
    call_command("prune", stdout=out)
    assert "2 webhook deliveries older than 7 days removed." in out.getvalue()
    assert list(WebhookDelivery.objects.values_list("pk", flat=True)) == [young.pk]


def test_secrets_are_encrypted_anew_with_all_others(settings: Any):
    webhook, secret = register(ADDRESS, WebhookEvent.values, client=None)
    first = settings.EZGRAPH_ENCRYPTION_KEYS[0]
    new = Fernet.generate_key().decode()
    settings.EZGRAPH_ENCRYPTION_KEYS = [new, first]
    out = StringIO()
    call_command("rotate_secrets", stdout=out)
    settings.EZGRAPH_ENCRYPTION_KEYS = [new]
    assert "webhooks" in out.getvalue()
    assert secrets_of(Webhook.objects.get(pk=webhook.pk)) == (secret,)
