"""Adding and removing webhooks, exchanging their secrets, and sending an event again."""

from collections.abc import Iterable
from typing import Final

import httpx
from django.db import transaction

from conversations import clock
from conversations.models import ApiClient, DeliveryStatus, Webhook, WebhookDelivery, WebhookEvent
from conversations.webhooks.secrets import exchange_secret, give_secret
from providers.addresses import AddressRefused, refuse_unnamed_at_sight

MOST_WEBHOOKS: Final = 20
"""Webhooks of one integration: each of its turns writes a row for every one that listens."""


class WebhookRefused(Exception):
    """A webhook cannot be as it is asked for; the text says why, for whoever asked."""


class WebhookGone(Exception):
    """The webhook was removed meanwhile."""


class TooManyWebhooks(WebhookRefused):
    """The integration has as many as it may have."""


def check_address(url: str) -> None:
    """Raise WebhookRefused where this site will not call `url`, whatever its name resolves to."""
    try:
        refuse_unnamed_at_sight(httpx.URL(url))
    except httpx.InvalidURL:
        raise WebhookRefused("This is no address.") from None
    except AddressRefused as refused:
        raise WebhookRefused(str(refused)) from None


@transaction.atomic
def register(
    url: str, events: Iterable[str], *, client: int | None, description: str = ""
) -> tuple[Webhook, str]:
    """Add a webhook and return it with its secret, which nobody sees again.

    Without a `client` it hears of every session. Raises WebhookRefused.
    """
    check_address(url)
    if client is not None:
        _make_room(client)
    webhook = Webhook(
        url=url,
        events=in_order(events),
        client_id=client,
        description=description,
        created_at=clock.now(),
    )
    secret = give_secret(webhook)
    webhook.save(force_insert=True)
    return webhook, secret


def _make_room(client: int) -> None:
    """Let one more be added until the transaction ends. Raises TooManyWebhooks.

    Whoever adds another one meanwhile waits at the integration's row, and counts this one, too.
    """
    ApiClient.objects.select_for_update().filter(pk=client).first()
    if Webhook.objects.filter(client=client).count() >= MOST_WEBHOOKS:
        raise TooManyWebhooks(f"There are {MOST_WEBHOOKS} webhooks already.")


def in_order(events: Iterable[str]) -> list[str]:
    """Events, each once, in the order in which people are shown them."""
    wanted = set(events)
    return [event for event in WebhookEvent.values if event in wanted]


@transaction.atomic
def rotate(webhook: Webhook) -> str:
    """Exchange a webhook's secret and return the new one, which nobody sees again. Raises WebhookGone."""
    held = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
    if held is None:
        raise WebhookGone
    secret = exchange_secret(held)
    held.save(update_fields=["sealed", "former_until"])
    webhook.sealed, webhook.former_until = held.sealed, held.former_until
    return secret


@transaction.atomic
def remove(webhook: Webhook) -> None:
    """Remove a webhook. What waits for it is over, so that nobody looks at it again and again."""
    waiting = WebhookDelivery.objects.filter(webhook=webhook, status=DeliveryStatus.WAITING)
    waiting.update(status=DeliveryStatus.SET_ASIDE, ended_at=clock.now())
    webhook.delete()


def send_again(delivery: WebhookDelivery) -> bool:
    """Let an event that was delivered or set aside be sent again, at once and for another day.

    It waits for no other of its session, nor does any wait for it. False where it still waits anyway.
    """
    now = clock.now()
    over = WebhookDelivery.objects.filter(pk=delivery.pk).exclude(status=DeliveryStatus.WAITING)
    return bool(
        over.update(status=DeliveryStatus.WAITING, replayed_at=now, next_at=now, tries=0, ended_at=None)
    )
