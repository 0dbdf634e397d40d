"""Statements that PostgreSQL keeps parsed and planned, so that a turn pays for neither.

They are kept by SQL, as the driver's own way cannot send several at once. A connection that a proxy
lends for one transaction keeps nothing; Django's setting for such a proxy, DISABLE_SERVER_SIDE_CURSORS,
is heard here too, and where it is missing the process notices that statements get lost.
"""

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db import Error
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

MOST_KEPT: Final = 200
"""Statements of one connection; the server holds a plan for each."""

LONGEST_KEPT: Final = 4000
"""Characters of a statement. One that adds very many rows is rare, and its plan is large."""

LOST: Final = frozenset({"26000", "42P05"})
"""PostgreSQL's codes of a statement that is not there any more, and of one that is there already."""

OUTDATED: Final = "0A000"
"""Its code of a plan whose table has changed meanwhile."""

MOST_LOSSES: Final = 3
"""After which nothing is kept any more: it is no accident."""

_PLACE: Final = re.compile("%[s%]")


@dataclass(frozen=True)
class _Prepared:
    """A statement with its name, as text that keeps it, and as text that runs it."""

    name: str
    keep: str
    run: str


class _Kept:
    """What the connections of this process keep.

    The driver's connections go back to the pool and come out again in another thread, and what they
    keep stays with them.
    """

    def __init__(self) -> None:
        self.losses = 0
        self._names: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()

    def of(self, database: BaseDatabaseWrapper) -> set[str]:
        """The names of what a connection keeps."""
        return self._names.setdefault(database.connection, set())


_kept: Final = _Kept()


def texts(database: BaseDatabaseWrapper, cursor: Any, statements: Sequence[str]) -> list[str]:
    """What to send for each of these statements, with places for the same parameters.

    The connection is told of each that it does not keep yet, which is a round trip of its own.
    """
    if _kept.losses >= MOST_LOSSES or database.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
        return list(statements)
    return [_text(database, cursor, statement) for statement in statements]


def are_lost(error: Error) -> bool:
    """Whether a connection does not keep what it was told of, or keeps it as it was before a migration."""
    return getattr(error.__cause__, "sqlstate", None) in {*LOST, OUTDATED}


def forget(database: BaseDatabaseWrapper, error: Error) -> None:
    """Give a connection up whose statements are lost; outside of a transaction there is a new one then."""
    if getattr(error.__cause__, "sqlstate", None) in LOST:
        _kept.losses += 1
    if _kept.losses == MOST_LOSSES:
        logger.warning(
            "Connections to the database forget statements, so none is kept any more: a proxy seems to lend"
            " them for one transaction. Say so by EZGRAPH_DATABASE_PROXY."
        )
    # Closed below the pool, which would hand it out again.
    database.connection.close()
    if not database.in_atomic_block:
        database.close()
        database.ensure_connection()


def _text(database: BaseDatabaseWrapper, cursor: Any, statement: str) -> str:
    if len(statement) > LONGEST_KEPT:
        return statement
    kept, prepared = _kept.of(database), _prepared(statement)
    if prepared.name not in kept:
        if len(kept) >= MOST_KEPT:
            return statement
        cursor.execute(prepared.keep)
        kept.add(prepared.name)
    return prepared.run


@cache
def _prepared(statement: str) -> _Prepared:
    name = f"ezgraph_{sha256(statement.encode()).hexdigest()[:20]}"
    numbers = count(1)
    numbered = _PLACE.sub(lambda place: "%" if place[0] == "%%" else f"${next(numbers)}", statement)
    places = ["%s"] * (next(numbers) - 1)
    given = f"({', '.join(places)})" if places else ""
    return _Prepared(name, f"PREPARE {name} AS {numbered}", f"EXECUTE {name}{given}")
