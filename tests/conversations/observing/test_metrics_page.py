"""What Prometheus reads, after a real turn."""

import re

import pytest
from django.test import AsyncClient
from django.utils import timezone

from conversations.announcements import LimitReached
from conversations.models import Session, Turn
from conversations.observing import counting
from conversations.observing.names import LONGEST
from conversations.testing import GraphHarness, ScriptedChat, fails, says
from providers.announcements import ModelCall
from providers.announcing import announce, observed, subscribe
from providers.database import in_database
from providers.errors import ErrorCode
from providers.options import ProviderOptions
from providers.ports import Usage
from providers.registry import override_provider
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = "a token for the metrics"
HERE = {"host": "localhost:8000"}


async def page(client: AsyncClient) -> str:
    answer = await called(client, "127.0.0.1", HERE)
    assert answer.status_code == 200
    return answer.content.decode()


def value(text: str, line: str) -> float:
    found = re.search(rf"^{re.escape(line)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


async def test_a_turn_whose_provider_fails_over_is_counted(async_client: AsyncClient):
    cloud = ScriptedChat([fails(ErrorCode.UNAVAILABLE)], name="cloud")
    spare = ScriptedChat([says("Hello.", usage=Usage(input_tokens=7, output_tokens=2))], name="spare")
    options = ProviderOptions(name="cloud", fallback=("spare",))
    before = await page(async_client)
    with (
        override_provider("embedded", cloud, options),
        override_provider("spare", spare, ProviderOptions(name="spare")),
    ):
        async with GraphHarness(WishGraph) as chat:
            during = await page(async_client)
            await chat.send("Hi")
    after = await page(async_client)

    def grown(line: str) -> float:
        return value(after, line) - value(before, line)

    assert grown('ezgraph_turns_total{graph="wish",status="completed"}') == 1
    assert grown('ezgraph_turn_seconds_count{graph="wish"}') == 1
    assert grown('ezgraph_steps_total{graph="wish",node="NameNode",outcome="direct"}') == 1
    for model, provider, outcome in (("default", "cloud", "unavailable"), ("scripted-1", "spare", "ok")):
        labels = f'model="{model}",operation="chat",outcome="{outcome}",provider="{provider}"'
        assert grown(f"ezgraph_model_calls_total{{{labels}}}") == 1
    tokens = 'ezgraph_model_tokens_total{direction="input",model="scripted-1",provider="spare"}'
    assert grown(tokens) == 7
    assert value(after, 'ezgraph_turns_running{graph="wish"}') == 0
    assert grown('ezgraph_database_seconds_count{threads="database"}') > 2
    assert 'ezgraph_turns_total{graph="wish",status="failed"}' in during
    assert str(chat.session_id) not in after


async def test_what_is_refused_and_what_waits_in_the_database_is_on_the_page(async_client: AsyncClient):
    announce(LimitReached("sessions"))
    text = await page(async_client)

    assert value(text, 'ezgraph_limits_reached_total{limit="sessions"}') >= 1
    assert value(text, "ezgraph_database_up") == 1
    assert value(text, "ezgraph_redis_away") == 0
    assert 'ezgraph_webhook_deliveries{state="due"} 0.0' in text
    assert 'ezgraph_turns_due{state="interrupted"} 0.0' in text
    assert 'ezgraph_circuit_state{provider="embedded",state="closed"} 1.0' in text
    assert "process_resident_memory_bytes" in text


async def test_turns_of_a_graph_that_is_gone_are_not_among_those_that_are_due(async_client: AsyncClient):
    def leave() -> None:
        at = timezone.now()
        for graph, status in (("gone", "interrupted"), ("gone", "queued"), ("quote", "interrupted")):
            session = Session.objects.create(graph=graph, cursor="DriverNode", updated_at=at)
            Turn.objects.create(session=session, number=1, status=status, accepted_at=at)

    await in_database(leave)
    text = await page(async_client)

    states = {"unserved": 2, "interrupted": 1, "queued": 0}
    assert {state: value(text, f'ezgraph_turns_due{{state="{state}"}}') for state in states} == states


async def test_a_server_with_endless_names_takes_none_from_another_provider(
    async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(counting, "MOST_MODELS", 2)
    unsubscribe = subscribe(counting.Counting())
    for provider, model in (*(("endless", f"{number}\ud800") for number in range(4)), ("plain", "m" * 500)):
        with observed(ModelCall(provider=provider, type="", operation="chat", asked_model=model)):
            pass
    unsubscribe()
    text = await page(async_client)

    def models(provider: str) -> set[str]:
        line = rf'^ezgraph_model_calls_total{{model="(.*?)",.*provider="{provider}"}}'
        return set(re.findall(line, text, re.MULTILINE))

    assert models("endless") >= {"0?", "1?", "other"}
    assert models("plain") == {"m" * LONGEST}


async def test_routes_are_counted_by_their_template(async_client: AsyncClient):
    line = 'ezgraph_http_requests_total{method="GET",route="api/v1/graphs/<str:name>",status="401"}'
    before = await page(async_client)
    for name in ("one", "another"):
        await async_client.get(f"/api/v1/graphs/{name}")
    after = await page(async_client)

    assert value(after, line) - value(before, line) == 2


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


FOREIGN = {"x-forwarded-for": "198.51.100.7"}


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        pytest.param("127.0.0.1", {"host": "127.0.0.1:8000"}, 200, id="loopback"),
        pytest.param("::1", {"host": "[::1]:8000"}, 200, id="loopback of IPv6"),
        pytest.param("::ffff:127.0.0.1", HERE, 200, id="loopback of IPv4 in IPv6"),
        pytest.param("127.0.0.1", {"host": "foreign.example"}, 403, id="by a foreign name"),
        pytest.param("127.0.0.1", {"host": "chat.example.org"}, 403, id="by the site's public name"),
        pytest.param("10.0.0.5", HERE, 403, id="elsewhere"),
        pytest.param("", HERE, 403, id="by no network"),
        pytest.param("127.0.0.1", HERE | FOREIGN, 403, id="through a proxy"),
        pytest.param("127.0.0.1", HERE | {"x-forwarded-for": "127.0.0.1"}, 403, id="through one that lies"),
        pytest.param("127.0.0.1", HERE | {"forwarded": "for=198.51.100.7"}, 403, id="through a modern one"),
        pytest.param("10.0.0.5", HERE | bearer(""), 403, id="elsewhere with an empty token"),
    ],
)
async def test_without_a_token_it_is_for_this_machine(
    async_client: AsyncClient, settings, address: str, headers: dict[str, str], status: int
):
    settings.ALLOWED_HOSTS = ["chat.example.org"]
    settings.EZGRAPH_TRUSTED_PROXIES = 1

    assert (await called(async_client, address, headers)).status_code == status


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        pytest.param("127.0.0.1", HERE | bearer(TOKEN), 200, id="this machine"),
        pytest.param("10.0.0.5", {"host": "10.0.0.6:8000"} | bearer(TOKEN), 200, id="elsewhere"),
        pytest.param("127.0.0.1", FOREIGN | bearer(TOKEN), 200, id="through a proxy"),
        pytest.param("127.0.0.1", HERE, 403, id="this machine without it"),
        pytest.param("10.0.0.5", bearer("another"), 403, id="with another one"),
        pytest.param("10.0.0.5", bearer(""), 403, id="with an empty one"),
    ],
)
async def test_a_token_is_asked_of_everybody(
    async_client: AsyncClient, settings, address: str, headers: dict[str, str], status: int
):
    settings.EZGRAPH_METRICS_TOKEN = TOKEN

    answer = await called(async_client, address, headers)

    assert answer.status_code == status
    assert (b"ezgraph_turns" in answer.content) is (status == 200)


async def called(client: AsyncClient, address: str, headers: dict[str, str]):
    sent = [(name.encode(), text.encode()) for name, text in headers.items()]
    return await client.request(method="GET", path="/metrics", client=[address, 0], headers=sent)
