"""Who of staff may give a key which scopes: nobody hands out by a key what they may not do themselves.

A key's scopes hold in the sessions of its own client, so whoever may issue keys may give them. Those that
reach beyond, into the providers of the site or into the sessions of everybody, take a permission more.
"""

from collections.abc import Callable, Mapping
from typing import Final

from conversations.access import scopes
from conversations.access.staff_sessions import PERMISSIONS as OF_STAFF

PERMISSIONS: Final[Mapping[str, str]] = {
    scopes.PROVIDERS_READ: OF_STAFF[scopes.PROVIDERS_READ],
    scopes.PROVIDERS_TEST: OF_STAFF[scopes.PROVIDERS_TEST],
    scopes.ADMIN: "conversations.grant_admin_scope",
}
"""What it takes to give a scope, besides the permission to issue keys."""


def grantable(has_permission: Callable[[str], bool]) -> tuple[str, ...]:
    """The scopes that an account may give, by a test of its permissions; in the order of `scopes.ALL`."""
    return tuple(
        scope for scope in scopes.ALL if scope not in PERMISSIONS or has_permission(PERMISSIONS[scope])
    )
