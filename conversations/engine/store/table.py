"""The rows of one model, read and written by hand-made statements.

Values still go through the model's fields, so both databases store exactly what the ORM would.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from django.db.models import CharField, DateTimeField, Field, JSONField, Model, TextField, UUIDField
from django.db.models.expressions import Col

from conversations.engine.store import statements
from conversations.engine.store.answers import Answer, Read, ask, database_of_thread
from conversations.engine.store.statements import Names

Row: TypeAlias = Mapping[str, Any]
"""Values by the names of the model's columns, such as `session_id`."""

Convert: TypeAlias = Callable[[Any], Any]

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})

MOST_ROWS: Final = 500
"""Rows in one statement: a database takes only so many parameters."""


@dataclass(frozen=True)
class Computed:
    """SQL of a value, with its parameters."""

    sql: str
    parameters: Sequence[Any] = ()


NULL: Final = Computed("NULL")


class Table:
    """The table of one model. Every method runs one statement on the thread's connection."""

    def __init__(self, model: type[Model]) -> None:
        self._model = model
        self._table = str(model._meta.db_table)
        self._fields = {str(field.column): field for field in model._meta.concrete_fields}
        self._readers: dict[Names, Read[tuple[Any, ...]]] = {}

    @cached_property
    def _key(self) -> str:
        return str(self._model._meta.pk.column)

    @property
    def name(self) -> str:
        """The table's name as SQL takes it."""
        return statements.quoted(self._table)

    def insert(self, row: Row) -> Answer[Any]:
        """Add one row; the answer is its key."""
        statement = statements.insert_returning(self._table, tuple(row), self._key)
        return ask(statement, self.stored(row), _first_column)

    def insert_all(self, rows: Sequence[Row], *, computed: Mapping[str, Computed] = NOTHING) -> None:
        """Add rows, all with the same columns; in one statement unless there are very many.

        `computed` are further columns, the same in each row.
        """
        texts, parameters = _taken_apart(computed)
        for start in range(0, len(rows), MOST_ROWS):
            some = rows[start : start + MOST_ROWS]
            statement = statements.insert(self._table, tuple(some[0]), len(some), texts)
            ask(statement, [value for row in some for value in (*self.stored(row), *parameters)], _same)

    def key_where(self, row: Row) -> Computed:
        """The key of the one row whose columns equal `row`, for another row that is added with it."""
        select = statements.select(self._table, (self._key,), tuple(row), (), "")
        return Computed(f"({select})", self.stored(row))

    def insert_for_each(
        self, row: Row, *, computed: Mapping[str, str], found: str, parameters: Sequence[Any]
    ) -> None:
        """Add `row` once for each row that SQL finds, with further columns that are `computed` of that one.

        `found` is what follows FROM, with its `parameters`.
        """
        statement = statements.insert_for_each(self._table, tuple(row), tuple(computed.items()), found)
        ask(statement, [*self.stored(row), *parameters], _same)

    def put_all(self, rows: Sequence[Row], *, unique: Names) -> None:
        """Add rows; one that is there already by its `unique` columns is replaced."""
        if rows:
            ask(statements.put(self._table, tuple(rows[0]), len(rows), unique), self.stored(*rows), _same)

    def delete(self, where: Row) -> None:
        """Remove the rows whose columns equal `where`."""
        ask(statements.delete(self._table, tuple(where)), self.stored(where), _same)

    def update(
        self, row: Row, *, where: Row, computed: Mapping[str, str] = NOTHING, also: str = ""
    ) -> Answer[Any]:
        """Change the rows whose columns equal `where`; the answer counts them.

        `computed` are further columns with the SQL of their new values, `also` is more SQL after the
        condition.
        """
        statement = statements.update(self._table, tuple(row), tuple(where), tuple(computed.items()), also)
        return ask(statement, self.stored(row, where), _same)

    def update_one(
        self, row: Row, *, where: Row, returning: str, computed: Mapping[str, Computed] = NOTHING
    ) -> Answer[Any]:
        """Like `update`, for one row at most; the answer is its new value of a number's column."""
        texts, parameters = _taken_apart(computed)
        statement = statements.update_returning(self._table, tuple(row), tuple(where), texts, returning)
        return ask(statement, [*self.stored(row), *parameters, *self.stored(where)], _first_column)

    def select(
        self,
        names: Names,
        *,
        where: Row,
        computed: Names = (),
        also: str = "",
        parameters: Sequence[Any] = (),
    ) -> Answer[tuple[Any, ...]]:
        """The columns `names` of the rows whose columns equal `where`, then what SQL is to compute.

        `also` is more SQL after that condition (AND, ORDER BY, LIMIT) with its `parameters`.
        """
        statement = statements.select(self._table, names, tuple(where), computed, also)
        return ask(statement, [*self.stored(where), *parameters], self._reader(names))

    def stored(self, *rows: Row) -> list[Any]:
        """The values of rows as the database takes them."""
        stores = self._stores
        return [stores[name](value) for row in rows for name, value in row.items()]

    @cached_property
    def _stores(self) -> dict[str, Convert]:
        return {name: _store(field) for name, field in self._fields.items()}

    def _reader(self, names: Names) -> Read[tuple[Any, ...]]:
        reader = self._readers.get(names)
        if reader is None:
            reader = self._readers[names] = _reader([self._conversion(self._fields[name]) for name in names])
        return reader

    def _conversion(self, field: "Field[Any, Any]") -> Convert | None:
        """What makes a value of a column's; None where they are the same."""
        database = database_of_thread()
        column = Col(self._table, field)
        steps = [*database.ops.get_db_converters(column), *field.get_db_converters(database)]
        if not steps:
            return None

        def convert(value: Any) -> Any:
            for step in steps:
                value = step(value, column, database)
            return value

        return convert


def _taken_apart(computed: Mapping[str, Computed]) -> tuple[statements.Computed, list[Any]]:
    """The SQL of each column, and all parameters."""
    texts = tuple((name, value.sql) for name, value in computed.items())
    return texts, [parameter for value in computed.values() for parameter in value.parameters]


def _store(field: "Field[Any, Any]") -> Convert:
    """What a field's column takes for a value; checking numbers again would only cost time."""
    target = getattr(field, "target_field", field)
    if isinstance(target, JSONField | DateTimeField | UUIDField):
        return lambda value: target.get_db_prep_save(value, database_of_thread())
    if isinstance(target, CharField | TextField):
        return lambda value: value if value is None else str(value)
    return _same


def _same(value: Any) -> Any:
    return value


def _first_column(row: tuple[Any, ...]) -> Any:
    return row[0]


def _reader(conversions: Sequence[Convert | None]) -> Read[tuple[Any, ...]]:
    """Makes values of a row's columns; those that nobody converts stay, among them what SQL computed."""
    converted = [(place, convert) for place, convert in enumerate(conversions) if convert is not None]

    def read(row: tuple[Any, ...]) -> tuple[Any, ...]:
        values = list(row)
        for place, convert in converted:
            values[place] = convert(values[place])
        return tuple(values)

    return read
