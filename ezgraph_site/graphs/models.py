"""What the graphs keep across sessions."""

from django.db import models


class IssuedReference(models.Model):
    """A number that a customer was given, unique in its series for good.

    `effect_key` is the key of the step that asked for it: the same step is given the same number
    again, however often it is repeated.
    """

    series = models.CharField(max_length=32)
    number = models.PositiveIntegerField()
    effect_key = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="issued_reference_number"),
            models.UniqueConstraint(fields=["series", "effect_key"], name="issued_reference_effect"),
        ]

    def __str__(self) -> str:
        return f"{self.series} {self.number}"
