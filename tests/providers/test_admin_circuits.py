"""What staff do with a provider beside its options: its circuit, a trial call, deleting it."""

from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from providers.errors import ErrorCode, ProviderError
from providers.models import Provider, ProviderChange
from providers.options import ProviderOptions
from providers.ports import ChatReply, Usage
from providers.registry import register_provider
from providers.resilience import circuits
from providers.types import _types
from tests.providers.scripted import ScriptedAdapter

pytestmark = pytest.mark.django_db

LIST = "/admin/providers/provider/"

ADAPTER = ScriptedAdapter(
    ChatReply(text="OK", model="m-7", usage=Usage(input_tokens=2_000_000, output_tokens=1_000_000)),
    name="acme",
)
DOWN = ScriptedAdapter(
    ProviderError(code=ErrorCode.AUTH, message="The provider refused the key."), name="acme"
)


@pytest.fixture(autouse=True)
def acme_type() -> Iterator[None]:
    register_provider("acme", lambda options, client: ADAPTER, ProviderOptions)
    register_provider("down", lambda options, client: DOWN, ProviderOptions)
    yield
    del _types["acme"], _types["down"]


@pytest.fixture
def row() -> Iterator[Provider]:
    row = Provider.objects.create(name="acme", type="acme", options={"price": {"input": 1, "output": 2}})
    yield row
    async_to_sync(circuits.close)("acme")


def page(row: Provider, kind: str = "change") -> str:
    return reverse(f"admin:providers_provider_{kind}", args=[row.pk])


def did(client: Client, row: Provider, kind: str, **values: str) -> str:
    return client.post(page(row, kind), values, follow=True).content.decode()


def test_a_trial_call_tells_time_model_tokens_and_cost(admin_client: Client, row: Provider) -> None:
    told = did(admin_client, row, "test")

    assert "“acme” answered after " in told
    assert " ms: m-7, 2000000 + 1000000 tokens, 4 US dollars." in told


def test_a_trial_call_that_fails_tells_the_error(admin_client: Client, row: Provider) -> None:
    Provider.objects.filter(pk=row.pk).update(type="down")

    assert "The provider refused the key. (auth)" in did(admin_client, row, "test")


def test_a_trial_call_goes_out_whatever_the_circuit_says_and_no_fallback_answers(
    admin_client: Client, row: Provider
) -> None:
    Provider.objects.filter(pk=row.pk).update(type="down", options={"fallback": ["embedded"]})
    async_to_sync(circuits.open)("acme")
    asked = len(DOWN.requests)

    assert "The provider refused the key. (auth)" in did(admin_client, row, "test")
    assert len(DOWN.requests) == asked + 1


def test_a_provider_that_cannot_be_built_tells_why(admin_client: Client) -> None:
    row = Provider.objects.get(name="openai")

    assert "api_key not set yet" in did(admin_client, row, "test")


def test_a_form_can_be_saved_and_tried_at_once(admin_client: Client, row: Provider) -> None:
    told = did(admin_client, row, "change", timeout_ms="700", _test="on")

    row.refresh_from_db()
    assert row.options == {"timeout_ms": 700}
    assert "“acme” answered after " in told
    add = {"name": "second", "type": "acme", "_test": "on"}
    assert "“second” failed" not in admin_client.post(f"{LIST}add/", add, follow=True).content.decode()


def test_a_circuit_is_opened_and_closed_by_hand_and_the_history_says_who(
    admin_client: Client, row: Provider
) -> None:
    opened = did(admin_client, row, "circuit_open")
    assert "open: opened by hand" in opened
    assert "Close circuit" in opened
    assert async_to_sync(circuits.state)("acme").cause is circuits.Cause.BY_HAND
    assert "open: opened by hand" in admin_client.get(LIST).content.decode()

    closed = did(admin_client, row, "circuit_close")
    assert "Open circuit" in closed
    assert async_to_sync(circuits.state)("acme").status is circuits.Status.CLOSED
    done = ProviderChange.objects.filter(provider="acme").values_list("who", "action")
    assert list(done)[:2] == [("admin", "closed"), ("admin", "opened")]


def test_the_log_of_the_back_office_says_who_did_each_of_these(admin_client: Client, row: Provider) -> None:
    for kind in ("test", "circuit_open", "circuit_close"):
        did(admin_client, row, kind)
    did(admin_client, row, "change", timeout_ms="700", _test="on")

    entries = LogEntry.objects.filter(object_id=str(row.pk)).order_by("pk")
    assert {entry.user.get_username() for entry in entries} == {"admin"}
    told = [entry.get_change_message() for entry in entries]
    assert [text for text in told if not text.startswith("Changed")] == [
        "Tested the connection.",
        "Opened the circuit.",
        "Closed the circuit.",
        "Tested the connection.",
    ]


@pytest.mark.parametrize("kind", ["test", "circuit_open", "circuit_close"])
def test_only_who_may_change_the_provider_can_do_so_and_only_by_post(
    client: Client, admin_client: Client, row: Provider, django_user_model: Any, kind: str
) -> None:
    assert admin_client.get(page(row, kind)).status_code == 405
    assert client.post(page(row, kind)).status_code == 302
    client.force_login(django_user_model.objects.create_user("staff", is_staff=True))
    assert client.post(page(row, kind)).status_code == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(django_user_model.objects.get(username="admin"))
    assert strict.post(page(row, kind)).status_code == 403
    assert admin_client.post(f"{LIST}999/test/").status_code == 404
    assert async_to_sync(circuits.state)("acme").status is circuits.Status.CLOSED


def test_who_may_only_look_sees_options_and_no_buttons(
    client: Client, row: Provider, django_user_model: Any
) -> None:
    reader = django_user_model.objects.create_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_provider"))
    client.force_login(reader)

    shown = client.get(page(row)).content.decode()

    assert "price" in shown
    assert "Open circuit" not in shown
    assert "Test connection" not in shown
    assert '<input type="submit"' not in shown


def test_a_provider_that_the_fallback_of_another_names_cannot_be_deleted_before_that(
    admin_client: Client, row: Provider
) -> None:
    user = Provider.objects.create(name="user", type="acme", options={"fallback": ["acme"]})

    refused = did(admin_client, row, "delete", post="yes")
    assert "“acme” cannot be deleted, as it is needed:" in refused
    assert "the fallback of “user” needs" in refused
    assert Provider.objects.filter(pk=row.pk).exists()
    assert "the fallback of “user”" in admin_client.get(page(row)).content.decode()

    both = {"action": "delete_selected", "_selected_action": [row.pk, user.pk], "post": "yes"}
    admin_client.post(LIST, both)
    assert not Provider.objects.filter(pk__in=[row.pk, user.pk]).exists()
