"""Statements for the rows of one model, made once and run by hand.

A turn writes the same few statements again and again. Building each through the ORM costs several
times what the database needs to run it, so the writes and reads of every step are kept as text here.
Values still go through the model's fields, so both databases store exactly what the ORM would.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from django.db import connection
from django.db.models import Field, Model
from django.db.models.expressions import Col

Row: TypeAlias = Mapping[str, Any]
"""Values by the names of the model's columns, such as `session_id`."""

Converter: TypeAlias = Callable[[Any], Any]


NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

MOST_ROWS: Final = 500
"""Rows in one statement: a database takes only so many parameters."""


class Table:
    """The table of one model. Every method runs one statement on the current connection."""

    def __init__(self, model: type[Model]) -> None:
        self._model = model
        self._selects: dict[tuple[object, ...], tuple[str, list[Converter]]] = {}

    def insert(self, row: Row) -> int:
        """Add one row and return its key."""
        statement = f"{self._insert(tuple(row), 1)} RETURNING {self._quoted(self._key)}"
        with connection.cursor() as cursor:
            cursor.execute(statement, self._stored(row))
            key: int = cursor.fetchone()[0]
        return key

    def insert_all(self, rows: Sequence[Row]) -> None:
        """Add rows, all with the same columns; in one statement unless there are very many."""
        for start in range(0, len(rows), MOST_ROWS):
            some = rows[start : start + MOST_ROWS]
            self._execute(self._insert(tuple(some[0]), len(some)), self._stored(*some))

    def put_all(self, rows: Sequence[Row], *, unique: Sequence[str]) -> None:
        """Add rows; one that is there already by its `unique` columns is replaced."""
        if not rows:
            return
        names = tuple(rows[0])
        replaced = ", ".join(
            f"{self._quoted(name)} = EXCLUDED.{self._quoted(name)}" for name in names if name not in unique
        )
        conflict = ", ".join(map(self._quoted, unique))
        statement = f"{self._insert(names, len(rows))} ON CONFLICT ({conflict}) DO UPDATE SET {replaced}"
        self._execute(statement, self._stored(*rows))

    def update(self, row: Row, *, where: Row, computed: Mapping[str, str] = NOTHING, also: str = "") -> int:
        """Change the rows whose columns equal `where`; return how many there were.

        `computed` are further columns with the SQL of their new values, `also` is more SQL after the
        condition.
        """
        return self._execute(self._update(row, where, computed, also), self._stored(row, where))

    def update_one(
        self, row: Row, *, where: Row, returning: str, computed: Mapping[str, str] = NOTHING, also: str = ""
    ) -> Any:
        """Like `update`, for one row at most; return its new value of a number's column, None without it."""
        statement = f"{self._update(row, where, computed, also)} RETURNING {self._quoted(returning)}"
        with connection.cursor() as cursor:
            cursor.execute(statement, self._stored(row, where))
            found = cursor.fetchone()
        return None if found is None else found[0]

    def select(
        self,
        names: tuple[str, ...],
        *,
        where: Row,
        computed: tuple[str, ...] = (),
        also: str = "",
        parameters: Iterable[Any] = (),
    ) -> list[tuple[Any, ...]]:
        """The columns `names` of the rows whose columns equal `where`, then what SQL is to compute.

        `also` is more SQL after that condition (AND, ORDER BY, LIMIT) with its `parameters`.
        """
        statement, converters = self._select(names, tuple(where), computed, also)
        with connection.cursor() as cursor:
            cursor.execute(statement, [*self._stored(where), *parameters])
            return [(*map(_converted, converters, row), *row[len(converters) :]) for row in cursor.fetchall()]

    @cached_property
    def name(self) -> str:
        """The table's name as SQL takes it."""
        return self._quoted(self._model._meta.db_table)

    @cached_property
    def _key(self) -> str:
        return str(self._model._meta.pk.column)

    @cached_property
    def _fields(self) -> dict[str, "Field[Any, Any]"]:
        return {str(field.column): field for field in self._model._meta.concrete_fields}

    def _select(
        self, names: tuple[str, ...], given: tuple[str, ...], computed: tuple[str, ...], also: str
    ) -> tuple[str, list[Converter]]:
        key = (connection.vendor, names, given, computed, also)
        kept = self._selects.get(key)
        if kept is None:
            columns = ", ".join([*map(self._quoted, names), *computed])
            statement = f"SELECT {columns} FROM {self.name} WHERE {self._condition(given)} {also}"
            kept = statement, [self._converter(self._fields[name]) for name in names]
            self._selects[key] = kept
        return kept

    def _update(self, row: Row, where: Row, computed: Mapping[str, str], also: str) -> str:
        changed = [f"{self._quoted(name)} = %s" for name in row]
        changed += [f"{self._quoted(name)} = {value}" for name, value in computed.items()]
        return f"UPDATE {self.name} SET {', '.join(changed)} WHERE {self._condition(where)} {also}"

    def _insert(self, names: tuple[str, ...], rows: int) -> str:
        columns = ", ".join(map(self._quoted, names))
        places = ", ".join([f"({', '.join(['%s'] * len(names))})"] * rows)
        return f"INSERT INTO {self.name} ({columns}) VALUES {places}"

    def _condition(self, where: Iterable[str]) -> str:
        return " AND ".join(f"{self._quoted(name)} = %s" for name in where)

    def _stored(self, *rows: Row) -> list[Any]:
        return [
            self._fields[name].get_db_prep_save(value, connection)
            for row in rows
            for name, value in row.items()
        ]

    def _converter(self, field: "Field[Any, Any]") -> Converter:
        column = Col(self._model._meta.db_table, field)
        steps = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]

        def convert(value: Any) -> Any:
            for step in steps:
                value = step(value, column, connection)
            return value

        return convert

    def _execute(self, statement: str, parameters: list[Any]) -> int:
        with connection.cursor() as cursor:
            cursor.execute(statement, parameters)
            return int(cursor.rowcount)

    @staticmethod
    def _quoted(name: str) -> str:
        return connection.ops.quote_name(name)


def _converted(convert: Converter, value: Any) -> Any:
    return convert(value)
