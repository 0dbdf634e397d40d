import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from providers.secrets.sealing import SecretsUnreadable, reseal, seal, unseal

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))


def test_what_is_sealed_cannot_be_read_and_opens_again() -> None:
    sealed = seal({"api_key": "sk-1", "headers": {"X-Key": "k"}})

    assert "sk-1" not in sealed
    assert unseal(sealed) == {"api_key": "sk-1", "headers": {"X-Key": "k"}}


def test_nothing_stays_nothing() -> None:
    assert seal({}) == ""
    assert unseal("") == {}
    assert reseal("") == ""


def test_the_same_secret_never_looks_the_same() -> None:
    assert seal({"api_key": "sk-1"}) != seal({"api_key": "sk-1"})


def test_a_new_key_in_front_encrypts_and_the_old_one_still_opens(settings: Settings) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = (OLD,)
    sealed = seal({"api_key": "sk-1"})

    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW, OLD)
    assert unseal(sealed) == {"api_key": "sk-1"}
    resealed = reseal(sealed)

    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW,)
    assert unseal(resealed) == {"api_key": "sk-1"}


@pytest.mark.parametrize("broken", ["nonsense", "ü", "gAAAAA"])
def test_what_no_key_opens_is_unreadable(broken: str) -> None:
    with pytest.raises(SecretsUnreadable):
        unseal(broken)
    with pytest.raises(SecretsUnreadable):
        reseal(broken)


def test_a_foreign_key_does_not_open_it(settings: Settings) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = (OLD,)
    sealed = seal({"api_key": "sk-1"})
    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW,)

    with pytest.raises(SecretsUnreadable) as raised:
        unseal(sealed)
    assert "sk-1" not in str(raised.value)


@pytest.mark.parametrize("keys", [(), ("short",), (NEW, "")])
def test_without_valid_keys_nothing_is_sealed(settings: Settings, keys: tuple[str, ...]) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = keys

    with pytest.raises(ImproperlyConfigured) as raised:
        seal({"api_key": "sk-1"})
    assert NEW not in str(raised.value)
