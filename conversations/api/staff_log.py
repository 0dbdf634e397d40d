"""What staff do over REST stands in the back office's log, as what they do on its pages does."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from conversations.access import Caller, StaffCaller
from conversations.models import Decision, Session
from providers.database import in_database

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

SUBJECTS: Final[Mapping[str, type[Model]]] = {"session_id": Session, "decision_id": Decision}
"""What a route is about, by the name of the part of its address that holds the key."""


async def log_write(caller: Caller, method: str, path: str, parts: Mapping[str, Any]) -> None:
    """Put on record that staff have changed something; what others do is not of this log.

    `parts` are those of the address, by name.
    """
    if isinstance(caller, StaffCaller) and method not in READS:
        await in_database(_log, caller.user, f"Over REST: {method} {path}", parts)


def _log(user: int, what: str, parts: Mapping[str, Any]) -> None:
    name = next((name for name in SUBJECTS if name in parts), None)
    subject = SUBJECTS[name] if name else None
    LogEntry.objects.create(
        user_id=user,
        content_type=ContentType.objects.get_for_model(subject) if subject else None,
        object_id=str(parts[name]) if name else "",
        object_repr=str(parts[name]) if name else what,
        action_flag=CHANGE,
        change_message=what,
    )
