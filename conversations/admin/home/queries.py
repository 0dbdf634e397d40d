"""The figures of home, each in one query along an index. Test sessions are in none of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final

from django.db.models import Aggregate, Count, DurationField, ExpressionWrapper, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import TruncDay
from django.utils import timezone

from conversations.admin.home.spans import Compared, Counting, Span, Spans, counted, counts_of_both, of_both
from conversations.admin.parts.customers import of_customers, turns_of_customers
from conversations.admin.parts.percentiles import Percentile
from conversations.models import (
    Decision,
    DecisionOutcome,
    Message,
    MessageRole,
    ModelCall,
    Session,
    SessionStatus,
    Turn,
    TurnStatus,
)

CHART_DAYS: Final = 14
NEWEST_FAILURES: Final = 6
MOST_HANDED_OVER: Final = 100

FAILED_DECISIONS: Final = (
    DecisionOutcome.FAILED,
    DecisionOutcome.HANDLER_FAILED,
    DecisionOutcome.FALLBACK_FAILED,
)


@dataclass(frozen=True)
class SessionFigures:
    """Sessions that began, and those of them that were completed within the same time."""

    begun: int
    completed: int


@dataclass(frozen=True)
class TurnFigures:
    """Turns that began. p50 and p95 are from the customer's message to the machine's reply."""

    turns: int
    failed: int
    p50: timedelta | None
    p95: timedelta | None


@dataclass(frozen=True)
class DecisionFigures:
    """Decisions that were to be made; fallbacks are those where the graph's way out was taken."""

    decisions: int
    fallbacks: int
    failed: int


@dataclass(frozen=True)
class ProviderFigures:
    """Calls of one provider. `cost` is in US dollars, None where no call's price is known."""

    calls: int = 0
    errors: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal | None = None


@dataclass(frozen=True)
class SessionDay:
    """Sessions that began on a day of the site's time zone, and how many of them are completed by now."""

    day: date
    begun: int
    completed: int


@dataclass(frozen=True)
class HandedOver:
    """A session in staff's hands. `waits` tells that the last word is the customer's."""

    session: Session
    waits: bool


def sessions(spans: Spans) -> Compared[SessionFigures]:
    """The sessions of both times."""
    found = counted(
        Session.objects.filter(is_test=False),
        "created_at",
        spans,
        {"begun": _count, "completed": _count_completed},
    )
    return Compared(SessionFigures(**found.today), SessionFigures(**found.before))


def session_days(now: datetime) -> list[SessionDay]:
    """The last days, today last."""
    today = timezone.localtime(now).date()
    days = [today - timedelta(days=back) for back in reversed(range(CHART_DAYS))]
    since = timezone.make_aware(datetime.combine(days[0], time.min))
    rows = (
        Session.objects.filter(is_test=False, created_at__gte=since)
        .annotate(moment=TruncDay("created_at"))
        .values("moment")
        .order_by()
        .annotate(begun=Count("pk"), completed=Count("pk", filter=Q(status=SessionStatus.COMPLETED)))
        .values_list("moment", "begun", "completed")
    )
    found = {timezone.localtime(moment).date(): (begun, completed) for moment, begun, completed in rows}
    return [SessionDay(day, *found.get(day, (0, 0))) for day in days]


def turns(spans: Spans) -> Compared[TurnFigures]:
    """The turns of both times. Those that staff answered are no turns of the machine."""
    took = ExpressionWrapper(F("ended_at") - F("accepted_at"), DurationField())
    rows = turns_of_customers(Turn.objects.filter(handed_over=False), spans.before.since).annotate(took=took)
    replied = Q(status=TurnStatus.COMPLETED)
    found = counted(
        rows,
        "accepted_at",
        spans,
        {
            "turns": _count,
            "failed": _count_of(Q(status=TurnStatus.FAILED)),
            "p50": lambda within, _: Percentile("took", 0.5, filter=within & replied),
            "p95": lambda within, _: Percentile("took", 0.95, filter=within & replied),
        },
    )
    return Compared(TurnFigures(**found.today), TurnFigures(**found.before))


def decisions(spans: Spans) -> Compared[DecisionFigures]:
    """The decisions of both times."""
    found = counted(
        of_customers(Decision.objects.all(), spans.before.since),
        "at",
        spans,
        {
            "decisions": _count,
            "fallbacks": _count_of(Q(outcome=DecisionOutcome.FALLBACK)),
            "failed": _count_of(Q(outcome__in=FAILED_DECISIONS)),
        },
    )
    return Compared(DecisionFigures(**found.today), DecisionFigures(**found.before))


def provider_calls(spans: Spans) -> dict[str, Compared[ProviderFigures]]:
    """The calls of both times by the provider's name."""
    calls = of_customers(ModelCall.objects.filter(of_both(spans, "at")), spans.before.since)
    rows: Iterable[Mapping[str, Any]] = (
        calls.values("provider").order_by("provider").annotate(**counts_of_both(spans, "at", _CALL_FIGURES))
    )
    return {row["provider"]: Compared(_calls_of(row, "today"), _calls_of(row, "before")) for row in rows}


def newest_failures() -> list[Turn]:
    """The turns that failed last."""
    failed = Turn.objects.filter(status=TurnStatus.FAILED, session__is_test=False)
    return list(failed.order_by("-accepted_at").select_related("session")[:NEWEST_FAILURES])


def handed_over() -> list[HandedOver]:
    """The sessions in staff's hands, those first that were active longest ago."""
    last = Message.objects.filter(session=OuterRef("pk"), number=OuterRef("last_number"))
    rows = (
        Session.objects.filter(status=SessionStatus.HANDED_OVER, is_test=False)
        .annotate(last_role=Subquery(last.values("role")[:1]))
        .order_by("updated_at")[:MOST_HANDED_OVER]
    )
    return [HandedOver(row, row.last_role == MessageRole.HUMAN) for row in rows]


def _count(within: Q, _: Span) -> Aggregate:
    return Count("pk", filter=within)


def _count_of(condition: Q) -> Counting:
    return lambda within, _: Count("pk", filter=within & condition)


def _count_completed(within: Q, span: Span) -> Aggregate:
    """Those completed later are left out: a week ago they were not completed at this time either."""
    return Count("pk", filter=within & Q(status=SessionStatus.COMPLETED, updated_at__lt=span.until))


_CALL_FIGURES: Final[dict[str, Counting]] = {
    "calls": _count,
    "errors": _count_of(~Q(code="")),
    "input_tokens": lambda within, _: Sum("input_tokens", filter=within, default=0),
    "output_tokens": lambda within, _: Sum("output_tokens", filter=within, default=0),
    "cost": lambda within, _: Sum("cost", filter=within),
}


def _calls_of(row: Mapping[str, Any], span: str) -> ProviderFigures:
    return ProviderFigures(**{field.name: row[f"{span}_{field.name}"] for field in fields(ProviderFigures)})
