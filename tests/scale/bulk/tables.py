"""Tables that are filled in bulk: without indexes meanwhile, and with a default for each column.

Indexes that are built at the end cost a fraction of those that every row is put into. Which there are is
asked of the database, so that whatever a migration adds is there again afterwards.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, models

CONSTRAINTS = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), contype = 'f'
FROM pg_constraint
WHERE contype IN ('f', 'p', 'u')
    AND (conrelid::regclass::text = ANY(%(tables)s) OR confrelid::regclass::text = ANY(%(tables)s))
ORDER BY contype = 'f'
"""

INDEXES = """
SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid)
FROM pg_index
WHERE indrelid::regclass::text = ANY(%(tables)s)
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
"""


@dataclass(frozen=True)
class Constraint:
    """A key of a table, as it is written in SQL."""

    table: str
    name: str
    definition: str
    is_foreign: bool


@contextmanager
def ready_for_rows(kinds: Iterable[type[models.Model]]) -> Iterator[None]:
    """Take keys and indexes off the tables of these models, and put them on again at the end.

    Meanwhile a column that an INSERT does not name takes the default of its field.
    """
    tables = {model: model._meta.db_table for model in kinds}
    with defaults_in_the_database(tables):
        constraints, indexes = _found(list(tables.values()))
        for constraint in reversed(constraints):
            _run(f'ALTER TABLE {constraint.table} DROP CONSTRAINT "{constraint.name}"')
        for name, _ in indexes:
            _run(f"DROP INDEX {name}")
        yield
        for _, definition in indexes:
            _run(definition)
        for constraint in constraints:
            _run(f'ALTER TABLE {constraint.table} ADD CONSTRAINT "{constraint.name}" {constraint.definition}')


@contextmanager
def defaults_in_the_database(kinds: Iterable[type[models.Model]]) -> Iterator[None]:
    """Let the database know the defaults that Django keeps to itself."""
    columns = [
        (model._meta.db_table, field)
        for model in kinds
        for field in model._meta.local_concrete_fields
        if field.has_default() and not field.primary_key
    ]
    with connection.schema_editor() as editor:
        values = [(table, field.column, editor.effective_default(field)) for table, field in columns]
    for table, column, value in values:
        _run(f'ALTER TABLE {table} ALTER COLUMN "{column}" SET DEFAULT %s', [value])
    yield
    for table, column, _ in values:
        _run(f'ALTER TABLE {table} ALTER COLUMN "{column}" DROP DEFAULT')


def _found(tables: list[str]) -> tuple[list[Constraint], list[tuple[str, str]]]:
    """Keys, the foreign ones last, and the indexes besides."""
    with connection.cursor() as cursor:
        cursor.execute(CONSTRAINTS, {"tables": tables})
        constraints = [Constraint(*row) for row in cursor.fetchall()]
        cursor.execute(INDEXES, {"tables": tables})
        return constraints, cursor.fetchall()


def _run(statement: str, values: list[Any] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
