"""What staff say about decisions, and who has which in hand."""

from typing import Final

from django.conf import settings
from django.db import models

from conversations.models.access import ApiClient
from conversations.models.decision import Decision

WHOLE: Final = ""
"""In place of a question's name: the review is about where the decision led."""


class Review(models.Model):
    """One reviewer's verdict on one answer, or on a decision as a whole.

    `agrees` says whether the machine was right. `label` or `number` is what is right, also where it agrees:
    the label of a choice, the level of a score, 1 or 0 of a noul; a verdict on the whole has neither.
    The reviewer is somebody of the staff or an integration; `reviewer_name` outlives their account.
    `version` rises with each change, so that a page from before one cannot undo it.
    """

    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="reviews", db_index=False)
    question = models.CharField(max_length=200, default=WHOLE, blank=True)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    client = models.ForeignKey(
        ApiClient, null=True, blank=True, on_delete=models.SET_NULL, related_name="reviews"
    )
    reviewer_name = models.CharField(max_length=150)
    agrees = models.BooleanField()
    label = models.CharField(max_length=200, default="", blank=True)
    number = models.FloatField(null=True, blank=True)
    note = models.TextField(default="", blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["decision", "question", "updated_at"], name="review_decision_question"),
            # Finds the decisions that somebody says were wrong.
            models.Index(fields=["decision"], condition=models.Q(agrees=False), name="review_disagrees"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["decision", "question", "reviewer"],
                condition=models.Q(reviewer__isnull=False),
                name="review_of_reviewer_unique",
            ),
            models.UniqueConstraint(
                fields=["decision", "question", "client"],
                condition=models.Q(client__isnull=False),
                name="review_of_client_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(reviewer__isnull=True) | models.Q(client__isnull=True),
                name="review_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reviewer_name} on {self.question or 'the whole'}"


class ReviewClaim(models.Model):
    """Somebody has a decision in hand until `expires_at`: the queue offers it to nobody else."""

    decision = models.OneToOneField(Decision, on_delete=models.CASCADE, related_name="claim")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="review_claims"
    )
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.decision_id} until {self.expires_at:%H:%M:%S}"
