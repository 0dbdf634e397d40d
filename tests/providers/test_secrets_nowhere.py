"""Secrets appear nowhere: all errors are provoked, then all that came of them is searched."""

import logging
from collections.abc import AsyncIterator, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import pytest_asyncio
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import AsyncClient
from django.urls import reverse
from pytest_django.fixtures import Settings

from conversations.testing import serve_graphs
from providers.database import in_database
from providers.errors import ProviderError
from providers.models import Provider
from providers.ports import CHAT, DECIDE, DecideRequest
from providers.questions import Noul
from providers.registry import registry, resolve
from providers.resilience import circuits
from providers.types import provider_type
from tests.conversations.api.client import visitor
from tests.conversations.graphs import WishGraph
from tests.providers.asking import asking
from tests.providers.echoing_server import MODES, echoing_server

pytestmark = pytest.mark.django_db(transaction=True)

MARK = "zq7secret"
"""Part of every secret here, so that one search finds them all."""

KEY = f"sk-{MARK}-key"
HEADER = f"{MARK}-header"
VARIABLE = f"{MARK}-variable"
NEW_KEY = f"sk-{MARK}-new"

TYPES = ("openai", "anthropic", "typesafe", "http")

LIST = "/admin/providers/provider/"


class Seen:
    """Everything that came out, by where."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []

    def add(self, where: str, text: object) -> None:
        self.texts.append((where, str(text)))

    def check(self) -> None:
        found = [
            f"{where}: …{text[max(0, text.index(MARK) - 80) :][:200]}"
            for where, text in self.texts
            if MARK in text
        ]
        assert not found, "\n".join(found)
        assert self.texts


@pytest.fixture
def seen(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[Seen]:
    """Searched at the end, with the log of all levels and all that the database holds."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("HIDDEN_API_KEY", VARIABLE)
    seen = Seen()
    yield seen
    seen.add("log", caplog.text)
    for where, text in database():
        seen.add(where, text)
    seen.check()


@pytest_asyncio.fixture
async def server() -> AsyncIterator[str]:
    async with echoing_server() as address:
        yield address


@pytest_asyncio.fixture
async def staff(django_user_model: Any) -> AsyncClient:
    client = AsyncClient(raise_request_exception=False)
    user = await in_database(django_user_model.objects.create_superuser, "anna", "", "for tests only")
    await client.aforce_login(user)
    return client


