"""Who is logged in at this very moment, and what they may do: asked anew at each frame."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.http import parse_cookie

from conversations.access.logins import user_of
from conversations.engine.staff import Staff

VIEW: Final = "conversations.view_session"
TAKE_OVER: Final = "conversations.take_over_session"
VIEW_DECISIONS: Final = "conversations.view_decision"


@dataclass(frozen=True)
class Badge:
    """Somebody of staff who may follow sessions."""

    staff: Staff
    may_take_over: bool
    may_see_decisions: bool


def session_key_of(scope: dict[str, Any]) -> str:
    """The key of the log-in that a connection came with; "" without one."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")


def badge_of(session_key: str) -> Badge | None:
    """Whoever is logged in under this key; None where that is nobody of staff, or one without the right.

    It reads the log-in, the account and its rights each time, so that whoever is logged out, switched off
    or robbed of a right meanwhile is none from then on.
    """
    user = user_of(import_module(settings.SESSION_ENGINE).SessionStore(session_key))
    if not (user.is_active and getattr(user, "is_staff", False) and user.has_perm(VIEW)):
        return None
    return Badge(
        staff=Staff.of(user),
        may_take_over=user.has_perm(TAKE_OVER),
        may_see_decisions=user.has_perm(VIEW_DECISIONS),
    )
