"""What load balancers and operators are told of this process."""

import pytest
from django.db import OperationalError
from django.test import AsyncClient

from ezgraph_site import health
from providers.resilience import circuits

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_process_that_runs_says_so(async_client: AsyncClient):
    answer = await async_client.get("/healthz")

    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


async def test_a_process_whose_parts_are_there_is_ready(async_client: AsyncClient):
    answer = await async_client.get("/readyz")

    assert answer.status_code == 200
    assert answer.json()["status"] == "ready"
    assert answer.json()["parts"]["database"] == "ok"


async def test_without_its_database_it_is_not_ready(
    async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    def away() -> None:
        raise OperationalError("password=hidden")

    monkeypatch.setattr(health, "_ask_database", away)
    answer = await async_client.get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["status"] == "not ready"
    assert b"hidden" not in answer.content


async def test_without_redis_calls_go_on_and_the_page_says_so(
    async_client: AsyncClient, settings, monkeypatch: pytest.MonkeyPatch
):
    async def own() -> bool:
        return False

    settings.REDIS_URL = "redis://localhost:1/0"
    monkeypatch.setattr(circuits, "is_shared", own)
    answer = await async_client.get("/readyz")

    assert answer.status_code == 200
    assert answer.json()["status"] == "degraded"
    assert answer.json()["parts"]["shared_limits"] == "away"