def database() -> Iterator[tuple[str, str]]:
    """All rows of all tables, and the file itself where there is one."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            yield f"table {table}", repr(cursor.fetchall())
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA database_list")
            for path in (Path(row[2]) for row in cursor.fetchall() if row[2]):
                for file in path.parent.glob(f"{path.name}*"):
                    yield f"file {file.name}", file.read_bytes().decode("latin-1")


def options(type: str, address: str) -> dict[str, Any]:
    """Options with a secret wherever one can be."""
    secrets: dict[str, Any] = {"headers": {"X-Secret": HEADER, "X-Hidden": "${HIDDEN_API_KEY}"}}
    if type == "http":
        return {**secrets, "url": f"{address}/?key=${{HIDDEN_API_KEY}}", "capabilities": ["chat", "decide"]}
    return {**secrets, "api_key": KEY, "base_url": address, "model": "m"}


async def saved(type: str, address: str) -> Provider:
    def save() -> Provider:
        row, _ = Provider.objects.update_or_create(
            name="leaky", defaults={"type": type, "options": options(type, address)}
        )
        return row

    row = await in_database(save)
    registry.forget()
    await circuits.close("leaky")
    return row


@pytest.mark.parametrize("type", TYPES)
async def test_no_error_of_any_server_carries_one(seen: Seen, server: str, type: str) -> None:
    if provider_type(type) is None:
        pytest.skip(f"no type {type}")
    for mode in (*MODES, "nobody"):
        address = f"{server}/{mode}" if mode != "nobody" else "http://127.0.0.1:9"
        await saved(type, address)
        provider = await resolve("leaky")
        assert not isinstance(provider, ProviderError), provider
        seen.add(f"repr {mode}", repr(provider) + repr(vars(provider)))
        if CHAT in provider.capabilities:
            seen.add(f"chat {mode}", repr(await provider.chat(asking("Hi"))))
            async for item in provider.chat_stream(asking("Hi")):
                seen.add(f"stream {mode}", repr(item))
        if DECIDE in provider.capabilities:
            request = DecideRequest(state="Hi", questions={"greets": Noul("Does it greet?")})
            seen.add(f"decide {mode}", repr(await provider.decide(request)))


async def test_no_page_of_the_back_office_carries_one(seen: Seen, staff: AsyncClient, server: str) -> None:
    row = await saved("openai", f"{server}/401")
    page = reverse("admin:providers_provider_change", args=[row.pk])

    async def got(address: str) -> None:
        seen.add(address, (await staff.get(address)).content.decode())

    async def sent(address: str, **values: str) -> None:
        response = await staff.post(address, values, follow=True)
        seen.add(f"{address} {values.keys()}", response.content.decode() + repr(response.headers))

    for address in (
        LIST,
        f"{LIST}?q=leaky",
        f"{LIST}add/",
        f"{LIST}add/?type=openai",
        page,
        f"{page}?type=anthropic",
    ):
        await got(address)
    faulty = {"api_key": NEW_KEY, "headers": f'{{"X Bad": "{MARK}"}}', "timeout_ms": "-1"}
    await sent(page, **faulty)
    await sent(page, api_key=f"{NEW_KEY}ö", headers=f"{MARK}: no JSON")
    await sent(page, type="anthropic", shaped_for="openai", api_key=NEW_KEY)
    await sent(f"{LIST}add/?type=openai", name="a b", type="openai", **faulty)
    await sent(page, base_url="http://127.0.0.1:9/v1", model="m")
    await sent(page, base_url=f"{server}/500", model="m", api_key=NEW_KEY, headers="{}", _test="on")
    await sent(page, base_url=f"{server}/500", model="n", headers=f'{{"X-Secret": "{HEADER}"}}')
    for kind in ("test", "circuit_open", "circuit_close"):
        await sent(reverse(f"admin:providers_provider_{kind}", args=[row.pk]))
    for kind in ("history", "delete"):
        await got(reverse(f"admin:providers_provider_{kind}", args=[row.pk]))
    await got("/admin/")
    await sent(reverse("admin:providers_provider_delete", args=[row.pk]), post="yes")


@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize(
    "place",
    [
        "providers.models.seal",
        "providers.secrets.to_json",
        "providers.models.record",
        "providers.forms.fill",
        "providers.forms.faults",
        "providers.placeholders.read_options",
        "providers.models.Provider.put_secrets",
        "providers.admin._still_missing",
        "django.db.models.Model.save",
    ],
)
async def test_no_page_about_an_exception_carries_one(
    seen: Seen, staff: AsyncClient, settings: Settings, place: str, debug: bool
) -> None:
    row = await saved("openai", "http://127.0.0.1:9/v1")
    page = reverse("admin:providers_provider_change", args=[row.pk])
    settings.DEBUG = debug
    values = {
        "base_url": "http://127.0.0.1:9/v1",
        "api_key": NEW_KEY,
        "headers": f'{{"X-Secret": "{HEADER}"}}',
    }

    with patch(place, side_effect=RuntimeError("provoked")):
        response = await staff.post(page, values)

    assert response.status_code == 500
    seen.add(place, response.content.decode())


async def test_no_answer_of_the_api_and_no_row_of_a_failed_turn_carries_one(seen: Seen, server: str) -> None:
    def leak(mode: str) -> None:
        Provider.objects.filter(name="embedded").delete()
        Provider.objects.create(name="embedded", type="openai", options=options("openai", f"{server}/{mode}"))
        registry.forget()

    with serve_graphs(WishGraph):
        for mode in MODES:
            await in_database(leak, mode)
            await circuits.close("embedded")
            api, session = await visitor()
            status = await api.post(f"{session}/turns", {"message": "Hi"})
            assert status >= 500, mode
            seen.add(f"turn {mode}", api.response.content.decode())
            await api.get(f"{session}/turns/1")
            seen.add(f"read {mode}", api.response.content.decode())


def test_no_command_and_no_check_carries_one(seen: Seen, tmp_path: Path, settings: Settings) -> None:
    def run(*arguments: str, **values: Any) -> None:
        output = StringIO()
        try:
            call_command(*arguments, stdout=output, stderr=output, **values)
        except CommandError as error:
            seen.add(arguments[0], error)
            seen.add(arguments[0], repr(error.__context__))
        seen.add(arguments[0], output.getvalue())

    file = tmp_path / "providers.yaml"
    key = f"apiKey: {KEY}, headers: {{X-Secret: {HEADER}}}"
    for text in (
        f"[{{id: leaky, type: openai, baseUrl: 'https://api.test/v1', {key}}}]",
        f"[{{id: leaky, type: openai, baseUrl: 'https://other.test/v1', {key}}}]",
        "[{id: leaky, type: openai, baseUrl: 'https://evil.test/v1'}]",
        f"[{{id: leaky, type: openai, {key}, timeoutMs: -1, headers: {{'X Bad': {HEADER}}}}}]",
        f"[{{id: leaky, type: openai, apiKey: [{KEY}], headers: {HEADER}}}]",
        f"[{{id: leaky, type: openai, apiKey: {{x: {KEY}}}}}]",
        f"[{{id: leaky, type: openai, apiKey: *{MARK}}}]",
        f"[{{id: leaky, type: openai, apiKey: '{KEY}ö', baseUrl: 'https://user:{KEY}@host/'}}]",
        f"[{{id: misspelled, type: openai, apykey: {KEY}}}]",
    ):
        file.write_text(text)
        run("load_providers", str(file), "--dry-run")
        run("load_providers", str(file))
    Provider.objects.create(name="misspelled", type="openai", options={"apykey": KEY})
    Provider.objects.create(name="elsewhere", type="elsewhere", options={"password": KEY})
    run("dump_providers")
    run("check", databases=["default"])
    run("rotate_secrets")
    Provider.objects.create(name="lost", type="openai", sealed="gibberish")
    run("dump_providers")
    run("rotate_secrets")
    run("check", databases=["default"])


def test_no_row_and_no_options_show_one(seen: Seen) -> None:
    row = Provider.objects.create(
        name="leaky", type="openai", options=options("openai", "https://api.test/v1")
    )
    kind = provider_type("openai")
    assert kind
    parsed = kind.options.model_validate({**row.values(), "name": "leaky"})

    seen.add("row", f"{row} {row!r} {vars(row)}")
    seen.add("options", f"{parsed} {parsed!r} {parsed.model_dump()} {parsed.model_dump_json()}")
