"""What staff set for one graph."""

from decimal import Decimal
from typing import Any

from django.core.validators import MinValueValidator
from django.db import models


def limit(default: int) -> "models.PositiveIntegerField[Any, Any]":
    """Make the column of how often something is allowed: at least once."""
    return models.PositiveIntegerField(default=default, validators=[MinValueValidator(1)])


class GraphSettings(models.Model):
    """One row a graph, made with defaults where missing.

    `public` lets visitors without an API key start sessions. Empty provider or model means that
    the graph's own applies. `thresholds` are the numbers that staff set in place of the nodes' own: an
    object by node of objects by name.

    Of visitors: `allowed_origins` are the sites that may use the chat beside this one, `longest_message`
    counts characters and is the site's own where it is NULL. Messages and sessions are counted by visitor
    or by address within a minute or a day, turns and US dollars of the graph within a day of the site's time
    zone; NULL dollars have no bound. `sealed_identity` are the secrets by which host sites sign their users,
    encrypted.
    """

    graph = models.CharField(max_length=64, unique=True)
    public = models.BooleanField(default=True)
    chat_provider = models.CharField(max_length=64, default="", blank=True)
    chat_model = models.CharField(max_length=200, default="", blank=True)
    decision_provider = models.CharField(max_length=64, default="", blank=True)
    decision_model = models.CharField(max_length=200, default="", blank=True)
    thresholds = models.JSONField(default=dict, blank=True)
    allowed_origins = models.JSONField(default=list, blank=True)
    longest_message = models.PositiveIntegerField(
        null=True, blank=True, default=None, validators=[MinValueValidator(1)]
    )
    visitor_messages_per_minute = limit(20)
    visitor_messages_per_day = limit(300)
    address_messages_per_minute = limit(600)
    address_sessions_per_minute = limit(60)
    turns_per_day = limit(20_000)
    dollars_per_day = models.DecimalField(
        max_digits=12,
        decimal_places=2,
        null=True,
        blank=True,
        default=None,
        validators=[MinValueValidator(Decimal("0.01"))],
    )
    sealed_identity = models.TextField(default="", blank=True, editable=False)

    class Meta:
        verbose_name_plural = "graphs"

    def __str__(self) -> str:
        return self.graph
