"""Figures are of customers' sessions: those that staff made to try something are left out.

There are few test sessions, so theirs are looked up rather than each row's session.
"""

from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from conversations.models import Session, Turn

Row = TypeVar("Row", bound=Model)


def of_customers(rows: QuerySet[Row, Any], since: datetime) -> QuerySet[Row, Any]:
    """Leave out the rows of test sessions; all `rows` have a turn and are of `since` or later."""
    return rows.exclude(turn__in=Turn.objects.filter(session__in=_tests(since)))


def turns_of_customers(turns: QuerySet[Turn], since: datetime) -> QuerySet[Turn]:
    """Leave out the turns of test sessions; all `turns` are of `since` or later."""
    return turns.exclude(session__in=_tests(since))


def _tests(since: datetime) -> QuerySet[Session]:
    return Session.objects.filter(is_test=True, updated_at__gte=since)
