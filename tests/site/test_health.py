"""What load balancers and operators are told of this process."""

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import AsyncClient

from conversations.access import issue_api_key, issue_token, scopes
from conversations.engine import NewSession, engine
from ezgraph_site import health
from providers.database import in_database
from providers.models import Provider
from providers.resilience import circuits

pytestmark = pytest.mark.django_db(transaction=True)


async def ask(*granted: str) -> dict[str, str]:
    """What an API key of these scopes is sent with."""
    key = await in_database(issue_api_key, "watch", granted or (scopes.USAGE_READ,))
    return {"Authorization": f"Bearer {key}"}


async def test_a_process_that_runs_says_so(async_client: AsyncClient):
    answer = await async_client.get("/healthz")

    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
async def test_what_is_asked_of_a_process_changes_nothing(async_client: AsyncClient, path: str):
    answer = await async_client.delete(path)

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


async def test_a_process_that_is_ready_says_no_more_to_anybody(async_client: AsyncClient):
    answer = await async_client.get("/readyz")

    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
    assert answer["Cache-Control"] == "no-store"


async def test_a_key_of_any_scope_is_told_of_the_parts_and_of_providers_circuits(async_client: AsyncClient):
    await Provider.objects.all().adelete()
    await Provider.objects.acreate(name="good", type="embedded")
    await Provider.objects.acreate(name="ill", type="embedded")
    await circuits.open("ill")
    try:
        answer = await async_client.get("/readyz", headers=await ask())
    finally:
        await circuits.close("ill")

    assert (answer.status_code, answer.json()["status"]) == (200, "ready")
    assert answer.json()["parts"] == {
        "database": "ok",
        "channel_layer": "in process",
        "shared_limits": "in process",
        "providers": {"good": "closed", "ill": "open"},
    }


async def test_staff_are_told_of_the_parts_and_other_accounts_are_not(async_client: AsyncClient):
    staff = await in_database(User.objects.create_user, "staff", is_staff=True)
    await async_client.aforce_login(staff)
    assert "parts" in (await async_client.get("/readyz")).json()

    await User.objects.aupdate(is_staff=False)
    assert "parts" not in (await async_client.get("/readyz")).json()


async def test_a_key_that_is_not_valid_and_a_visitor_are_told_what_anybody_is(async_client: AsyncClient):
    session, _ = await engine.create_session(NewSession(graph="quote"))
    token = await in_database(issue_token, session.id)
    for bearer in ("ezg_nonsense", "nonsense", token):
        answer = await async_client.get("/readyz", headers={"Authorization": f"Bearer {bearer}"})
        assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


@pytest.mark.parametrize("known", [True, False], ids=["key", "anybody"])
async def test_without_its_database_it_is_not_ready(
    async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch, known: bool
):
    def away() -> None:
        raise OperationalError("password=hidden")

    headers = await ask() if known else {}
    monkeypatch.setattr(health, "_ask_database", away)
    answer = await async_client.get("/readyz", headers=headers)

    assert (answer.status_code, answer.json()) == (503, {"status": "not ready"})


async def test_a_process_that_is_about_to_end_is_not_ready(
    async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(health, "is_stopping", lambda: True)
    answer = await async_client.get("/readyz", headers=await ask())

    assert (answer.status_code, answer.json()["status"]) == (503, "not ready")
    assert answer.json()["parts"]["database"] == "ok"


async def test_without_redis_calls_go_on_and_whoever_may_know_is_told(
    async_client: AsyncClient, settings, monkeypatch: pytest.MonkeyPatch
):
    async def own() -> bool:
        return False

    settings.REDIS_URL = "redis://localhost:1/0"
    monkeypatch.setattr(circuits, "is_shared", own)
    answer = await async_client.get("/readyz", headers=await ask())

    assert answer.status_code == 200
    assert answer.json()["status"] == "degraded"
    assert answer.json()["parts"]["shared_limits"] == "away"
    assert (await async_client.get("/readyz")).json() == {"status": "ready"}
