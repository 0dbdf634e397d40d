"""Statements that PostgreSQL keeps parsed and planned, so that a turn pays for neither.

They are kept by SQL, as the driver's own way cannot send several at once. A connection that a proxy
lends for one transaction keeps nothing; Django's setting for such a proxy, DISABLE_SERVER_SIDE_CURSORS,
is heard here too, and where it is missing the process notices at the first statement that is lost.
"""

import logging
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db import ProgrammingError
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

MOST_KEPT: Final = 200
"""Statements of one connection; the server holds a plan for each."""

LOST: Final = frozenset({"26000", "42P05"})
"""PostgreSQL's codes of a statement that is not there any more, and of one that is there already."""

_PLACE: Final = re.compile("%[s%]")

_kept: Final[WeakKeyDictionary[Any, set[str]]] = WeakKeyDictionary()
"""The names of what each of the driver's connections keeps."""

_keeps_none: Final = threading.Event()


@dataclass(frozen=True)
class _Prepared:
    """A statement with its name, as text that keeps it, and as text that runs it."""

    name: str
    keep: str
    run: str


def texts(database: BaseDatabaseWrapper, cursor: Any, statements: Sequence[str]) -> list[str]:
    """What to send for each of these statements, with places for the same parameters.

    The connection is told of those that it does not keep yet, which is a round trip of its own.
    """
    if _keeps_none.is_set() or database.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
        return list(statements)
    kept = _kept.setdefault(database.connection, set())
    prepared = [_prepared(statement) for statement in statements]
    new = {one.name: one.keep for one in prepared if one.name not in kept}
    if len(kept) + len(new) > MOST_KEPT:
        return list(statements)
    if new:
        cursor.execute(";\n".join(new.values()))
        kept.update(new)
    return [one.run for one in prepared]


def are_lost(error: ProgrammingError) -> bool:
    """Whether a connection does not keep what it was told of."""
    return getattr(error.__cause__, "sqlstate", None) in LOST


def keep_none() -> None:
    """Let this process keep no statements any more."""
    if not _keeps_none.is_set():
        logger.warning(
            "Connections to the database forget statements: a proxy seems to lend them for one transaction."
            " Say so by EZGRAPH_DATABASE_PROXY."
        )
    _keeps_none.set()


@cache
def _prepared(statement: str) -> _Prepared:
    name = f"ezgraph_{sha256(statement.encode()).hexdigest()[:20]}"
    numbers = count(1)
    numbered = _PLACE.sub(lambda place: "%" if place[0] == "%%" else f"${next(numbers)}", statement)
    places = ["%s"] * (next(numbers) - 1)
    given = f"({', '.join(places)})" if places else ""
    return _Prepared(name, f"PREPARE {name} AS {numbered}", f"EXECUTE {name}{given}")
