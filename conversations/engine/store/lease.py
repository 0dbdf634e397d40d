"""The lease: at most one turn of a session runs, by the database's clock."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from conversations.engine.records import SessionRecord
from conversations.engine.store.answers import Answer, database_of_thread
from conversations.engine.store.table import Computed
from conversations.engine.store.tables import SESSIONS

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


def _expiry() -> str:
    return _EXPIRY[database_of_thread().vendor].format(settings.EZGRAPH_LEASE_SECONDS)


def fenced(session: SessionRecord) -> Computed:
    """The next revision of a session's row; it fails where another holds the session or has changed it.

    An error, and not a condition that finds no row, because the statements after it shall not run
    either. (SQLite makes NULL of what PostgreSQL refuses to divide, which the column does not take.)
    """
    held = '"lease_owner" = %s AND "revision" = %s'
    return Computed(
        f'CASE WHEN {held} THEN %s ELSE 1 / ("revision" - "revision") END',
        (session.lease, session.revision, session.revision + 1),
    )


def take(session: SessionRecord, owner: str, values: Mapping[str, Any]) -> Answer[int]:
    """Take a free lease and change the row; it fails where somebody holds the session, as `fenced`.

    The answer is the highest turn number that is given now.
    """
    return SESSIONS.update_one(
        {**values, "lease_owner": owner},
        where={"id": session.id},
        computed={"revision": fenced(replace(session, lease="")), "lease_expires_at": Computed(_expiry())},
        returning="last_turn",
    )


def renew(session: UUID, owner: str) -> bool:
    """Lengthen a lease. False where it is no longer held."""
    return (
        SESSIONS.update(
            {}, where={"id": session, "lease_owner": owner}, computed={"lease_expires_at": _expiry()}
        ).count()
        == 1
    )


def release(session: UUID, owner: str) -> bool:
    """Free the lease where it is still held, and tell whether it was; nothing else is written."""
    return SESSIONS.update(FREE, where={"id": session, "lease_owner": owner}).count() == 1


def is_held(session: SessionRecord) -> bool:
    """Whether a session is still held by whom the record names, and as the record has it."""
    where = {"id": session.id, "lease_owner": session.lease, "revision": session.revision}
    return bool(SESSIONS.select(("revision",), where=where).all())


def settle(session: UUID, owner: str) -> bool:
    """Free a lease that its holder did not renew in time. False where that is no longer so."""
    where = {"id": session, "lease_owner": owner}
    raised = {"revision": '"revision" + 1'}
    return SESSIONS.update(FREE, where=where, computed=raised, also=f"AND {expired()}").count() == 1
