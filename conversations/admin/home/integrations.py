"""The cards of home on what integrations need somebody for."""

from collections.abc import Callable, Iterator

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse

from conversations import clock
from conversations.admin.home.cards import Card
from conversations.admin.integrations.words import SOON, ending_soon
from conversations.admin.parts.amounts import count
from conversations.models import ApiKey, DeliveryStatus, KeyState, Webhook, WebhookDelivery, keys_in


def integration_cards(may: Callable[[str], bool]) -> list[Card]:
    """A card for each part of integrations that somebody may see, by a test of their permissions."""
    return list(_cards(may))


def _cards(may: Callable[[str], bool]) -> Iterator[Card]:
    if may("conversations.view_apikey"):
        yield _keys()
    if may("conversations.view_webhook"):
        yield _webhooks()


def _keys() -> Card:
    now = clock.now()
    found = ApiKey.objects.aggregate(
        working=Count("pk", filter=keys_in(KeyState.ALIVE, now)),
        soon=Count("pk", filter=ending_soon(now)),
    )
    working, soon = found["working"], found["soon"]
    told = f"within {SOON.days} days, of {count(working)} that work"
    page = reverse("admin:conversations_apikey_changelist")
    return Card("API keys that end", count(soon), told, f"{page}?state=soon", "bad" if soon else "")


def _webhooks() -> Card:
    of_it = WebhookDelivery.objects.filter(webhook=OuterRef("pk"))
    tried = Q(Exists(of_it.filter(status=DeliveryStatus.WAITING, tries__gt=0)))
    aside = Q(Exists(of_it.filter(status=DeliveryStatus.SET_ASIDE)))
    found = Webhook.objects.filter(enabled=True).aggregate(
        on=Count("pk"),
        failing=Count("pk", filter=tried),
        aside=Count("pk", filter=aside),
        either=Count("pk", filter=tried | aside),
    )
    troubled = found["either"]
    told = (
        f"of {count(found['on'])} that are on; taking nothing now: {count(found['failing'])}, "
        f"with events set aside: {count(found['aside'])}"
    )
    page = reverse("admin:conversations_webhook_changelist")
    return Card("Webhooks in trouble", count(troubled), told, page, "bad" if troubled else "")
