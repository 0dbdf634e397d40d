"""What staff do over REST stands in the back office's log, as what they do on its pages does."""

import logging
from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from conversations.access import Caller, StaffCaller
from conversations.models import Decision, Session
from providers.database import in_database

logger = logging.getLogger(__name__)

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

SUBJECTS: Final[Mapping[str, type[Model]]] = {"session_id": Session, "decision_id": Decision}
"""What a route is about, by the name of the part of its address that holds the key."""

LONGEST_REPR: Final = 200
"""Characters that the log's column for what was changed holds."""


async def log_write(caller: Caller, method: str, path: str, parts: Mapping[str, Any]) -> None:
    """Put on record that staff have changed something; what others do is not of this log.

    `parts` are those of the address, by name. The change is made already: where it cannot be put on record,
    it is told as made all the same, and the site's log says what is missing.
    """
    if not isinstance(caller, StaffCaller) or method in READS:
        return
    what = f"Over REST: {method} {path}"
    try:
        await in_database(_log, caller.user, what, parts)
    except Exception:
        logger.exception("What account %s has done is not in the back office's log. %s", caller.user, what)


def _log(user: int, what: str, parts: Mapping[str, Any]) -> None:
    name = next((name for name in SUBJECTS if name in parts), None)
    subject = SUBJECTS[name] if name else None
    key = str(UUID(parts[name])) if name else ""
    LogEntry.objects.create(
        user_id=user,
        content_type=ContentType.objects.get_for_model(subject) if subject else None,
        object_id=key,
        object_repr=(key or what)[:LONGEST_REPR],
        action_flag=CHANGE,
        change_message=what,
    )
