"""What is read when somebody asks for the metrics: circuits, and what the database says of the whole site.

What can be counted is on the page from the first time on, at zero: a series that appears at one looks to
Prometheus as if nothing had happened. What cannot be read is NaN, for which no alert fires. The page may be
written while somebody waits here, and by another thread: no series is taken away that comes back.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from math import nan
from typing import Final

from django.conf import settings
from django.db.models import Count, Min, Q

from conversations import clock
from conversations.engine import graphs
from conversations.models import DeliveryStatus, Turn, WebhookDelivery
from conversations.models.states import DUE, TurnStatus
from conversations.observing import metrics
from conversations.webhooks.attempts import Fault
from providers.database import in_database
from providers.errors import ErrorCode
from providers.models import Provider
from providers.resilience import circuits

PATIENCE_SECONDS: Final = 3.0
"""How long the database, and Redis, may take. Prometheus itself waits ten seconds by default."""

DELIVERY_STATES: Final = ("due", "waiting", "set_aside")
TURN_STATES: Final = (*DUE, "unserved")


async def read_all() -> None:
    """Bring every metric that is read when asked up to date."""
    site = await _read_site()
    _show_site(site)
    names = _shown_providers() if site is None else site.providers
    _begin_at_zero(names)
    await asyncio.gather(_read_circuits(names), _ask_redis())


@dataclass(frozen=True)
class _Site:
    """What the database says: numbers by state, seconds, and the names of the providers."""

    deliveries: Mapping[str, int]
    lateness: float
    turns: Mapping[str, int]
    providers: list[str]


async def _read_site() -> _Site | None:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await in_database(_site)
    except Exception:
        return None


def _show_site(site: _Site | None) -> None:
    metrics.DATABASE_UP.set(site is not None)
    metrics.WEBHOOK_LATENESS.set(site.lateness if site else nan)
    for state in DELIVERY_STATES:
        metrics.WEBHOOK_DELIVERIES.labels(state).set(site.deliveries[state] if site else nan)
    for state in TURN_STATES:
        metrics.TURNS_DUE.labels(state).set(site.turns[state] if site else nan)


def _site() -> _Site:
    """By indexes of what waits and what was set aside: as quick as these are few."""
    now = clock.now()
    waiting = WebhookDelivery.objects.filter(status=DeliveryStatus.WAITING).aggregate(
        due=Count("pk", filter=Q(next_at__lte=now)),
        waiting=Count("pk", filter=Q(next_at__gt=now)),
        oldest=Min("next_at", filter=Q(next_at__lte=now)),
    )
    set_aside = WebhookDelivery.objects.filter(status=DeliveryStatus.SET_ASIDE).count()
    is_served = Q(session__graph__in=list(graphs.served()))
    turns = Turn.objects.filter(status__in=DUE).aggregate(
        **{status.value: Count("pk", filter=Q(status=status) & is_served) for status in DUE},
        unserved=Count("pk", filter=~is_served),
    )
    return _Site(
        deliveries={"due": waiting["due"], "waiting": waiting["waiting"], "set_aside": set_aside},
        lateness=_age(waiting["oldest"], now),
        turns=turns,
        providers=Provider.objects.names(),
    )


def _begin_at_zero(providers: list[str]) -> None:
    for graph in graphs.served():
        for status in (TurnStatus.COMPLETED, TurnStatus.FAILED, TurnStatus.CANCELLED, TurnStatus.INTERRUPTED):
            metrics.TURNS.labels(graph, status)
    for provider in providers:
        for code in (ErrorCode.CIRCUIT_OPEN, ErrorCode.BUDGET):
            metrics.MODEL_CALLS_REFUSED.labels(provider, code)
    for outcome in ("delivered", *(fault.lower() for fault in Fault)):
        metrics.WEBHOOK_ATTEMPTS.labels(outcome)


async def _read_circuits(names: list[str]) -> None:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            states = await circuits.states(names)
    except Exception:
        states = {}
    for name in names:
        for status in circuits.Status:
            is_so = states[name].status is status if name in states else nan
            metrics.CIRCUIT_STATE.labels(name, status.value).set(is_so)
    for name in set(_shown_providers()).difference(names):
        for status in circuits.Status:
            metrics.CIRCUIT_STATE.remove(name, status.value)


def _shown_providers() -> list[str]:
    """The providers whose circuits are on the page: those that the database had when it last told."""
    samples = (sample for family in metrics.CIRCUIT_STATE.collect() for sample in family.samples)
    return sorted({sample.labels["provider"] for sample in samples})


async def _ask_redis() -> None:
    is_there = True
    if settings.REDIS_URL:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                is_there = await circuits.is_shared()
        except Exception:
            is_there = False
    metrics.REDIS_AWAY.set(not is_there)


def _age(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else (now - since).total_seconds()
