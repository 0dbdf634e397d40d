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
def test_faults_of_fallbacks_and_of_placeholders_are_reported_beside_others() -> None:
    Provider.objects.create(
        name="one", type="openai", options={"fallback": ["one", "two", "nobody"], "timeout_ms": 0}
    )
    Provider.objects.create(
        name="two",
        type="openai",
        options={"fallback": ["one"], "api_key": "${UNSET_API_KEY}", "organization": "${HOME}"},
    )

    told = [(message.id, message.msg) for message in found(databases=["default"])]

    assert told == [
        ("ezgraph.providers.E005", "Provider one: fallback: a provider cannot be its own fallback"),
        ("ezgraph.providers.E005", "Provider one: fallback: goes in a circle: one → two → one"),
        ("ezgraph.providers.E005", "Provider one: fallback: no provider is called 'nobody'"),
        ("ezgraph.providers.E003", "Provider one: timeout_ms: Input should be greater than 0"),
        ("ezgraph.providers.E005", "Provider two: fallback: goes in a circle: two → one → two"),
        (
            "ezgraph.providers.E003",
            "Provider two: api_key: the environment variable UNSET_API_KEY is not set",
        ),
        (
            "ezgraph.providers.E003",
            "Provider two: organization: EZGRAPH_PROVIDER_ENV does not allow HOME",
        ),
    ]


def test_patterns_that_give_the_sites_own_keys_away_are_a_warning(settings: Settings) -> None:
    settings.EZGRAPH_PROVIDER_ENV = ("ACME_*", "*_KEY")

    (warning,) = found()

    assert warning.id == "ezgraph.providers.W001"
    assert "EZGRAPH_SECRET_KEY" in warning.msg
    assert "DATABASE_URL" not in warning.msg


@pytest.mark.django_db
def test_a_provider_without_its_key_yet_is_no_fault() -> None:
    assert found(databases=["default"]) == []


@pytest.mark.django_db
def test_rows_are_looked_at_only_where_the_database_is_checked() -> None:
    Provider.objects.create(name="two", type="elsewhere")

    assert found() == []
