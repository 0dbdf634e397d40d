"""The way of requests of machines: what is said of every answer is said of theirs, too."""

import pytest
from django.test import AsyncClient
from pytest_django import Settings

pytestmark = pytest.mark.django_db(transaction=True)

EVERYWHERE = ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy")


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/api/v1/graphs", "/api/v1/docs", "/healthz"])
async def test_answers_have_the_headers_that_pages_have(async_client: AsyncClient, path: str):
    page, answer = await async_client.get("/admin/login/"), await async_client.get(path)

    assert {name: answer[name] for name in EVERYWHERE} == {name: page[name] for name in EVERYWHERE}
    assert int(answer["Content-Length"]) == len(answer.content)


@pytest.mark.parametrize("path", ["/api/v1/graphs", "/api/v1/nowhere", "/api/v1/openapi.json", "/api/v1"])
async def test_the_api_answers_to_the_names_of_this_site_alone(async_client: AsyncClient, path: str):
    answer = await async_client.get(path, headers={"Host": "evil.example"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["code"] == "INVALID"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/api/v1", "/api/v1/", "/api/v1/graphs/"])
async def test_what_is_at_no_address_of_the_api_is_a_problem(async_client: AsyncClient, path: str):
    answer = await async_client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


async def test_the_api_is_reached_by_https_where_the_site_is(async_client: AsyncClient, settings: Settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = await async_client.get("/api/v1/graphs")

    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/api/v1/graphs")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
async def test_what_runs_the_site_asks_it_by_any_address(
    async_client: AsyncClient, settings: Settings, path: str
):
    settings.SECURE_SSL_REDIRECT = True
    settings.EZGRAPH_METRICS_TOKEN = token = "t" * 32
    headers = {"Host": "10.1.2.3:8000"} | ({"Authorization": f"Bearer {token}"} if "metrics" in path else {})
    assert (await async_client.get(path, headers=headers)).status_code == 200
