"""Encryption at rest of what must never be shown: Fernet, with keys that can be exchanged."""

from collections.abc import Mapping, Sequence
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from providers.wire.texts import from_json, to_json


class SecretsUnreadable(Exception):
    """None of the site's encryption keys opens the secrets."""


def seal(secrets: Mapping[str, Any]) -> str:
    """Return JSON data encrypted with the first of the site's keys; nothing stays empty text.

    Raises ImproperlyConfigured where the site has no valid key.
    """
    return _fernet().encrypt(to_json(dict(secrets))).decode() if secrets else ""


def unseal(sealed: str) -> dict[str, Any]:
    """Return what `seal` was given, whichever of the site's keys encrypted it.

    Raises `SecretsUnreadable`, and ImproperlyConfigured where the site has no valid key.
    """
    if not sealed:
        return {}
    try:
        secrets: dict[str, Any] = from_json(_fernet().decrypt(sealed))
    except (InvalidToken, ValueError):
        raise SecretsUnreadable("none of the site's encryption keys opens the secrets") from None
    return secrets


def reseal(sealed: str) -> str:
    """Return the same secrets encrypted with the first key. Raises as `unseal` does."""
    return seal(unseal(sealed))


def invalid_keys(keys: Sequence[str]) -> list[int]:
    """Return the places, counted from 1, of the keys that are no Fernet keys."""
    return [place for place, key in enumerate(keys, start=1) if _fernet_of(key) is None]


def _fernet() -> MultiFernet:
    fernets = [_fernet_of(key) for key in settings.EZGRAPH_ENCRYPTION_KEYS]
    usable = [fernet for fernet in fernets if fernet is not None]
    if not usable or len(usable) < len(fernets):
        raise ImproperlyConfigured(
            "EZGRAPH_ENCRYPTION_KEYS must list at least one Fernet key, and only such."
        )
    return MultiFernet(usable)


def _fernet_of(key: str) -> Fernet | None:
    try:
        return Fernet(key)
    except ValueError:
        return None
