"""Who of staff may give a key which scopes.

Whoever may issue keys may give those that integrations are made for: to hold their own conversations, to read
them and their decisions, to count and to be told. A key with them opens its client's conversations to whoever
holds it, the issuer too, who may not be allowed to open any in the back office.

All else takes the permission that staff need to do it themselves: to erase, to judge, and what reaches beyond
the client's sessions, into the providers of the site. To reach into everybody's takes one of its own.
"""

from collections.abc import Callable, Mapping
from typing import Final

from conversations.access import scopes
from conversations.access.staff_sessions import PERMISSIONS as OF_STAFF

ISSUE: Final = "conversations.add_apikey"
"""What it takes to issue keys."""

PERMISSIONS: Final[Mapping[str, str]] = {
    scopes.SESSIONS_ERASE: OF_STAFF[scopes.SESSIONS_ERASE],
    scopes.DECISIONS_REVIEW: OF_STAFF[scopes.DECISIONS_REVIEW],
    scopes.PROVIDERS_READ: OF_STAFF[scopes.PROVIDERS_READ],
    scopes.PROVIDERS_TEST: OF_STAFF[scopes.PROVIDERS_TEST],
    scopes.ADMIN: "conversations.grant_admin_scope",
}
"""What it takes to give a scope, besides `ISSUE`."""


def grantable(has_permission: Callable[[str], bool]) -> tuple[str, ...]:
    """The scopes that an account may give, by a test of its permissions; in the order of `scopes.ALL`."""
    return tuple(
        scope for scope in scopes.ALL if scope not in PERMISSIONS or has_permission(PERMISSIONS[scope])
    )
