"""API keys: stored as a hash, recognised by their prefix, and read by whoever calls with one."""

import hashlib
from typing import Final

from django.views.decorators.debug import sensitive_variables

from conversations import clock
from conversations.access.callers import ApiCaller
from conversations.models import ApiKey, KeyState, keys_in

PREFIX: Final = "ezg_"
SHOWN_CHARACTERS: Final = 12
"""Of a key, by which people recognise it: 48 of its 256 random bits are among them."""

USE_IS_NOTED_AFTER: Final = 3600
"""Seconds after the last noted use of a key: exact enough, and it spares a write a request."""


@sensitive_variables("key")
def authenticate(key: str) -> ApiCaller | None:
    """The caller that a key stands for; None where it is unknown, expired or revoked."""
    row = ApiKey.objects.filter(keys_in(KeyState.ALIVE, clock.now()), digest=digest_of(key)).first()
    if row is None:
        return None
    _note_use(row)
    return ApiCaller(row.client_id, frozenset(row.scopes), row.pk)


def digest_of(key: str) -> str:
    """What is stored of a key: it has 256 random bits, so a plain hash cannot be guessed.

    A slow one would cost each request.
    """
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def _note_use(row: ApiKey) -> None:
    now = clock.now()
    if row.last_used_at is None or (now - row.last_used_at).total_seconds() > USE_IS_NOTED_AFTER:
        ApiKey.objects.filter(pk=row.pk).update(last_used_at=now)
