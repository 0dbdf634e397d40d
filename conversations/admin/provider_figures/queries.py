"""What the calls of a provider come to, counted by the database along the index of provider and time.

Calls of test sessions are left out.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final, Literal, TypeAlias

from django.db.models import Count, IntegerField, Max, Q, QuerySet, Sum, Value
from django.utils import timezone

from conversations.admin.parts.customers import of_customers
from conversations.admin.provider_figures.latencies import CLASS_OF_LENGTH, LengthClass, percentile
from conversations.models import ModelCall

Step = Literal["hour", "day"]
Calls: TypeAlias = QuerySet[ModelCall, Any]

Row: TypeAlias = Mapping[str, Any]
"""What the database counted of the calls of one hour or day and one class of length."""

HOURS: Final = 24
DAYS: Final = 7
NEWEST_ERRORS: Final = 8

ANSWERED: Final = Q(code="")


@dataclass(frozen=True)
class Figures:
    """Calls and what came of them. Times are milliseconds of answered calls, None where there are none.

    `cost` is in US dollars, None where no call's price is known.
    """

    calls: int = 0
    errors: int = 0
    p50: int | None = None
    p95: int | None = None
    cost: Decimal | None = None
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def error_rate(self) -> float | None:
        """The part of the calls that failed; None without calls."""
        return self.errors / self.calls if self.calls else None


@dataclass(frozen=True)
class Period:
    """The figures of a time as a whole, and of each of its hours or days from the earliest to the latest."""

    step: Step
    whole: Figures
    parts: tuple[tuple[datetime, Figures], ...]


def periods_of(provider: str, now: datetime) -> tuple[Period, Period]:
    """The last 24 hours by the hour, and the last 7 days of the site's time zone; both end with `now`."""
    hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    today = timezone.localtime(now).date()
    return (
        _period(provider, "hour", [hour - timedelta(hours=back) for back in reversed(range(HOURS))]),
        _period(provider, "day", [_midnight(today, back) for back in reversed(range(DAYS))]),
    )


def newest_errors(provider: str, now: datetime) -> list[ModelCall]:
    """The calls of the last 7 days that failed, the newest first."""
    calls = ModelCall.objects.filter(provider=provider, at__gte=now - timedelta(days=DAYS)).exclude(ANSWERED)
    return list(calls.order_by("-at").select_related("turn__session")[:NEWEST_ERRORS])


def _period(provider: str, step: Step, moments: Sequence[datetime]) -> Period:
    calls = of_customers(ModelCall.objects.filter(provider=provider, at__gte=moments[0]), moments[0])
    rows = _counted(calls, moments)
    of_part: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        of_part[row["part"]].append(row)
    return Period(
        step=step,
        whole=_added(rows),
        parts=tuple((moment, _added(of_part[part])) for part, moment in enumerate(moments)),
    )


def _counted(calls: Calls, moments: Sequence[datetime]) -> Sequence[Row]:
    """By hour or day, and therein by the class of length, in one query.

    Each part of the time is a look at the index of its own: grouped by the time, all rows would be sorted.
    """
    ends = [*moments[1:], None]
    first, *others = (
        _of_part(calls.filter(at__gte=since, **({} if end is None else {"at__lt": end})), part)
        for part, (since, end) in enumerate(zip(moments, ends, strict=True))
    )
    return list(first.union(*others, all=True))


def _of_part(calls: Calls, part: int) -> QuerySet[ModelCall, Any]:
    return (
        calls.annotate(length_class=CLASS_OF_LENGTH)
        .values("length_class")
        .order_by()
        .annotate(
            part=Value(part, IntegerField()),
            calls=Count("pk"),
            answered=Count("pk", filter=ANSWERED),
            longest=Max("duration_ms", filter=ANSWERED),
            cost=Sum("cost"),
            input_tokens=Sum("input_tokens"),
            output_tokens=Sum("output_tokens"),
        )
    )


def _added(rows: Sequence[Row]) -> Figures:
    classes = [LengthClass(row["longest"], row["answered"]) for row in rows if row["answered"]]
    costs = [row["cost"] for row in rows if row["cost"] is not None]
    calls = sum(row["calls"] for row in rows)
    return Figures(
        calls=calls,
        errors=calls - sum(one.calls for one in classes),
        p50=percentile(classes, 0.5),
        p95=percentile(classes, 0.95),
        cost=sum(costs, Decimal()) if costs else None,
        input_tokens=sum(row["input_tokens"] for row in rows),
        output_tokens=sum(row["output_tokens"] for row in rows),
    )


def _midnight(today: date, back: int) -> datetime:
    return timezone.make_aware(datetime.combine(today - timedelta(days=back), time.min))
