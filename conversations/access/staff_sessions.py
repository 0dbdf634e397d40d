"""Staff who are logged in to the back office as callers of the API."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from rest_framework.authentication import CSRFCheck

from conversations.access import scopes
from conversations.access.callers import ANONYMOUS, Caller, StaffCaller
from conversations.access.denials import AccessDenied
from conversations.access.logins import user_of
from conversations.codes import Code

PERMISSIONS: Final[Mapping[str, str]] = {
    scopes.SESSIONS_WRITE: "conversations.add_session",
    scopes.SESSIONS_READ: "conversations.view_session",
    scopes.SESSIONS_ERASE: "conversations.erase_session",
    scopes.DECISIONS_READ: "conversations.view_decision",
    scopes.DECISIONS_REVIEW: "conversations.review_decision",
    scopes.PROVIDERS_READ: "providers.view_provider",
    scopes.PROVIDERS_TEST: "providers.change_provider",
    scopes.USAGE_READ: "conversations.view_modelcall",
}
"""What an account needs to do what a scope names. Webhooks belong to integrations, so they are not here."""


def identify_staff(request: HttpRequest) -> Caller:
    """Who of staff sends a request by the cookie of their session; nobody where there is none.

    Raises AccessDenied FORBIDDEN where the request may come from a foreign page: it changes something and
    lacks the CSRF token. Reads rows.
    """
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ANONYMOUS
    user = user_of(request.session)  # REST framework puts a user of its own in `request.user`
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return ANONYMOUS
    check = CSRFCheck(lambda _: None)  # type: ignore[arg-type]
    check.process_request(request)
    if check.process_view(request, None, (), {}) is not None:  # type: ignore[arg-type]
        raise AccessDenied(Code.FORBIDDEN, "Send the CSRF token in the header X-CSRFToken.")
    return StaffCaller(user.pk, user.get_username(), frozenset(user.get_all_permissions()))


def check_permission(caller: StaffCaller, scope: str, permission: str = "") -> None:
    """Raise AccessDenied where the account may not do what `scope` names.

    `permission` is what it needs instead of what it needs for the scope in general.
    """
    needed = permission or PERMISSIONS.get(scope)
    if needed is None:
        raise AccessDenied(Code.FORBIDDEN, "This takes an API key.")
    if needed not in caller.permissions:
        raise AccessDenied(Code.FORBIDDEN, f"The account lacks the permission {needed}.")
