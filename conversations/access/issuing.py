"""The one way to a new API key, and the ways in which one ends."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from conversations import clock
from conversations.access import scopes
from conversations.access.api_keys import PREFIX, SHOWN_CHARACTERS, digest_of
from conversations.models import ApiClient, ApiKey, KeyState


@dataclass(frozen=True)
class IssuedKey:
    """A key that was made just now. `text` is the key itself: show it once, and neither store nor log it."""

    row: ApiKey
    text: str = field(repr=False)


class KeyIsOver(Exception):
    """The key has expired or was revoked, so that nothing can take its place."""


@sensitive_variables("text")
def issue(
    client: ApiClient, granted: Iterable[str], *, name: str = "", expires_at: datetime | None = None
) -> IssuedKey:
    """Make a key for a client: `name` says what for, and without `expires_at` it lives until it is revoked.

    Raises ValueError for an unknown scope.
    """
    wanted = set(granted)
    unknown = wanted - set(scopes.ALL)
    if unknown:
        raise ValueError(f"Unknown scopes: {', '.join(sorted(unknown))}.")
    text = PREFIX + secrets.token_urlsafe(32)
    row = ApiKey.objects.create(
        client=client,
        name=name,
        prefix=text[:SHOWN_CHARACTERS],
        digest=digest_of(text),
        scopes=[scope for scope in scopes.ALL if scope in wanted],
        expires_at=expires_at,
    )
    return IssuedKey(row, text)


@transaction.atomic
@sensitive_variables()
def issue_by_name(
    client_name: str, granted: Iterable[str], *, name: str = "", expires_at: datetime | None = None
) -> str:
    """Make a key for the client of this name, which is made where it is missing; return the key itself.

    Raises ValueError for an unknown scope.
    """
    client, _ = ApiClient.objects.get_or_create(name=client_name)
    return issue(client, granted, name=name, expires_at=expires_at).text


@transaction.atomic
def replace(old: ApiKey, *, expires_at: datetime | None, old_until: datetime | None) -> IssuedKey:
    """Issue a key of the same client, name and scopes in another one's place.

    The old one ends at `old_until`, or earlier where it would have anyway; without it, it is revoked at once.
    Raises KeyIsOver.
    """
    # The key alone: whatever writes with a reference to its client goes on.
    held = ApiKey.objects.select_for_update(of=("self",)).select_related("client").get(pk=old.pk)
    if held.state_at(clock.now()) != KeyState.ALIVE:
        raise KeyIsOver
    issued = issue(held.client, held.scopes, name=held.name, expires_at=expires_at)
    if old_until is None:
        revoke(held)
    elif held.expires_at is None or old_until < held.expires_at:
        ApiKey.objects.filter(pk=held.pk).update(expires_at=old_until)
    old.refresh_from_db()
    return issued


def revoke(key: ApiKey) -> bool:
    """Let a key be refused from now on, for good. False where it was revoked before."""
    return bool(ApiKey.objects.filter(pk=key.pk, revoked_at__isnull=True).update(revoked_at=clock.now()))
