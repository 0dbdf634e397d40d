"""Today until now, and the same hours a week ago, in the site's time zone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Generic, TypeAlias, TypeVar

from django.db.models import Aggregate, Q, QuerySet
from django.utils import timezone

Figures = TypeVar("Figures")


@dataclass(frozen=True)
class Span:
    """A time: from `since` on, before `until`."""

    since: datetime
    until: datetime

    def holds(self, moment: str) -> Q:
        """The condition that a column lies in it."""
        return Q(**{f"{moment}__gte": self.since, f"{moment}__lt": self.until})


@dataclass(frozen=True)
class Compared(Generic[Figures]):
    """The same of both times."""

    today: Figures
    before: Figures


Spans: TypeAlias = Compared[Span]

Counting: TypeAlias = Callable[[Q, Span], Aggregate]
"""Makes what counts the rows of a span, which it is given together with the condition for them."""


def spans_until(now: datetime) -> Spans:
    """Today until `now`, and the same hours a week ago."""
    local = timezone.localtime(now)
    since, before = (
        timezone.make_aware(datetime.combine(local.date() - timedelta(days=days), time.min))
        for days in (0, 7)
    )
    return Compared(Span(since, now), Span(before, before + (now - since)))


def counted(
    rows: QuerySet[Any], moment: str, spans: Spans, figures: Mapping[str, Counting]
) -> Compared[dict[str, Any]]:
    """Count rows of both times in one query along an index on `moment`."""
    found = rows.filter(of_both(spans, moment)).aggregate(**counts_of_both(spans, moment, figures))
    return Compared(
        {name: found[f"today_{name}"] for name in figures},
        {name: found[f"before_{name}"] for name in figures},
    )


def of_both(spans: Spans, moment: str) -> Q:
    """The condition that a column lies in one of both times."""
    return spans.today.holds(moment) | spans.before.holds(moment)


def counts_of_both(spans: Spans, moment: str, figures: Mapping[str, Counting]) -> dict[str, Aggregate]:
    """Each figure of both times, as `today_…` and `before_…`."""
    both = {"today": spans.today, "before": spans.before}
    return {
        f"{which}_{name}": figure(span.holds(moment), span)
        for which, span in both.items()
        for name, figure in figures.items()
    }
