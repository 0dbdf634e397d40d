"""What the calls of a provider come to, counted by the database along the index of provider and time.

Calls of test sessions are left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final, Literal

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import TruncDay, TruncHour
from django.utils import timezone

from conversations.admin.parts.customers import of_customers
from conversations.admin.parts.percentiles import Percentile
from conversations.models import ModelCall

Step = Literal["hour", "day"]
Calls = QuerySet[ModelCall, Any]

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
    found = _by_step(calls, step)
    return Period(
        step=step,
        whole=_added(found.values(), calls.aggregate(**_latency()) if found else {}),
        parts=tuple((moment, found.get(moment, Figures())) for moment in moments),
    )


def _by_step(calls: Calls, step: Step) -> Mapping[datetime, Figures]:
    moment = TruncHour("at", tzinfo=UTC) if step == "hour" else TruncDay("at")
    rows: Iterable[Mapping[str, Any]] = (
        calls.annotate(moment=moment)
        .values("moment")
        .order_by()
        .annotate(
            calls=Count("pk"),
            errors=Count("pk", filter=~ANSWERED),
            cost=Sum("cost"),
            input_tokens=Sum("input_tokens"),
            output_tokens=Sum("output_tokens"),
            **_latency(),
        )
    )
    return {
        row["moment"]: Figures(**{field.name: row[field.name] for field in fields(Figures)}) for row in rows
    }


def _latency() -> dict[str, Percentile]:
    return {
        name: Percentile("duration_ms", part, filter=ANSWERED) for name, part in (("p50", 0.5), ("p95", 0.95))
    }


def _added(parts: Iterable[Figures], latency: Mapping[str, Any]) -> Figures:
    """The sum of all parts, whose percentiles do not add up."""
    whole = Figures()
    for part in parts:
        costs = [cost for cost in (whole.cost, part.cost) if cost is not None]
        whole = Figures(
            calls=whole.calls + part.calls,
            errors=whole.errors + part.errors,
            cost=sum(costs, Decimal()) if costs else None,
            input_tokens=whole.input_tokens + part.input_tokens,
            output_tokens=whole.output_tokens + part.output_tokens,
        )
    return replace(whole, p50=latency.get("p50"), p95=latency.get("p95"))


def _midnight(today: Any, back: int) -> datetime:
    return timezone.make_aware(datetime.combine(today - timedelta(days=back), time.min))
