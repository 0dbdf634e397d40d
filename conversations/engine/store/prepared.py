"""Statements that PostgreSQL keeps parsed and planned, so that a turn pays for neither.

They are kept by SQL, as the driver's own way cannot send several at once. A connection that a proxy
lends for one transaction keeps nothing; Django's setting for such a proxy, DISABLE_SERVER_SIDE_CURSORS,
is heard here too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db.backends.base.base import BaseDatabaseWrapper

MOST_KEPT: Final = 200
"""Statements of one connection; the server holds a plan for each."""

_PLACE: Final = re.compile("%[s%]")

_kept: Final[WeakKeyDictionary[Any, set[str]]] = WeakKeyDictionary()
"""The names of what each of the driver's connections keeps."""


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
    if database.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
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


@cache
def _prepared(statement: str) -> _Prepared:
    name = f"ezgraph_{sha256(statement.encode()).hexdigest()[:20]}"
    numbers = count(1)
    numbered = _PLACE.sub(lambda place: "%" if place[0] == "%%" else f"${next(numbers)}", statement)
    places = ["%s"] * (next(numbers) - 1)
    given = f"({', '.join(places)})" if places else ""
    return _Prepared(name, f"PREPARE {name} AS {numbered}", f"EXECUTE {name}{given}")
