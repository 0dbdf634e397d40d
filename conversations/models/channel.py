"""One node's own durable state in one session."""

from django.db import models

from conversations.models.session import Session


class Channel(models.Model):
    """`state` is a JSON object that the node's State model has validated; it is replaced whole."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="channels", db_index=False)
    node = models.CharField(max_length=64)
    state = models.JSONField(default=dict)
    updated_at = models.DateTimeField()

    class Meta:
        ordering = ["session", "node"]
        constraints = [models.UniqueConstraint(fields=["session", "node"], name="channel_node_unique")]

    def __str__(self) -> str:
        return self.node
