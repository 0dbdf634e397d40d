"""Secrets appear nowhere: all errors are provoked, then all that came of them is searched."""

import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from pprint import pformat
from typing import Any
from unittest.mock import patch

import pytest
import pytest_asyncio
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import AsyncClient
from django.urls import reverse
from pydantic import SecretBytes, SecretStr, field_validator
from pytest_django.fixtures import Settings

from conversations.testing import serve_graphs
from providers.building import build, options_of
from providers.database import in_database
from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError, ProviderFault
from providers.models import Provider
from providers.options import Address, ProviderOptions
from providers.ports import CHAT, DECIDE, ChatReply, ChatRequest, ChatStreamItem, DecideRequest
from providers.questions import Noul
from providers.registry import registry, resolve
from providers.resilience import circuits
from providers.types import ProviderType, _types, provider_type, register_provider
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

TYPES = ("openai", "anthropic", "typesafe", "http", "vault")

LIST = "/admin/providers/provider/"


@dataclass
class Account:
    """Who one is at the vault."""

    user: str
    password: SecretStr


class VaultOptions(ProviderOptions):
    """Options of another app, with secrets in all that pydantic knows, and a validator that quotes."""

    base_url: Address = "https://vault.test"
    raw: SecretBytes | None = None
    account: Account | None = None
    region: str = ""

    @field_validator("region")
    @classmethod
    def _is_no_nowhere(cls, region: str) -> str:
        if "nowhere" in region:
            raise ValueError(f"there is no {region}")
        return region


class Vault:
    """Quotes in its errors all it has: in words of its own, and cut."""

    capabilities = frozenset({CHAT})

    def __init__(self, options: VaultOptions) -> None:
        self.name = options.name
        self._options = options

    async def chat(self, request: ChatRequest) -> ChatReply:
        raw, account = self._options.raw, self._options.account
        assert raw
        assert account
        told = f"{raw.get_secret_value()!r} {account.password.get_secret_value()} {self._options.region}"
        if "/4" in self._options.base_url:
            raise RuntimeError(told)
        if "/5" in self._options.base_url:
            raise ProviderFault(ErrorCode.UNAVAILABLE, told.rjust(MESSAGE_LENGTH + 12), request_id=told)
        return ChatReply(text="Hi", model=self._options.region, request_id=told)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        yield await self.chat(request)


@pytest.fixture(autouse=True)
def vault() -> Iterator[None]:
    """What an app does that brings a type."""
    register_provider("vault", lambda options, client: Vault(options), VaultOptions)
    yield
    del _types["vault"]


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
    hidden = "m-${HIDDEN_API_KEY}"
    if type == "http":
        url = f"{address}/?key=${{HIDDEN_API_KEY}}"
        request = {"key": "${HIDDEN_API_KEY}", "model": "{{model}}"}
        both = ["chat", "decide"]
        return {**secrets, "url": url, "capabilities": both, "model": hidden, "request": request}
    if type == "vault":
        account = {"user": "me", "password": KEY}
        return {**secrets, "base_url": address, "raw": KEY, "account": account, "region": hidden}
    return {**secrets, "api_key": KEY, "base_url": address, "model": hidden}


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
        "providers.secrets.sealing.to_json",
        "providers.models.record",
        "providers.admin.forms.fill",
        "providers.admin.forms.faults",
        "providers.placeholders.read_options",
        "providers.models.Provider.put_secrets",
        "providers.admin.provider._still_missing",
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


def list_pages() -> list[str]:
    """Every list of the back office, and the page of every row."""
    pages = []
    for model in admin.site._registry:
        lists = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages.append(reverse(f"{lists}_changelist"))
        pages += [reverse(f"{lists}_change", args=[row.pk]) for row in model._default_manager.all()[:3]]
    return pages


async def test_no_answer_of_the_api_and_nothing_told_of_a_failed_turn_carries_one(
    seen: Seen, server: str, staff: AsyncClient
) -> None:
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
        for address in await in_database(list_pages):
            page = await staff.get(address)
            assert page.status_code in (200, 302), address
            seen.add(address, page.content.decode())


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
        f"[{{id: quoting, type: vault, account: {{user: me, passwort: {KEY}}}, region: nowhere}}]",
        "[{id: quoting, type: vault, region: 'nowhere ${HIDDEN_API_KEY}'}]",
        f"[{{id: quoting, type: vault, raw: {KEY}, account: {{user: me, password: {KEY}}}}}]",
        "[{id: hidden, type: http, url: 'https://a.b/${HIDDEN_API_KEY}', request: '{{${HIDDEN_API_KEY}}}'}]",
        "[{id: hidden, type: openai, baseUrl: '${HIDDEN_API_KEY}', organization: '${HIDDEN_API_KEY}ö'}]",
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


@pytest.mark.parametrize("type", TYPES)
def test_no_row_and_no_options_show_one(seen: Seen, type: str) -> None:
    row = Provider.objects.create(name="leaky", type=type, options=options(type, "https://api.test/v1"))
    _, parsed = options_of(row)

    seen.add("row", f"{row} {row!r} {vars(row)}")
    seen.add("options", f"{parsed} {parsed!r} {[parsed]} {vars(build(row))}")
    seen.add("format", pformat(parsed))
    unfilled = type_of(type).options.model_validate({**row.values(), "name": "leaky"})
    seen.add("dump", f"{unfilled.model_dump()} {unfilled.model_dump_json()}")


async def test_no_template_that_fails_tells_one(seen: Seen) -> None:
    for name in (
        "{{${HIDDEN_API_KEY}}}",
        "{{state.${HIDDEN_API_KEY}.0}}",
        f"{{{{{'x' * 70}${{HIDDEN_API_KEY}}}}}}",
    ):
        row = Provider(name="leaky", type="http", options={"url": "https://api.test/", "request": name})
        provider = build(row)
        assert not isinstance(provider, ProviderError)
        request = DecideRequest(state="Hi", questions={"greets": Noul("Does it greet?")})
        error = await provider.decide(request)
        assert isinstance(error, ProviderError)
        assert error.code is ErrorCode.TEMPLATE
        seen.add(name, repr(error))


def type_of(name: str) -> ProviderType:
    kind = provider_type(name)
    assert kind
    return kind
