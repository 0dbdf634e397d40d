"""Addresses that are told what happens in sessions, and what each of them is to be told."""

import uuid

from django.db import models

from conversations.models.access import ApiClient
from conversations.models.session import Session
from conversations.models.states import DeliveryStatus, WebhookEvent


class Webhook(models.Model):
    """An address that wants to be told of events.

    It hears of the sessions of its client; without one, of every session that is no test. `sealed` holds what
    its messages are signed with, encrypted: the present secret, and until `former_until` the one before.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    client = models.ForeignKey(
        ApiClient, null=True, blank=True, on_delete=models.PROTECT, related_name="webhooks"
    )
    url = models.CharField(max_length=2000)
    description = models.CharField(max_length=200, default="", blank=True)
    events = models.JSONField()
    enabled = models.BooleanField(default=True)
    sealed = models.TextField(default="", blank=True, editable=False)
    former_until = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField()

    class Meta:
        permissions = [("replay_webhook", "Can send webhooks' events again")]
        constraints = [models.CheckConstraint(condition=~models.Q(url=""), name="webhook_has_an_address")]

    def __str__(self) -> str:
        return self.description or self.url


class WebhookDelivery(models.Model):
    """One event on its way to one webhook, written in the transaction that made it true.

    `facts` are ids, codes and numbers, never a text of somebody. Of a webhook's deliveries of one session
    the one with the lowest key goes first; one that was sent again by hand, since `replayed_at`, is outside
    of that order. `tries` counts the attempts since then or since the event; `attempts` are all, each with
    `at`, `ms`, `status` (of HTTP, null without a reply) and `code` ("" where it was taken). `next_at` is when
    it may be sent next. A process sends it while `lease_expires_at` is ahead.

    The database does not check the webhook's key: a turn shall neither fail nor wait because somebody removes
    a webhook at that moment. What is left of a removed one is sent to nobody and goes with its age.
    """

    id = models.BigAutoField(primary_key=True)
    event_id = models.UUIDField()
    webhook = models.ForeignKey(
        Webhook, on_delete=models.DO_NOTHING, db_constraint=False, related_name="deliveries", db_index=False
    )
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="webhook_deliveries")
    type = models.CharField(max_length=32, choices=WebhookEvent.choices)
    facts = models.JSONField()
    happened_at = models.DateTimeField(db_index=True)
    status = models.CharField(
        max_length=16, choices=DeliveryStatus.choices, db_default=DeliveryStatus.WAITING.value
    )
    next_at = models.DateTimeField()
    tries = models.PositiveIntegerField(db_default=0)
    attempts = models.JSONField(db_default=models.Value([], models.JSONField()))
    replayed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    lease_owner = models.CharField(max_length=64, db_default="", blank=True)
    lease_expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        indexes = [
            models.Index(
                fields=["next_at"],
                condition=models.Q(status=DeliveryStatus.WAITING),
                name="delivery_due",
            ),
            models.Index(
                fields=["webhook", "session", "id"],
                condition=models.Q(status=DeliveryStatus.WAITING),
                name="delivery_order",
            ),
            models.Index(fields=["webhook", "-id"], name="delivery_newest"),
            models.Index(
                fields=["-id"],
                condition=models.Q(status=DeliveryStatus.SET_ASIDE),
                name="delivery_set_aside",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["event_id", "webhook"], name="delivery_event_unique"),
            models.CheckConstraint(
                condition=models.Q(status__in=DeliveryStatus.values), name="delivery_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.event_id}"
