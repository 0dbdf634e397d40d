"""What a customer thinks of a conversation."""

from typing import Final

from django.db import models

from conversations.models.session import Session

GOOD: Final = 1
BAD: Final = -1


class Rating(models.Model):
    """One a session: thumbs up or down, with a comment. The customer may change it at any time."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="rating")
    value = models.SmallIntegerField(choices=[(GOOD, "good"), (BAD, "bad")])
    comment = models.TextField(default="", blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(value__in=[GOOD, BAD]), name="rating_value_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_value_display()} {self.session_id}"
