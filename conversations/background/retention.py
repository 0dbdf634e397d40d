"""Retention: rows that are kept for a time only, and their removal once it is over.

To let rows of another kind go, add a line to `RULES`. What a customer said is not removed but erased, see
`conversations.background.forgetting`. The worker does both, see `conversations.background.upkeep`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet

from conversations import clock
from conversations.models import Decision, DecisionCapture, Replay, WebhookDelivery
from providers.models import BudgetAccount

BATCH: Final = 500
"""Rows that go in one statement, so that nobody who writes waits for long."""


@dataclass(frozen=True)
class Retention:
    """How long rows of one kind are kept.

    `kind` is what staff call them, `rows` all of them, `moment` the indexed column that says how old one
    is, and `setting` what holds the days.
    """

    kind: str
    rows: Callable[[], QuerySet[Any]]
    moment: str
    setting: str

    @property
    def days(self) -> int:
        """Days that a row is kept."""
        days: int = getattr(settings, self.setting)
        return days


RULES: Final = (
    Retention("captures", DecisionCapture.objects.all, "at", "EZGRAPH_CAPTURE_DAYS"),
    Retention("webhook deliveries", WebhookDelivery.objects.all, "happened_at", "EZGRAPH_WEBHOOK_DAYS"),
    Retention("decisions", Decision.objects.all, "at", "EZGRAPH_DECISION_DAYS"),
    Retention("replays", Replay.objects.all, "created_at", "EZGRAPH_DECISION_DAYS"),
    Retention("accounts of budgets", BudgetAccount.objects.all, "opened_at", "EZGRAPH_BUDGET_DAYS"),
)
"""Everything that is kept for a time only."""


@dataclass(frozen=True)
class Pruned:
    """How many rows of one kind went."""

    rule: Retention
    count: int

    def __str__(self) -> str:
        return f"{self.count} {self.rule.kind} older than {self.rule.days} days removed."


def prune(rule: Retention, batch: int = BATCH) -> Pruned:
    """Remove what is older than a rule allows, `batch` rows a statement, and tell of it.

    May be run at any time, beside turns and beside another run; what is broken off goes on with the next.
    """
    removed = 0
    # Another run may have taken some of a batch, so only a batch that removes nothing is the last one.
    while count := remove_batch(rule, batch):
        removed += count
    return Pruned(rule, removed)


def count_too_old(rule: Retention) -> int:
    """How many rows a rule lets go by now; nothing is removed."""
    return _too_old(rule).count()


def remove_batch(rule: Retention, batch: int = BATCH) -> int:
    """Remove up to `batch` of the oldest rows that a rule lets go, in one transaction; tell how many went."""
    rows = rule.rows().filter(pk__in=_too_old(rule).order_by(rule.moment).values("pk")[:batch])
    _, by_model = rows.delete()
    return by_model.get(rows.model._meta.label, 0)


def _too_old(rule: Retention) -> QuerySet[Any]:
    return rule.rows().filter(**{f"{rule.moment}__lt": clock.now() - timedelta(days=rule.days)})
