"""One customer message and everything until the reply."""

from django.db import models

from conversations.models.session import Session
from conversations.models.states import DUE, TurnStatus


class Turn(models.Model):
    """`number` counts from 1 in its session. `client_id` is the caller's own id of the message.

    `request_hash` tells whether a repeated `client_id` asks for the same thing. `input_consumed`
    says that a step already took the message in. `runs` counts how often it was started,
    `interruptions` how often it ended without a word. `cause` and `cause_detail` say why it failed,
    for staff only. `text` and `config` hold what was asked while it waits. `schema_version` is that
    of the graph which ran it. `handed_over` says that staff answer it: nothing ran.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField()
    client_id = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - NULL: not set, not unique
    request_hash = models.CharField(max_length=64)
    status = models.CharField(max_length=16, choices=TurnStatus.choices)
    text = models.TextField(default="", blank=True)
    config = models.JSONField(null=True, blank=True)
    input_consumed = models.BooleanField(default=False)
    runs = models.PositiveIntegerField(default=1)
    interruptions = models.PositiveSmallIntegerField(default=0)
    schema_version = models.PositiveIntegerField(default=1)
    cause = models.CharField(max_length=32, default="", blank=True)
    cause_detail = models.TextField(default="", blank=True)
    completes_session = models.BooleanField(default=False)
    handed_over = models.BooleanField(default=False)
    usage = models.JSONField(default=list, blank=True)
    accepted_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        permissions = [("retry_turn", "Can run failed turns again")]
        ordering = ["session", "number"]
        indexes = [
            models.Index(fields=["session", "number"], condition=models.Q(status__in=DUE), name="turn_due"),
            # Counts the turns of a day.
            models.Index(fields=["accepted_at"], name="turn_accepted_at"),
            models.Index(
                fields=["accepted_at", "session"],
                condition=models.Q(status=TurnStatus.FAILED),
                name="turn_failed_at",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="turn_number_unique"),
            models.UniqueConstraint(
                fields=["session", "client_id"],
                condition=models.Q(client_id__isnull=False),
                name="turn_client_id_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=TurnStatus.values), name="turn_status_known"
            ),
            models.UniqueConstraint(
                fields=["session"],
                condition=models.Q(status=TurnStatus.RUNNING),
                name="turn_one_running",
            ),
        ]

    def __str__(self) -> str:
        return f"turn {self.number}"
