"""The lease: at most one turn of a session runs, by the database's clock."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from conversations.engine.store.answers import Answer, database_of_thread
from conversations.engine.store.tables import SESSIONS
from conversations.engine.values import SessionRecord

_NOW: Final = {
    "postgresql": "STATEMENT_TIMESTAMP()",
    "sqlite": "strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')",
}
_EXPIRY: Final = {
    "postgresql": "STATEMENT_TIMESTAMP() + INTERVAL '{} seconds'",
    "sqlite": "strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now', '+{} seconds')",
}

FREE: Final[Mapping[str, Any]] = {"lease_owner": "", "lease_expires_at": None}
"""The columns of a session that nobody holds."""


@cache
def expired() -> str:
    """SQL that tells whether the holder of a session did not renew in time; NULL where nobody holds it."""
    return f'"lease_expires_at" <= {_NOW[database_of_thread().vendor]}'


def _expiry() -> dict[str, str]:
    return {"lease_expires_at": _EXPIRY[database_of_thread().vendor].format(settings.EZGRAPH_LEASE_SECONDS)}


def take(session: SessionRecord, owner: str, values: Mapping[str, Any]) -> Answer[int]:
    """Take a free lease and change the row, in one conditional write.

    The answer is the highest turn number that is given now. There is none where somebody holds the
    session, or where it is no longer as it was found.
    """
    return SESSIONS.update_one(
        {**values, "lease_owner": owner},
        where={"id": session.id, "lease_owner": "", "revision": session.revision},
        computed=_expiry(),
        returning="last_turn",
    )


def renew(session: UUID, owner: str) -> bool:
    """Lengthen a lease. False where it is no longer held."""
    return SESSIONS.update({}, where={"id": session, "lease_owner": owner}, computed=_expiry()).count() == 1


def release(session: UUID, owner: str) -> None:
    """Free the lease where it is still held; nothing else is written."""
    SESSIONS.update(FREE, where={"id": session, "lease_owner": owner})


def is_held(session: UUID, owner: str) -> bool:
    """Whether a lease is still the owner's, even where it was not renewed in time."""
    return bool(SESSIONS.select(("revision",), where={"id": session, "lease_owner": owner}).all())


def settle(session: UUID, owner: str) -> bool:
    """Free a lease that its holder did not renew in time. False where that is no longer so."""
    where = {"id": session, "lease_owner": owner}
    raised = {"revision": '"revision" + 1'}
    return SESSIONS.update(FREE, where=where, computed=raised, also=f"AND {expired()}").count() == 1
