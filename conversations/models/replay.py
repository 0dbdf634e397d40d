"""Captured decisions asked again of another provider or model."""

import uuid
from typing import Final

from django.conf import settings
from django.db import models

from conversations.models.decision import Decision
from conversations.models.states import ReplayStatus

GONE: Final = "capture_gone"
"""The code of an item whose capture was removed before it was asked: nobody was asked."""


class Replay(models.Model):
    """One run over captured decisions of a node. `model` is "" for the provider's own.

    A process works on it while `lease_expires_at` is ahead; `total` and `done` count its items.
    `failure` says why it could not be run at all.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    graph = models.CharField(max_length=64)
    node = models.CharField(max_length=64)
    provider = models.CharField(max_length=64)
    model = models.CharField(max_length=200, default="", blank=True)
    status = models.CharField(max_length=16, choices=ReplayStatus.choices, default=ReplayStatus.WAITING)
    failure = models.TextField(default="", blank=True)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    lease_owner = models.CharField(max_length=64, default="", blank=True)
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    started_by_name = models.CharField(max_length=150)
    created_at = models.DateTimeField(db_index=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        permissions = [("run_replay", "Can ask captured decisions again of another provider")]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=models.Q(status__in=[ReplayStatus.WAITING, ReplayStatus.RUNNING]),
                name="replay_due",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status__in=ReplayStatus.values), name="replay_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.graph} {self.node} by {self.provider}"


class ReplayItem(models.Model):
    """One decision asked again; `at` is NULL until it was.

    `answers` are by question, as a decision's answers are kept; where there are none, `code` says why: a
    provider error's code, or GONE. `changed` counts the questions whose answer leads elsewhere now.
    `answered_by` and `model` answered, `source` is where figures come from; `cost` is in USD, NULL where the
    price is unknown.
    """

    replay = models.ForeignKey(Replay, on_delete=models.CASCADE, related_name="items", db_index=False)
    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="replays")
    answers = models.JSONField(default=dict, blank=True)
    code = models.CharField(max_length=32, default="", blank=True)
    changed = models.PositiveIntegerField(default=0)
    answered_by = models.CharField(max_length=64, default="", blank=True)
    model = models.CharField(max_length=200, default="", blank=True)
    source = models.CharField(max_length=16, default="", blank=True)
    duration_ms = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["replay", "decision"], name="replay_item_unique")]

    def __str__(self) -> str:
        return f"{self.decision_id} again"
