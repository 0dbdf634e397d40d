"""Reads sessions for whoever may see them."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from conversations import access
from conversations.access import Caller
from conversations.api.base.paging import Page, page_of
from conversations.engine.errors import SessionUnknown
from conversations.models import Session

_LOOKUPS: Final = {
    "graph": "graph",
    "status": "status",
    "external_user": "external_user",
    "updated_since": "updated_at__gte",
    "updated_until": "updated_at__lt",
}


def page_of_sessions(caller: Caller, asked: Mapping[str, Any]) -> Page[Session]:
    """A page of the sessions that the caller may see, as SessionsQuerySerializer asks for them."""
    wanted = {lookup: asked[name] for name, lookup in _LOOKUPS.items() if name in asked}
    rows = Session.objects.filter(access.own(caller), **wanted)
    return page_of(rows, "updated_at", cursor=asked.get("cursor"), limit=asked["limit"])


def read_session(session: UUID) -> Session:
    """A session's row. Raises SessionUnknown."""
    row = Session.objects.filter(pk=session).first()
    if row is None:
        raise SessionUnknown
    return row
