"""Processes of a site that share one Redis: each asks its model all the time, and reads its health page."""

import asyncio
from unittest.mock import AsyncMock, patch

import django
from django.apps import apps

if not apps.ready:  # in a process of its own
    django.setup()

from django.conf import settings
from django.test import AsyncClient
from django.test.utils import setup_test_environment

from ezgraph_site import health
from providers.building import in_layers
from providers.database import shut_down
from providers.errors import ProviderError
from providers.options import CircuitBreakerOptions, ProviderOptions
from providers.ports import CHAT, ChatRequest, ChatResult
from providers.resilience import circuits
from providers.resilience.chain import Chain, Link
from tests.providers.resilience.calling import CALL, FAILURE, REPLY
from tests.providers.resilience.processes import Process
from tests.providers.scripted import saying

CALL_SECONDS = 0.05
PAGE_SECONDS = 0.2


class Model:
    """Says hello, or fails while its process is the ill one."""

    capabilities = frozenset({CHAT})

    def __init__(self, process: Process) -> None:
        self.name = process.name
        self._process = process

    async def chat(self, request: ChatRequest) -> ChatResult:
        return FAILURE if self._process.ill.value == self._process.number else REPLY


async def serve(process: Process) -> None:
    """Report what becomes of calls and what the health page says, whenever that is something new.

    A call is `model`, `model unavailable, spare` or `model circuit_open, spare`.
    """
    setup_test_environment()
    settings.REDIS_URL = process.url
    with (
        patch.object(circuits, "process_store", lambda: process.store),
        patch.object(health, "may_see_parts", AsyncMock(return_value=True)),
        patch.object(health, "_circuits", AsyncMock(return_value={})),
    ):
        await asyncio.gather(_ask(process), _look(process))
    shut_down()


async def _ask(process: Process) -> None:
    options = ProviderOptions(
        name=process.name, circuit_breaker=CircuitBreakerOptions(failures=1, reset_ms=600_000)
    )
    spare = ProviderOptions(name="spare")
    chain = Chain(
        [
            Link(process.name, "scripted", in_layers(Model(process), options, process.store)),
            Link("spare", "scripted", in_layers(saying("Hello"), spare, process.store)),
        ]
    )
    last = ""
    while not process.stopping.is_set():
        result = await chain.chat(CALL)
        said = ["model", *(f"{attempt.code}, spare" for attempt in result.attempts)]
        now = "failed" if isinstance(result, ProviderError) else " ".join(said)
        if now != last:
            process.report(f"call: {now}")
        last = now
        await asyncio.sleep(CALL_SECONDS)


async def _look(process: Process) -> None:
    client, last = AsyncClient(), ""
    while not process.stopping.is_set():
        page = await client.get("/readyz")
        now = f"{page.status_code} {page.json()['parts']['shared_limits']}"
        if now != last:
            process.report(f"page: {now}")
        last = now
        await asyncio.sleep(PAGE_SECONDS)
