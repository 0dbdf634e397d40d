"""The figures of a provider as a panel of its page, for whoever may see provider calls."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from conversations import clock
from conversations.admin.parts.amounts import count, dollars, duration
from conversations.admin.parts.charts import CHARTS_MEDIA, Chart, Column, chart, whole
from conversations.admin.provider_figures.queries import Figures, Period, newest_errors, periods_of
from providers.admin.panels import Panel, register_panel

PERMISSION: Final = "conversations.view_modelcall"

TITLES: Final = {"hour": "Last 24 hours", "day": "Last 7 days"}


@dataclass(frozen=True)
class Card:
    """One figure with what explains it, and how it went over time."""

    title: str
    value: str
    beside: str
    chart: SafeString
    is_bad: bool = False


@dataclass(frozen=True)
class Cards:
    """The cards of a period; none where nobody called."""

    title: str
    cards: tuple[Card, ...]


def show_panel() -> None:
    """Have the panel shown on every provider's page."""
    register_panel(Panel(panel, CHARTS_MEDIA))


def panel(request: HttpRequest, provider: str) -> SafeString:
    """The panel of one provider; "" for whoever may not see calls."""
    if not request.user.has_perm(PERMISSION):
        return SafeString("")
    now = clock.now()
    errors = newest_errors(provider, now)
    calls = reverse("admin:conversations_modelcall_changelist")
    context = {
        "periods": [_cards(period) for period in periods_of(provider, now)],
        "now": now,
        "errors": errors,
        "calls_page": f"{calls}?{urlencode({'provider': provider})}",
        "may_see_sessions": request.user.has_perm("conversations.view_session"),
    }
    return render_to_string("conversations/admin/provider_figures/panel.html", context)


def _cards(period: Period) -> Cards:
    figures = period.whole
    cards = (_calls(period), _errors(period), _latency(period), _cost(period)) if figures.calls else ()
    return Cards(TITLES[period.step], cards)


def _calls(period: Period) -> Card:
    figures = period.whole
    tokens = f"{count(figures.input_tokens)} tokens in, {count(figures.output_tokens)} out"
    columns = _columns(period, lambda one: (one.calls - one.errors, one.errors))
    drawn = Chart("Calls", columns, ("answered", "failed"), ("strong", "bad"), whole)
    return Card("Calls", count(figures.calls), tokens, chart(drawn))


def _errors(period: Period) -> Card:
    rate = period.whole.error_rate or 0.0
    columns = _columns(period, lambda one: (100 * (one.error_rate or 0.0), 0.0))
    drawn = Chart("Error rate", columns, ("failed",), ("bad",), _percent)
    beside = f"{count(period.whole.errors)} failed"
    return Card("Error rate", _percent(100 * rate), beside, chart(drawn), is_bad=rate > 0)


def _latency(period: Period) -> Card:
    figures = period.whole
    columns = _columns(period, lambda one: (one.p50 or 0, (one.p95 or 0) - (one.p50 or 0)))
    drawn = Chart(
        "Latency", columns, ("p50", "more at p95"), ("strong", "calm"), lambda ms: duration(round(ms))
    )
    return Card("Latency, p50", duration(figures.p50), f"p95 {duration(figures.p95)}", chart(drawn))


def _cost(period: Period) -> Card:
    figures = period.whole
    if figures.cost is None:
        return Card("Cost", "–", "No price is set.", SafeString(""))
    columns = _columns(period, lambda one: (float(one.cost or 0), 0.0))
    drawn = Chart("Cost", columns, ("",), ("strong",), lambda cost: f"${cost:,.4f}")
    each = f"{dollars(figures.cost / figures.calls)} a call"
    return Card("Cost", dollars(figures.cost), each, chart(drawn))


def _columns(period: Period, heights: Callable[[Figures], tuple[float, float]]) -> list[Column]:
    return [Column(_when(moment, period.step), *heights(figures)) for moment, figures in period.parts]


def _when(moment: datetime, step: str) -> str:
    return date_format(timezone.localtime(moment), "H:i" if step == "hour" else "D j M")


def _percent(part: float) -> str:
    return f"{part:.1f} %"
