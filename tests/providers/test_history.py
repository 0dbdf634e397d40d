from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from providers.history import acting
from providers.models import Provider, ProviderChange

pytestmark = pytest.mark.django_db

SECRET = "sk-very-secret"


def made(**options: Any) -> Provider:
    return Provider.objects.create(name="gpt", type="openai", options=options)


def newest() -> list[str]:
    change = ProviderChange.objects.filter(provider="gpt").first()
    assert change
    return [change.who, change.action, *map(str, change.field_changes)]


def test_who_made_a_provider_and_with_which_options_is_kept() -> None:
    with acting("anna"):
        made(model="m", fallback=["embedded"], api_key=SECRET)

    assert newest() == [
        "anna",
        "created",
        "name set: gpt",
        "type set: openai",
        "model set: m",
        "fallback set: embedded",
        "api_key set",
    ]


def test_a_change_tells_which_options_became_what_and_of_secrets_only_that_they_changed() -> None:
    row = made(model="m", price={"input": "1", "output": "2"}, api_key=SECRET, headers={"X-Key": SECRET})

    row.options = {"price": {"input": "1", "output": "3"}, "timeout_ms": 5, "api_key": "sk-new"}
    row.save()
    assert newest() == [
        "",
        "changed",
        "model removed: m",
        "price.output: 2 → 3",
        "timeout_ms set: 5",
        "api_key changed",
    ]
    row.put_secrets({})
    row.save()
    assert newest()[2:] == ["api_key removed", "headers removed"]
    assert SECRET not in repr(list(ProviderChange.objects.values()))


def test_a_save_that_changes_nothing_is_not_told() -> None:
    row = made(model="m", api_key=SECRET)
    row.put_secrets(row.secrets)
    row.save()

    assert ProviderChange.objects.filter(provider="gpt").count() == 1


def test_secrets_that_no_key_opens_are_told_as_changed() -> None:
    row = made(model="m", api_key=SECRET)
    Provider.objects.filter(pk=row.pk).update(sealed="gibberish")
    row.put_secrets({"api_key": "sk-new"})
    row.save()

    assert newest()[2:] == ["secrets changed"]


def test_it_stays_when_the_provider_is_gone() -> None:
    row = made()
    with acting("bert"):
        row.delete()

    assert newest() == ["bert", "deleted"]


def test_a_long_value_is_told_in_part() -> None:
    made(model="m" * 500)

    change = ProviderChange.objects.get(provider="gpt").field_changes[2]
    assert str(change) == f"model set: {'m' * 200}…"
    assert change.after == "m" * 500


def test_staff_see_it(admin_client: Client) -> None:
    row = made(model="<b>m</b>", api_key=SECRET)
    admin_client.post(
        reverse("admin:providers_provider_change", args=[row.pk]), {"model": "new", "api_key": "sk-new"}
    )

    page = admin_client.get(reverse("admin:providers_provider_history", args=[row.pk])).content.decode()

    assert "model: &lt;b&gt;m&lt;/b&gt; → new" in page
    assert "api_key changed" in page
    assert "admin" in page
    assert SECRET not in page
    assert "sk-new" not in page


def test_a_deletion_by_staff_is_told_with_their_name(admin_client: Client) -> None:
    row = made()
    admin_client.post(reverse("admin:providers_provider_delete", args=[row.pk]), {"post": "yes"})

    assert newest() == ["admin", "deleted"]
