"""One node's run inside a turn: the timeline for staff, and what a fork reads."""

from django.db import models

from conversations.models.turn import Turn


class Step(models.Model):
    """Append-only. `outcome` is what the node returned (`go`, `direct`, …), `cursor` where it led.

    A turn whose session was migrated or started afresh at its beginning has a step 0 without a node,
    with all channels as they were then; its `outcome` is one of `Entry`.

    `channels` holds the value of each channel that the step touched, by node id. `last_seq` is the
    session's highest message number after it.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="steps", db_index=False)
    number = models.PositiveIntegerField()
    node = models.CharField(max_length=64)
    outcome = models.CharField(max_length=16)
    cursor = models.CharField(max_length=64)
    channels = models.JSONField(default=dict, blank=True)
    last_seq = models.PositiveBigIntegerField(default=0)
    usage = models.JSONField(default=list, blank=True)
    started_at = models.DateTimeField()
    duration_ms = models.PositiveIntegerField()

    class Meta:
        ordering = ["turn", "number"]
        constraints = [models.UniqueConstraint(fields=["turn", "number"], name="step_number_unique")]

    def __str__(self) -> str:
        return f"step {self.number}: {self.node}"
