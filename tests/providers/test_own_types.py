"""A provider type from another app: what `tests.providers.acme_app` registers has all that ours have."""

import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from io import StringIO
from typing import Any

import httpx
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from providers import building
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.models import Provider
from providers.ports import AnyProvider, DecideReply, DecideRequest
from providers.questions import Noul
from providers.registry import resolve
from providers.types import _types
from tests.providers import acme_app
from tests.providers.acme_app.apps import AcmeConfig
from tests.providers.asking import asking, reply, streamed

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "acme-very-secret"

Serve = Callable[[Callable[[httpx.Request], httpx.Response]], None]


@pytest.fixture(autouse=True)
def acme_is_installed() -> Iterator[None]:
    """What Django does with an app of INSTALLED_APPS."""
    AcmeConfig("tests.providers.acme_app", acme_app).ready()
    yield
    del _types["acme"]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Let a function be Acme's server."""

    def serve(handler: Callable[[httpx.Request], httpx.Response]) -> None:
        client = httpx.AsyncClient(transport=httpx.MockTransport(handler))
        monkeypatch.setattr(building, "http_client", lambda: client)

    return serve


async def provider(**options: Any) -> AnyProvider:
    values = {"api_key": KEY, **options}
    await in_database(Provider.objects.create, name="house", type="acme", options=values)
    found = await resolve("house")
    assert not isinstance(found, ProviderError), found
    return found


async def test_it_chats_streams_and_decides_with_its_options_and_its_key(serve: Serve) -> None:
    asked: list[tuple[str, str, Any]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append((request.url.path, request.headers["Authorization"], json.loads(request.content)))
        if request.url.path == "/decide":
            return httpx.Response(200, json={"answers": {"sunny": {"noul": 0.9}}})
        return httpx.Response(200, json={"text": "Hello", "tokens": {"input_tokens": 1_000_000}})

    serve(answer)
    acme = await provider(politeness=7, price={"input": 2, "output": 3})

    chatted = reply(await acme.chat(asking("Hi")))
    assert (chatted.text, chatted.provider, chatted.cost) == ("Hello", "house", Decimal(2))
    assert (await streamed(acme, asking("Hi")))[0] == "Hello"
    decided = await acme.decide(DecideRequest(state="Sun", questions={"sunny": Noul("Is it sunny?")}))
    assert isinstance(decided, DecideReply)
    assert decided.answers["sunny"].noul == 0.9
    path, key, body = asked[0]
    assert (path, key, body["politeness"]) == ("/chat", f"Acme {KEY}", 7)


@pytest.mark.parametrize(
    ("options", "words"),
    [({}, "api_key not set yet"), ({"api_key": KEY, "politeness": 9}, "So much politeness needs a price.")],
)
async def test_what_it_refuses_to_be_built_from_is_told(options: dict[str, Any], words: str) -> None:
    await in_database(Provider.objects.create, name="house", type="acme", options=options)

    refused = await resolve("house")

    assert isinstance(refused, ProviderError)
    assert refused.code is ErrorCode.CONFIG_INVALID
    assert words in refused.message


def test_the_back_office_shows_its_options_and_keeps_its_key_secret(admin_client: Client) -> None:
    add = reverse("admin:providers_provider_add")
    assert "Acme&#x27;s house model." in admin_client.get(add).content.decode()
    page = admin_client.get(f"{add}?type=acme").content.decode()
    assert "0 is curt, 10 is effusive." in page

    sent = {"type": "acme", "name": "house", "politeness": "11"}
    refused = admin_client.post(add, {**sent, "api_key": KEY})
    assert list(refused.context["adminform"].form.errors) == ["politeness"]
    admin_client.post(add, {**sent, "api_key": KEY, "politeness": "3"})

    row = Provider.objects.get(name="house")
    assert (row.options, row.secrets) == ({"politeness": 3}, {"api_key": KEY})


def test_files_know_it_too() -> None:
    Provider.objects.create(name="house", type="acme", options={"politeness": 3, "api_key": KEY})
    output = StringIO()

    call_command("dump_providers", "house", stdout=output)

    assert "api_key: ${HOUSE_API_KEY}" in output.getvalue()
    assert "politeness: 3" in output.getvalue()
