"""Providers and what they cost, over REST."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from conversations.models import ModelCall, Session
from conversations.testing import fails, says
from providers.models import Provider
from tests.conversations.api.client import Api, visitor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def embedded() -> None:
    await Provider.objects.all().adelete()
    await Provider.objects.acreate(name="ours", type="embedded", options={})
    options = {"model": "gpt", "api_key": "sk-secret", "base_url": "http://127.0.0.1:9/v1"}
    await Provider.objects.acreate(name="away", type="openai", options=options)


async def test_providers_are_told_without_their_secrets(embedded, api_key):
    api = await api_key("providers:read")
    assert await api.get("/providers") == 200
    away, ours = api.body["providers"]
    assert (ours["name"], ours["type"], ours["problems"]) == ("ours", "embedded", [])
    assert "chat" in ours["capabilities"]
    assert ours["circuit"] == {"status": "closed", "failures": 0, "cause": None, "seconds": None}
    assert away["name"] == "away"
    assert "secret" not in api.response.content.decode()


async def test_a_provider_is_tried_out(embedded, api_key):
    api = await api_key("providers:test")
    assert await api.post("/providers/ours/test") == 200
    assert (api.body["success"], api.body["error"]) == (True, None)
    assert await api.post("/providers/away/test") == 200
    assert api.body["success"] is False
    assert api.body["error"]["code"]
    assert "secret" not in api.response.content.decode()
    assert await api.post("/providers/nobody/test") == 404
    assert await api.post("/providers/%00/test") == 404


async def test_usage_counts_calls_of_own_sessions_by_what_is_asked(model, api_key):
    api, other = await api_key("admin"), await api_key("sessions:write", "usage:read", client="other")
    for one, replies in ((api, [says("Hello"), fails()]), (other, [says("Hello")])):
        assert await one.post("/sessions", {"graph": "wish"}) == 201
        session = one.body["id"]
        model.then(*replies)
        for number in range(len(replies)):
            await one.post(f"/sessions/{session}/turns", {"message": f"No. {number}"})
    await ModelCall.objects.filter(code="").aupdate(cost=Decimal("0.25"), at=datetime(2026, 5, 1, tzinfo=UTC))
    await ModelCall.objects.exclude(code="").aupdate(at=datetime(2026, 5, 2, tzinfo=UTC))

    asked = "since=2026-05-01T00:00:00Z&until=2026-05-03T00:00:00Z"
    assert await other.get(f"/usage?{asked}") == 200
    (spent,) = other.body["usage"]
    assert (spent["provider"], spent["calls"], spent["failed_calls"]) == ("scripted", 1, 0)
    assert (spent["input_tokens"], spent["output_tokens"], spent["cost"]) == (10, 5, "0.250000")
    assert await api.get(f"/usage?{asked}&by=graph,day") == 200
    assert [(one["graph"], one["day"], one["calls"], one["cost"]) for one in api.body["usage"]] == [
        ("wish", "2026-05-01", 2, "0.500000"),
        ("wish", "2026-05-02", 1, None),
    ]
    await Session.objects.aupdate(is_test=True)
    assert await api.get(f"/usage?{asked}") == 200
    assert api.body["usage"] == []


@pytest.mark.parametrize("asked", ["by=", "by=colour", "by=day,", "since=yesterday"])
async def test_usage_that_cannot_be_counted_is_named(api_key, asked: str):
    api = await api_key("usage:read")
    assert await api.get(f"/usage?{asked}") == 400
    assert api.code == "INVALID"


async def test_no_more_than_a_year_is_counted_and_said(api_key):
    api = await api_key("usage:read")
    assert await api.get("/usage?since=2020-01-01T00:00:00Z&until=2026-05-02T00:00:00Z") == 200
    assert (api.body["since"], api.body["until"]) == ("2025-05-01T00:00:00Z", "2026-05-02T00:00:00Z")
    assert await api.get("/usage?until=0001-01-01T00:00:00Z") == 200
    assert api.body["usage"] == []


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("get", "/providers", "providers:read"),
        ("post", "/providers/ours/test", "providers:test"),
        ("get", "/usage", "usage:read"),
    ],
)
async def test_each_takes_its_scope(model, embedded, api_key, method: str, path: str, scope: str):
    others = {"providers:read", "providers:test", "usage:read", "sessions:read"} - {scope}
    for caller, status in (
        (Api(), 401),
        ((await visitor())[0], 403),
        (await api_key(*others), 403),
        (await api_key(scope), 200),
        (await api_key("admin"), 200),
    ):
        assert await getattr(caller, method)(path) == status
