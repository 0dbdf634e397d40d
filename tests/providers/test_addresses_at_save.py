"""An address that will not be called is a fault where it is saved, not only when it is called."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from providers.building import build
from providers.errors import ErrorCode, ProviderError
from providers.models import Provider
from providers.registry import resolve

pytestmark = [pytest.mark.any_database, pytest.mark.django_db(transaction=True)]

FIELDS = {"openai": "base_url", "anthropic": "base_url", "typesafe": "base_url", "http": "url"}

NEVER = ["http://127.1/", "http://0x7f.1", "http://2130706433", "http://1.1.1.1:99999", "ftp://1.1.1.1"]

PRIVATE = ["http://[::ffff:127.0.0.1]", "http://127.0.0.1:9", "http://localhost", "http://10.0.0.1/v1"]


@pytest.fixture(autouse=True)
def allowed(settings: Settings) -> None:
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ("ollama:*",)


def load(tmp_path: Path, field: str, type: str, address: str) -> str:
    file = tmp_path / "providers.yaml"
    file.write_text(f"[{{name: odd, type: {type}, {field}: '{address}'}}]")
    output = StringIO()
    call_command("load_providers", str(file), stdout=output, stderr=output)
    return output.getvalue()


@pytest.mark.parametrize("type", FIELDS)
@pytest.mark.parametrize("address", [*NEVER, *PRIVATE])
def test_the_form_reports_it_at_the_field(admin_client: Client, type: str, address: str) -> None:
    sent = {"name": "odd", "type": type, "api_key": "sk-1", FIELDS[type]: address}
    response: Any = admin_client.post(f"/admin/providers/provider/add/?type={type}", sent)

    errors = response.context["adminform"].form.errors.as_data()
    assert list(errors) == [FIELDS[type]]
    assert [error.code for error in errors[FIELDS[type]]] == [ErrorCode.CONFIG_INVALID]
    assert not Provider.objects.filter(name="odd").exists()


@pytest.mark.parametrize("type", FIELDS)
@pytest.mark.parametrize("address", [*NEVER, *PRIVATE])
def test_a_file_with_one_is_not_loaded(tmp_path: Path, type: str, address: str) -> None:
    with pytest.raises(CommandError, match=f"odd: {FIELDS[type]}: "):
        load(tmp_path, FIELDS[type], type, address)

    assert not Provider.objects.filter(name="odd").exists()


@pytest.mark.parametrize("address", PRIVATE)
def test_a_command_that_allows_nothing_loads_a_private_one_and_says_so(
    tmp_path: Path, settings: Settings, address: str
) -> None:
    """The site may be started with more than the command: `make run` lets this machine in."""
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ()

    assert "cannot be used yet: base_url: leads into a private network" in load(
        tmp_path, "base_url", "openai", address
    )


@pytest.mark.parametrize("address", NEVER)
def test_what_no_site_can_call_no_command_loads(tmp_path: Path, settings: Settings, address: str) -> None:
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ()

    with pytest.raises(CommandError):
        load(tmp_path, "base_url", "openai", address)


@pytest.mark.parametrize("type", FIELDS)
@pytest.mark.parametrize("address", [*NEVER, *PRIVATE])
async def test_one_that_is_stored_is_told_by_the_check_and_by_every_call(type: str, address: str) -> None:
    row = Provider(name="odd", type=type, options={FIELDS[type]: address, "api_key": "sk-1"})
    await row.asave()

    for built in (build(row), await resolve("odd")):
        assert isinstance(built, ProviderError)
        assert (built.code, built.retryable) == (ErrorCode.CONFIG_INVALID, False)
        assert FIELDS[type] in built.message


@pytest.mark.parametrize("address", [*NEVER, *PRIVATE])
def test_the_system_check_reports_one_that_is_stored(address: str) -> None:
    Provider.objects.create(name="odd", type="openai", options={"base_url": address, "api_key": "sk-1"})

    found = [message for message in run_checks(databases=["default"]) if "odd" in message.msg]

    assert [message.id for message in found] == ["ezgraph.providers.E003"]
    assert "base_url" in found[0].msg


def test_an_allowed_host_is_saved(admin_client: Client, tmp_path: Path) -> None:
    load(tmp_path, "base_url", "openai", "http://ollama:11434/v1")
    row = Provider.objects.get(name="odd")
    page = reverse("admin:providers_provider_change", args=[row.pk])

    response = admin_client.post(page, {"base_url": "http://ollama:11434/v1", "model": "llama3.2"})

    assert response.status_code == 302
