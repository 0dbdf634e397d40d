"""Whose sessions a caller can reach beyond single ones."""

from django.db.models import Q

from conversations.access import scopes
from conversations.access.callers import ANONYMOUS, ApiCaller, Caller, StaffCaller
from conversations.access.denials import AccessDenied
from conversations.access.staff_sessions import check_permission
from conversations.codes import Code


def check_key(caller: Caller) -> ApiCaller:
    """The caller, who has an API key of whatever scopes. Raises AccessDenied."""
    if caller == ANONYMOUS:
        raise AccessDenied(Code.UNAUTHENTICATED, "Send an API key.")
    if not isinstance(caller, ApiCaller):
        raise AccessDenied(Code.FORBIDDEN, "This takes an API key.")
    return caller


def check_member(caller: Caller) -> None:
    """Raise AccessDenied where the caller has no API key and is not of staff."""
    if not isinstance(caller, StaffCaller):
        check_key(caller)


def check_scope(caller: Caller, scope: str) -> None:
    """Raise AccessDenied where the caller may not do at all what `scope` names.

    It is for what is not a single session's: visitors, who have one, may not do any of it.
    """
    if isinstance(caller, StaffCaller):
        check_permission(caller, scope)
        return
    caller = check_key(caller)
    if not has_scope(caller, scope):
        raise AccessDenied(Code.FORBIDDEN, f"The key lacks the scope {scope}.")


def has_scope(caller: ApiCaller, scope: str) -> bool:
    """Whether a key allows what the scope names."""
    return scope in caller.scopes or scopes.ADMIN in caller.scopes


def own(caller: Caller, path: str = "") -> Q:
    """The condition for rows that are the caller's own; for the scope `admin` and for staff, all.

    `path` leads from the rows to their session, such as `turn__session__`.
    """
    if isinstance(caller, StaffCaller):
        return Q()
    if not isinstance(caller, ApiCaller):
        return Q(pk__in=())
    return Q() if scopes.ADMIN in caller.scopes else Q(**{f"{path}client": caller.client})
