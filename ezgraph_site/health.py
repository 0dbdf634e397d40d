"""Whether this process is alive, and whether it is ready to serve: for load balancers and operators."""

import asyncio
from collections.abc import Awaitable
from http import HTTPStatus
from typing import Final

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse

from providers.database import in_database
from providers.resilience import circuits

PATIENCE_SECONDS: Final = 3.0
"""How long each part may take to show that it is there."""

OK: Final = "ok"
AWAY: Final = "away"
IN_PROCESS: Final = "in process"
"""There is no Redis: what would be shared is this process's own."""

PROBE_CHANNEL: Final = "ezgraph.health"


async def alive(request: HttpRequest) -> JsonResponse:
    """Answer; whoever gets that knows that the process runs."""
    return JsonResponse({"status": "alive"})


async def ready(request: HttpRequest) -> JsonResponse:
    """Tell how each part stands: 200 where messages can be taken, 503 where they cannot.

    Without its database the site can take none. Without Redis tabs of other processes hear late and
    circuits, rate limits are each process's own, but calls go on: that is said, and no reason to be sent
    away.
    """
    database, layer, limits = await asyncio.gather(
        _answers(in_database(_ask_database)), _layer(), _shared_limits()
    )
    parts = {"database": database, "channel_layer": layer, "shared_limits": limits}
    is_ready = database == OK
    degraded = AWAY in parts.values()
    status = ("degraded" if degraded else "ready") if is_ready else "not ready"
    return JsonResponse(
        {"status": status, "parts": parts},
        status=HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE,
    )


async def _layer() -> str:
    if not settings.REDIS_URL:
        return IN_PROCESS
    return await _answers(get_channel_layer().send(PROBE_CHANNEL, {"type": "health"}))


async def _shared_limits() -> str:
    if not settings.REDIS_URL:
        return IN_PROCESS
    return OK if await circuits.is_shared() else AWAY


async def _answers(asked: Awaitable[object]) -> str:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asked
    except Exception:
        return AWAY
    return OK


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
