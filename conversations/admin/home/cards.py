"""The cards at the top of home: one figure each, against a week ago, with the way to its list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode

from conversations.admin.home import queries
from conversations.admin.home.spans import Spans
from conversations.admin.parts.amounts import count, duration
from conversations.admin.parts.charts import Chart, Column, chart, whole

Tone = Literal["", "good", "bad"]

NOBODY: Final = "none a week ago"


@dataclass(frozen=True)
class Card:
    """A figure. `change` says how it was, `tone` whether that is good; `page` is the list behind it."""

    title: str
    value: str
    change: str
    page: str
    tone: Tone = ""
    chart: str = ""


def session_cards(spans: Spans) -> list[Card]:
    """Sessions and how many were completed."""
    found = queries.sessions(spans)
    today, before = found.today, found.before
    days = queries.session_days(spans.today.until)
    drawn = Chart(
        "Sessions a day",
        [Column(date_format(one.day, "j M"), one.completed, one.begun - one.completed) for one in days],
        ("completed", "not"),
        ("strong", "calm"),
        whole,
    )
    parts = [
        Column(date_format(one.day, "j M"), 100 * (_part(one.completed, one.begun) or 0)) for one in days
    ]
    drawn_parts = Chart("Completed a day", parts, ("completed",), ("strong",), lambda part: f"{part:.0f} %")
    rate, earlier = _part(today.completed, today.begun), _part(before.completed, before.begun)
    return [
        Card(
            "Sessions",
            count(today.begun),
            _against(today.begun, before.begun),
            _list("session", day="today", test="no"),
            chart=chart(drawn),
        ),
        Card(
            "Completed",
            _hundredths(rate),
            "no sessions a week ago" if earlier is None else f"{_hundredths(earlier)} a week ago",
            _list("session", day="today", test="no", status="completed"),
            _tone(rate, earlier, more_is="good"),
            chart(drawn_parts),
        ),
    ]


def turn_cards(spans: Spans) -> list[Card]:
    """Turns that failed, and how long customers waited."""
    found = queries.turns(spans)
    today, before = found.today, found.before
    rate, earlier = _part(today.failed, today.turns), _part(before.failed, before.turns)
    now = "none yet" if today.p95 is None else f"p95 {_time(today.p95)}"
    then = NOBODY if before.p95 is None else f"a week ago {_time(before.p50)} and {_time(before.p95)}"
    return [
        Card(
            "Failed turns",
            count(today.failed),
            _rates(rate, earlier, "turns"),
            _list("turn", status="failed", day="today"),
            _tone(rate, earlier, more_is="bad"),
        ),
        Card("Reply time, p50", _time(today.p50), f"{now}; {then}", _list("turn", day="today")),
    ]


def decision_cards(spans: Spans) -> list[Card]:
    """Decisions, and those where nobody answered."""
    found = queries.decisions(spans)
    today, before = found.today, found.before
    rate, earlier = _part(today.fallbacks, today.decisions), _part(before.fallbacks, before.decisions)
    failed = f"{count(today.failed)} failed; " if today.failed else ""
    return [
        Card(
            "Decisions",
            count(today.decisions),
            f"{failed}{_against(today.decisions, before.decisions)}",
            _list("decision", day="today"),
        ),
        Card(
            "Fallbacks",
            count(today.fallbacks),
            _rates(rate, earlier, "decisions"),
            _list("decision", outcome="fallback", day="today"),
            _tone(rate, earlier, more_is="bad"),
        ),
    ]


def handed_over_card(found: list[queries.HandedOver]) -> Card:
    """Sessions in staff's hands, and those where a customer waits for them."""
    waiting = sum(one.waits for one in found)
    many = (
        f"{queries.MOST_HANDED_OVER} or more" if len(found) == queries.MOST_HANDED_OVER else count(len(found))
    )
    return Card(
        "Waiting for staff",
        count(waiting),
        f"of {many} in staff’s hands",
        _list("session", status="handed_over"),
        "bad" if waiting else "",
    )


def circuit_card(open_circuits: Sequence[str]) -> Card:
    """Providers that are not asked at this moment."""
    told = ", ".join(open_circuits) or "every provider is asked"
    page = reverse("admin:providers_provider_changelist")
    return Card("Open circuits", count(len(open_circuits)), told, page, "bad" if open_circuits else "")


def _list(model: str, **filters: str) -> str:
    return f"{reverse(f'admin:conversations_{model}_changelist')}?{urlencode(filters)}"


def _part(some: int, all_: int) -> float | None:
    return some / all_ if all_ else None


def _against(now: int, before: int) -> str:
    """How a count has changed, such as `+12 % on a week ago`."""
    if not before:
        return NOBODY if now else "none a week ago either"
    change = round(100 * (now - before) / before)
    return f"{change:+d} % on a week ago" if change else "as many as a week ago"


def _rates(now: float | None, before: float | None, of: str) -> str:
    """Which part of them it was, such as `5 % of turns; 4 % a week ago`."""
    today = f"no {of} yet" if now is None else f"{_hundredths(now)} of {of}"
    return f"{today}; {f'no {of}' if before is None else _hundredths(before)} a week ago"


def _tone(now: float | None, before: float | None, *, more_is: Tone) -> Tone:
    if now is None or before is None or now == before:
        return ""
    if now > before:
        return more_is
    return "good" if more_is == "bad" else "bad"


def _hundredths(part: float | None) -> str:
    if part is None:
        return "–"
    return f"{100 * part:.1f} %" if 0 < part < 0.1 else f"{100 * part:.0f} %"


def _time(took: timedelta | None) -> str:
    return duration(None if took is None else round(took.total_seconds() * 1000))
