"""Figures are of customers' sessions: those that staff made to try something are left out."""

from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from conversations.models import Session, Turn

Row = TypeVar("Row", bound=Model)


def of_customers(rows: QuerySet[Row, Any], since: datetime) -> QuerySet[Row, Any]:
    """Leave out the rows of test sessions; all `rows` have a turn and are of `since` or later.

    There are few test sessions, so theirs are looked up rather than each row's session.
    """
    tests = Session.objects.filter(is_test=True, updated_at__gte=since)
    return rows.exclude(turn__in=Turn.objects.filter(session__in=tests))
