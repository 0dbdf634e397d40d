"""What is read when somebody asks for the metrics: circuits, and what the database says of the whole site.

What can be counted is on the page from the first time on, at zero: a series that appears at one looks to
Prometheus as if nothing had happened.
"""

import asyncio
from datetime import datetime
from typing import Any, Final

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


async def read_all() -> None:
    """Bring every metric that is read when asked up to date; what cannot be read is left out."""
    names = await _read_database()
    _begin_at_zero(names)
    await asyncio.gather(_read_circuits(names), _ask_redis())


async def _read_database() -> list[str]:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            rows = await in_database(_rows)
    except Exception:
        metrics.DATABASE_UP.set(0)
        for metric in (metrics.WEBHOOK_DELIVERIES, metrics.TURNS_DUE):
            metric.clear()
        return []
    metrics.DATABASE_UP.set(1)
    for state in ("due", "waiting", "set_aside"):
        metrics.WEBHOOK_DELIVERIES.labels(state).set(rows["deliveries"][state])
    metrics.WEBHOOK_LATENESS.set(_age(rows["deliveries"]["oldest"]))
    for status in DUE:
        metrics.TURNS_DUE.labels(status).set(rows["turns"][status])
    providers: list[str] = rows["providers"]
    return providers


def _rows() -> dict[str, Any]:
    """By indexes of what waits and what was set aside: as quick as these are few."""
    now = clock.now()
    waiting = WebhookDelivery.objects.filter(status=DeliveryStatus.WAITING).aggregate(
        due=Count("pk", filter=Q(next_at__lte=now)),
        waiting=Count("pk", filter=Q(next_at__gt=now)),
        oldest=Min("next_at", filter=Q(next_at__lte=now)),
    )
    set_aside = WebhookDelivery.objects.filter(status=DeliveryStatus.SET_ASIDE).count()
    turns = Turn.objects.filter(status__in=DUE).aggregate(
        **{status.value: Count("pk", filter=Q(status=status)) for status in DUE}
    )
    return {
        "deliveries": {**waiting, "set_aside": set_aside},
        "turns": turns,
        "providers": list(Provider.objects.order_by("name").values_list("name", flat=True)),
    }


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
    metrics.CIRCUIT_STATE.clear()
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            states = await circuits.states(names)
    except Exception:
        return
    for name, circuit in states.items():
        for status in circuits.Status:
            metrics.CIRCUIT_STATE.labels(name, status.value).set(circuit.status is status)


async def _ask_redis() -> None:
    is_there = True
    if settings.REDIS_URL:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                is_there = await circuits.is_shared()
        except Exception:
            is_there = False
    metrics.REDIS_AWAY.set(not is_there)


def _age(since: datetime | None) -> float:
    return 0.0 if since is None else (clock.now() - since).total_seconds()
