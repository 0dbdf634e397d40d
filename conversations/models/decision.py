"""Decisions on record: what was asked of whom, what came back and what became of it."""

import uuid

from django.db import models

from conversations.models.states import DecisionOutcome
from conversations.models.step import Step
from conversations.models.turn import Turn


class Decision(models.Model):
    """One run of a decision node. Append-only; holds no prompt, state, fact or customer's text.

    `provider` was configured, `answered_by` answered; so with `asked_model` and `model`. `failure` says how
    it failed, "" where it did not; `failures` who was asked in vain and what each said. `step` is NULL
    where the step was dropped. `source` is where figures come from, `request_bytes` the length of
    questions and state as JSON. `certainty` is the lowest probability among the answers (of a noul that of
    the likelier of yes and no), 0 where there are none: the least certain are reviewed first.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="decisions")
    step = models.ForeignKey(Step, null=True, blank=True, on_delete=models.CASCADE, related_name="decisions")
    graph = models.CharField(max_length=64)
    node = models.CharField(max_length=64)
    provider = models.CharField(max_length=64)
    answered_by = models.CharField(max_length=64, default="", blank=True)
    asked_model = models.CharField(max_length=200, default="", blank=True)
    model = models.CharField(max_length=200, default="", blank=True)
    outcome = models.CharField(max_length=16, choices=DecisionOutcome.choices)
    failure = models.CharField(max_length=16, default="", blank=True)
    failures = models.JSONField(default=list, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    duration_ms = models.PositiveIntegerField(default=0)
    request_id = models.CharField(max_length=200, default="", blank=True)
    request_bytes = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    source = models.CharField(max_length=16, default="", blank=True)
    certainty = models.FloatField(default=0.0)
    at = models.DateTimeField()

    class Meta:
        permissions = [
            ("review_decision", "Can review decisions"),
            ("export_decision", "Can export labelled decisions"),
        ]
        indexes = [
            models.Index(fields=["graph", "node", "at"], name="decision_node_at"),
            # What is reviewed first: the least certain, and of those the newest.
            models.Index(fields=["graph", "node", "certainty", "-at"], name="decision_node_certainty"),
            models.Index(fields=["certainty", "-at"], name="decision_certainty"),
            models.Index(fields=["answered_by", "model", "at"], name="decision_answered_by_at"),
            models.Index(fields=["model", "at"], name="decision_model_at"),
            models.Index(
                fields=["request_id"], condition=~models.Q(request_id=""), name="decision_request_id"
            ),
            models.Index(fields=["outcome", "at"], name="decision_outcome_at"),
            models.Index(
                fields=["failure", "at"], condition=~models.Q(failure=""), name="decision_failure_at"
            ),
            models.Index(fields=["at"], name="decision_at"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(outcome__in=DecisionOutcome.values), name="decision_outcome_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.node}: {self.outcome}"


class DecisionAnswer(models.Model):
    """The answer to one question. Append-only; labels and numbers only.

    `label` is of a choice, `number` of a score or noul; `probability` is that of the answer, and
    `probabilities` are all, by label or by level. `thresholds` are the numbers that held, by name.
    """

    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="answers", db_index=False)
    question = models.CharField(max_length=200)
    kind = models.CharField(max_length=8)
    label = models.CharField(max_length=200, default="", blank=True)
    number = models.FloatField(null=True, blank=True)
    probability = models.FloatField(null=True, blank=True)
    confidence = models.FloatField(null=True, blank=True)
    probabilities = models.JSONField(default=dict, blank=True)
    thresholds = models.JSONField(default=dict, blank=True)

    class Meta:
        indexes = [models.Index(fields=["question", "label"], name="answer_question_label")]
        constraints = [
            models.UniqueConstraint(fields=["decision", "question"], name="answer_question_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.question}: {self.label or self.number}"


class DecisionCapture(models.Model):
    """Questions and state of a decision, as they were sent, where its graph opts in."""

    decision = models.OneToOneField(Decision, on_delete=models.CASCADE, related_name="capture")
    questions = models.JSONField()
    state = models.JSONField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        permissions = [("view_captured_content", "Can see what was asked in captured decisions")]

    def __str__(self) -> str:
        return f"capture of {self.decision_id}"
