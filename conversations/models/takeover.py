"""The times in which staff spoke in the machine's place."""

from django.conf import settings
from django.db import models

from conversations.models.session import Session


class Takeover(models.Model):
    """From taking a session over until handing it back; `ended_at` is NULL while it lasts.

    Names outlive accounts. `shown_name` is what the customer reads, "" where the account has no person's
    name. `ended_by_name` is "" where the session's own end was the end of it.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="takeovers")
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    staff_name = models.CharField(max_length=320)
    shown_name = models.CharField(max_length=320, default="", blank=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by_name = models.CharField(max_length=320, default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session"], condition=models.Q(ended_at__isnull=True), name="takeover_one_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.staff_name} in {self.session_id}"
