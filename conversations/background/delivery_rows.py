"""The rows of events on their way to webhooks: each claimed by one process at a time, by a conditional write.

A process holds a delivery by a lease, by the database's clock; what came of it is written only under that
lease. Whoever dies between sending and writing leaves it to the next, so that it is sent at least once.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import DateTimeField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from conversations import clock
from conversations.models import DeliveryStatus, Webhook, WebhookDelivery
from conversations.webhooks.attempts import Attempt

SEND_SECONDS: Final = 15.0
"""Longest wait for a receiver's answer."""

WAITS: Final = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 1800, 3600, 7200, 14_400))
"""How long to wait after each failed attempt; after further ones the last."""

TRIED_FOR: Final = timedelta(days=1)
"""After the event, or since it was sent again by hand. Then it is set aside."""

FEWEST_TRIES: Final = 3
"""Attempts that an event gets in any case, however old it is when its turn comes."""

LOOKED_AT: Final = 4
"""Deliveries that are looked at for each that may be taken: some are of webhooks that have enough."""

_NOBODY: Final[dict[str, Any]] = {"lease_owner": "", "lease_expires_at": None}


@dataclass(frozen=True)
class Claim:
    """A delivery that this process sends, under the lease of `owner`; webhook and session are at hand."""

    delivery: WebhookDelivery
    owner: str


def claim_due(owner: str, most: int, to_one: int, busy: Mapping[UUID, int]) -> list[Claim]:
    """Take up to `most` deliveries that are due, so that no webhook has more than `to_one` at a time.

    `busy` counts those that it has already. Of each webhook and session only the oldest that waits is due, so
    that their order is kept.
    """
    count = Counter(busy)
    full = [webhook for webhook, sending in count.items() if sending >= to_one]
    due = _due().exclude(webhook__in=full).order_by("next_at", "pk").values_list("pk", "webhook_id")
    taken: list[int] = []
    for pk, webhook in due[: most * LOOKED_AT]:
        if len(taken) < most and count[webhook] < to_one and _claim(pk, owner):
            taken.append(pk)
            count[webhook] += 1
    rows = WebhookDelivery.objects.filter(pk__in=taken).select_related("webhook", "session")
    return [Claim(row, owner) for row in rows.order_by("pk")]


def _claim(pk: int, owner: str) -> bool:
    """Others may want it, too: only one finds it free."""
    return _claimable().filter(pk=pk).update(lease_owner=owner, lease_expires_at=_expiry()) == 1


def record_taken(claim: Claim, attempt: Attempt) -> None:
    """The receiver has it: the session's next one may go."""
    _held(claim).update(
        status=DeliveryStatus.DELIVERED,
        ended_at=clock.now(),
        **_tried(claim, attempt),
    )


@transaction.atomic
def record_failed(claim: Claim, attempt: Attempt) -> None:
    """Let it wait, and those behind it; or set it aside where it was tried for long enough."""
    delivery, now = claim.delivery, clock.now()
    tries = delivery.tries + 1
    end = (delivery.replayed_at or delivery.happened_at) + TRIED_FOR
    if now >= end and tries >= FEWEST_TRIES:
        _held(claim).update(status=DeliveryStatus.SET_ASIDE, ended_at=now, **_tried(claim, attempt))
        return
    next_at = _next_attempt(now, end, tries, attempt.retry_after)
    held = _held(claim).update(next_at=next_at, **_tried(claim, attempt))
    if held and delivery.replayed_at is None:
        # They could not go anyway. This keeps whoever looks for what is due from passing them each time.
        _in_order().filter(
            webhook=delivery.webhook_id, session=delivery.session_id, pk__gt=delivery.pk
        ).update(next_at=next_at)


def _next_attempt(now: datetime, end: datetime, tries: int, retry_after: float) -> datetime:
    """When to try again: after ever longer waits, or what the receiver asks for; the last time at `end`."""
    wait = WAITS[min(tries, len(WAITS)) - 1]
    wait = max(wait, min(timedelta(seconds=retry_after), WAITS[-1]))
    return now + wait if now >= end else min(now + wait, end)


def _claimable() -> QuerySet[WebhookDelivery]:
    """What waits, is due and is held by nobody. Of the rows' own columns only: others claim, too."""
    free = Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=Now())
    return WebhookDelivery.objects.filter(free, status=DeliveryStatus.WAITING, next_at__lte=clock.now())


def _in_order() -> QuerySet[WebhookDelivery]:
    """What waits and keeps its place."""
    return WebhookDelivery.objects.filter(status=DeliveryStatus.WAITING, replayed_at__isnull=True)


def _due() -> QuerySet[WebhookDelivery]:
    """What may be sent now: nothing before it waits, and its webhook is there and on.

    Once nothing waits before a row nothing ever will: keys rise with the session's events, and what is sent
    again by hand is outside of the order.
    """
    earlier = _in_order().filter(
        webhook=OuterRef("webhook"), session=OuterRef("session"), pk__lt=OuterRef("pk")
    )
    return _claimable().filter(
        Q(replayed_at__isnull=False) | ~Exists(earlier), webhook__in=Webhook.objects.filter(enabled=True)
    )


def _held(claim: Claim) -> QuerySet[WebhookDelivery]:
    return WebhookDelivery.objects.filter(
        pk=claim.delivery.pk, lease_owner=claim.owner, status=DeliveryStatus.WAITING
    )


def _tried(claim: Claim, attempt: Attempt) -> dict[str, Any]:
    delivery = claim.delivery
    attempts = [*delivery.attempts, attempt.as_json()]
    return {"attempts": attempts, "tries": delivery.tries + 1, **_NOBODY}


def _expiry() -> Combinable:
    """When a lease ends that is taken now: well after the longest that sending takes."""
    seconds = timedelta(seconds=SEND_SECONDS + settings.EZGRAPH_LEASE_SECONDS)
    return ExpressionWrapper(Now() + Value(seconds), output_field=DateTimeField())
