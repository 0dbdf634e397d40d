"""Percentiles that the database works out, on PostgreSQL and SQLite alike."""

from math import ceil
from typing import Any, Final

from django.db.models import Aggregate

SQLITE_NAME: Final = "ezgraph_percentile"
"""Of the function that SQLite does not have of itself."""


class Percentile(Aggregate):
    """The least value that at least a part of all values does not exceed; None where there are none.

    `Percentile("duration_ms", 0.95)` is the 95th of a hundred values in order. No value is made up
    between two others.
    """

    arity = 1
    name = "Percentile"

    def __init__(self, expression: Any, part: float, **extra: Any) -> None:
        super().__init__(expression, part=float(part), **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        """By the ordered-set aggregate."""
        template = "PERCENTILE_DISC(%(part)s) WITHIN GROUP (ORDER BY %(expressions)s)"
        return self._written(template).as_sql(compiler, connection, **extra_context)

    def as_sqlite(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        """By a function in Python, which is given to the connection that is about to need it."""
        connection.ensure_connection()
        connection.connection.create_aggregate(SQLITE_NAME, 2, _Percentile)
        return self._written(f"{SQLITE_NAME}(%(expressions)s, %(part)s)").as_sql(
            compiler, connection, **extra_context
        )

    def _written(self, template: str) -> "Percentile":
        written: Percentile = self.copy()
        written.template = template
        return written


class _Percentile:
    """SQLite's aggregate: values come one by one, each with the part."""

    def __init__(self) -> None:
        self._values: list[float] = []
        self._part = 1.0

    def step(self, value: float | None, part: float) -> None:
        """Take a value."""
        if value is not None:
            self._values.append(value)
            self._part = part

    def finalize(self) -> float | None:
        """Return the percentile."""
        if not self._values:
            return None
        return sorted(self._values)[max(0, ceil(self._part * len(self._values)) - 1)]
