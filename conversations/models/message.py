"""A message of a session: one row in one history space."""

from django.db import models

from conversations.models.session import Session
from conversations.models.states import MessageRole
from conversations.models.step import Step
from conversations.models.turn import Turn


class Message(models.Model):
    """Append-only. `seq` orders all messages of a session; `number` counts the visible ones.

    `number` is NULL for what the customer does not see. `tool_calls` are the calls of an ai
    message; `tool_call_id` names the call that a tool message answers. `internal` marks what the
    framework or an author put in. `suggestions` are replies that the customer may send with one click.

    `author` is who of staff wrote it, as the customer reads it, else "". What staff write is in no turn:
    `turn` is then the newest one that there was, NULL without one, and `client_id` is the writer's own id
    of it.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="messages", db_index=False)
    seq = models.PositiveBigIntegerField()
    number = models.PositiveBigIntegerField(null=True, blank=True)
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.CASCADE, related_name="messages")
    step = models.ForeignKey(Step, null=True, blank=True, on_delete=models.CASCADE, related_name="messages")
    space = models.CharField(max_length=64)
    role = models.CharField(max_length=8, choices=MessageRole.choices)
    author = models.CharField(max_length=320, default="", blank=True)
    node = models.CharField(max_length=64, default="", blank=True)
    text = models.TextField(default="", blank=True)
    client_id = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - NULL: not set, not unique
    tool_calls = models.JSONField(default=list, blank=True)
    tool_call_id = models.CharField(max_length=200, default="", blank=True)
    suggestions = models.JSONField(default=list, blank=True)
    internal = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["session", "seq"]
        indexes = [models.Index(fields=["session", "space", "seq"], name="message_space")]
        constraints = [
            models.UniqueConstraint(fields=["session", "seq"], name="message_seq_unique"),
            models.UniqueConstraint(
                fields=["session", "number"],
                condition=models.Q(number__isnull=False),
                name="message_number_unique",
            ),
            models.UniqueConstraint(
                fields=["session", "client_id"],
                condition=models.Q(client_id__isnull=False),
                name="message_client_id_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(turn__isnull=False) | ~models.Q(author=""),
                name="message_of_turn_or_staff",
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=MessageRole.values), name="message_role_known"
            ),
            models.CheckConstraint(
                condition=models.Q(number__isnull=True) | models.Q(internal=False),
                name="message_internal_is_invisible",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.seq}"
