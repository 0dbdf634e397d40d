import pytest
from cryptography.fernet import Fernet
from django.core.checks import CheckMessage, run_checks
from pytest_django.fixtures import Settings

from providers.models import Provider

KEY = Fernet.generate_key().decode()
WRONG = "wrong-key-never-shown"


def found(databases: list[str] | None = None) -> list[CheckMessage]:
    return [
        message
        for message in run_checks(databases=databases)
        if str(message.id).startswith("ezgraph.providers.")
    ]


def test_missing_encryption_keys_are_an_error(settings: Settings) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = ()

    assert [message.id for message in found()] == ["ezgraph.providers.E001"]


def test_each_malformed_key_is_an_error_that_does_not_show_it(settings: Settings) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = (KEY, WRONG, "")

    messages = found()

    assert [message.id for message in messages] == ["ezgraph.providers.E002"] * 2
    assert [message.msg.split()[1] for message in messages] == ["2", "3"]
    assert WRONG not in repr(messages)


def test_good_keys_are_no_error(settings: Settings) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = (KEY,)

    assert found() == []


@pytest.mark.django_db
def test_every_fault_of_every_row_is_reported_at_once() -> None:
    Provider.objects.create(name="one", type="openai", options={"timeout_ms": 0, "colour": "red"})
    Provider.objects.create(name="two", type="elsewhere")
    Provider.objects.create(name="three", type="openai", sealed="gibberish")

    messages = [(message.obj.name, message.id) for message in found(databases=["default"])]

    assert messages == [
        ("one", "ezgraph.providers.E003"),
        ("one", "ezgraph.providers.E003"),
        ("three", "ezgraph.providers.E003"),
        ("two", "ezgraph.providers.E003"),
    ]


@pytest.mark.django_db
def test_a_provider_without_its_key_yet_is_no_fault() -> None:
    assert found(databases=["default"]) == []


@pytest.mark.django_db
def test_rows_are_looked_at_only_where_the_database_is_checked() -> None:
    Provider.objects.create(name="two", type="elsewhere")

    assert found() == []
