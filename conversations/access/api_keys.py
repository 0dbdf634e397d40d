"""API keys: shown once, stored as a hash, recognised by their prefix."""

import hashlib
import secrets
from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.db.models import Q

from conversations import clock
from conversations.access import scopes
from conversations.access.callers import ApiCaller
from conversations.models import ApiClient, ApiKey

PREFIX: Final = "ezg_"
SHOWN_CHARACTERS: Final = 12


@transaction.atomic
def issue(client_name: str, granted: Iterable[str]) -> str:
    """Make a key for a client, which is made where it is missing; return the key in plain text.

    It is the only time that anybody sees it. Raises ValueError for an unknown scope.
    """
    unknown = set(granted := list(granted)) - set(scopes.ALL)
    if unknown:
        raise ValueError(f"Unknown scopes: {', '.join(sorted(unknown))}.")
    client, _ = ApiClient.objects.get_or_create(name=client_name)
    key = PREFIX + secrets.token_urlsafe(32)
    ApiKey.objects.create(client=client, prefix=key[:SHOWN_CHARACTERS], digest=_digest(key), scopes=granted)
    return key


def authenticate(key: str) -> ApiCaller | None:
    """The caller that a key stands for; None where it is unknown, expired or revoked."""
    now = clock.now()
    in_time = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    row = ApiKey.objects.filter(in_time, digest=_digest(key), revoked_at__isnull=True).first()
    if row is None:
        return None
    _note_use(row)
    return ApiCaller(row.client_id, frozenset(row.scopes), row.pk)


def _note_use(row: ApiKey) -> None:
    """Keep the day of the last use; once an hour is exact enough and spares a write a request."""
    now = clock.now()
    if row.last_used_at is None or (now - row.last_used_at).total_seconds() > 3600:
        ApiKey.objects.filter(pk=row.pk).update(last_used_at=now)


def _digest(key: str) -> str:
    # A key has 256 random bits, so a plain hash cannot be guessed; a slow one would cost each request.
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
