"""Whether this process is alive, and whether it is ready to serve: for load balancers and operators.

Anybody is told that much. How each part stands is for staff and for whoever has an API key.
"""

import asyncio
from collections.abc import Awaitable, Mapping
from http import HTTPStatus
from typing import Any, Final

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from conversations import access
from conversations.access import ApiCaller, StaffCaller
from conversations.engine.turns.running import is_stopping
from providers.database import in_database
from providers.models import Provider
from providers.resilience import circuits

PATIENCE_SECONDS: Final = 3.0
"""How long each part may take to show that it is there."""

READY: Final = "ready"
NOT_READY: Final = "not ready"
DEGRADED: Final = "degraded"
"""It is ready, and something that makes it better is away."""

OK: Final = "ok"
AWAY: Final = "away"
IN_PROCESS: Final = "in process"
"""There is no Redis: what would be shared is this process's own."""

PROBE_CHANNEL: Final = "ezgraph.health"


@require_safe
async def alive(request: HttpRequest) -> JsonResponse:
    """Answer; whoever gets that knows that the process runs."""
    return JsonResponse({"status": "alive"})


@require_safe
async def ready(request: HttpRequest) -> JsonResponse:
    """Tell whether messages can be taken: 200 where they can, 503 where they cannot.

    Without its database the site can take none, nor can a process that is about to end. Without Redis tabs of
    other processes hear late and circuits, rate limits are each process's own; where a provider's circuit is
    open another one or nobody answers. But calls go on: that is said, and no reason to be sent away.
    """
    database = await _answers(in_database(_ask_database))
    status = READY if database == OK and not is_stopping() else NOT_READY
    body: dict[str, Any] = {"status": status}
    if database == OK and await may_see_parts(request):
        parts = {"database": database, **await _parts()}
        if status == READY and AWAY in parts.values():
            body["status"] = DEGRADED
        body["parts"] = parts
    response = JsonResponse(
        body, status=HTTPStatus.SERVICE_UNAVAILABLE if status == NOT_READY else HTTPStatus.OK
    )
    response["Cache-Control"] = "no-store"
    return response


async def may_see_parts(request: HttpRequest) -> bool:
    """Whether an API key, of whatever scopes, or a cookie of staff comes with the request.

    A key that is not valid is no reason to call a process ill: its sender is told what anybody is.
    """
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await in_database(_is_member, request)
    except Exception:
        return False


def _is_member(request: HttpRequest) -> bool:
    authorization = request.headers.get("Authorization", "")
    caller = access.identify(authorization) if authorization else access.identify_staff(request)
    return isinstance(caller, ApiCaller | StaffCaller)


async def _parts() -> Mapping[str, Any]:
    layer, limits, states = await asyncio.gather(_layer(), _shared_limits(), _circuits())
    return {"channel_layer": layer, "shared_limits": limits, "providers": states}


async def _layer() -> str:
    if not settings.REDIS_URL:
        return IN_PROCESS
    return await _answers(get_channel_layer().send(PROBE_CHANNEL, {"type": "health"}))


async def _shared_limits() -> str:
    if not settings.REDIS_URL:
        return IN_PROCESS
    return OK if await circuits.is_shared() else AWAY


async def _circuits() -> Mapping[str, str]:
    """How the circuit of each provider stands, by its name."""
    states = await circuits.states(await in_database(Provider.objects.names))
    return {name: state.status.value for name, state in states.items()}


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
