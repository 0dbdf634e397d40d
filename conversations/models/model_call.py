"""One call of a provider, whether it answered or not."""

from django.db import models

from conversations.models.turn import Turn


class ModelCall(models.Model):
    """Append-only. `code` is "" for a reply, else the provider error's code.

    `step` is NULL where the step was dropped. `cost` is in USD, NULL where the price is unknown.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="model_calls")
    step = models.ForeignKey(
        "conversations.Step", null=True, blank=True, on_delete=models.CASCADE, related_name="model_calls"
    )
    node = models.CharField(max_length=64)
    provider = models.CharField(max_length=64)
    model = models.CharField(max_length=200, default="", blank=True)
    code = models.CharField(max_length=32, default="", blank=True)
    message = models.CharField(max_length=300, default="", blank=True)
    request_id = models.CharField(max_length=200, default="", blank=True)
    duration_ms = models.PositiveIntegerField()
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cached_input_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["provider", "at"], name="model_call_provider_at"),
            models.Index(fields=["at"], name="model_call_at"),
            models.Index(
                fields=["provider", "at"], condition=~models.Q(code=""), name="model_call_failed_provider"
            ),
            models.Index(fields=["code", "at"], condition=~models.Q(code=""), name="model_call_failed_code"),
            models.Index(
                fields=["request_id"], condition=~models.Q(request_id=""), name="model_call_request_id"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.provider} {self.code or 'ok'}"
