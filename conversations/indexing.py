"""Operations of migrations that make and remove indexes of large tables while others write to them.

On PostgreSQL both wait for transactions that run, as long as they take, and keep nobody waiting meanwhile.
So the migration needs `atomic = False`; one that was broken off may be run again. On SQLite, which has one
writer in any case, they are ordinary ones.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.postgres.operations import NotInTransactionMixin
from django.db import transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AddIndex, AlterField
from django.db.migrations.state import ProjectState
from django.db.models import Field, Index, Model


class AddIndexBesideWriters(NotInTransactionMixin, AddIndex):
    """`AddIndex` that lets others write meanwhile."""

    atomic = False

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Make the index."""
        if not _is_postgresql(schema_editor):
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        self._ensure_not_in_transaction(schema_editor)
        _make(schema_editor, to_state.apps.get_model(app_label, self.model_name), self.index)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Remove it."""
        if not _is_postgresql(schema_editor):
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        self._ensure_not_in_transaction(schema_editor)
        _remove(schema_editor, from_state.apps.get_model(app_label, self.model_name), self.index)


class RemoveForeignKeyIndexBesideWriters(NotInTransactionMixin, AlterField):
    """`AlterField` of a foreign key that gets `db_index=False` and is otherwise as before.

    An ordinary one would check every row against the other table again. `index` is the name of the key's own
    index in the database.
    """

    atomic = False

    def __init__(self, model_name: str, name: str, field: "Field[Any, Any]", index: str) -> None:
        super().__init__(model_name, name, field)
        self.index = index

    def deconstruct(self) -> tuple[str, Any, dict[str, Any]]:
        """What a migration's file says of it."""
        name, arguments, members = super().deconstruct()
        return name, arguments, {**members, "index": self.index}

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Remove the key's own index."""
        if not _is_postgresql(schema_editor):
            with transaction.atomic(schema_editor.connection.alias):
                super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        self._ensure_not_in_transaction(schema_editor)
        _remove(schema_editor, from_state.apps.get_model(app_label, self.model_name), self._as_index())

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Make it again."""
        if not _is_postgresql(schema_editor):
            # On SQLite this goes through `database_forwards`, as AlterField does it.
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        self._ensure_not_in_transaction(schema_editor)
        _make(schema_editor, to_state.apps.get_model(app_label, self.model_name), self._as_index())

    def _as_index(self) -> Index:
        return Index(fields=[self.name], name=self.index)


def _is_postgresql(schema_editor: BaseDatabaseSchemaEditor) -> bool:
    return schema_editor.connection.vendor == "postgresql"


def _make(schema_editor: Any, model: type[Model], index: Index) -> None:
    with _patience(schema_editor):
        # What is left of one that was broken off has the name, and serves nobody.
        schema_editor.remove_index(model, index, concurrently=True)
        schema_editor.add_index(model, index, concurrently=True)


def _remove(schema_editor: Any, model: type[Model], index: Index) -> None:
    with _patience(schema_editor):
        schema_editor.remove_index(model, index, concurrently=True)


@contextmanager
def _patience(schema_editor: BaseDatabaseSchemaEditor) -> Iterator[None]:
    """Wait as long as it takes: the usual limits are for those who keep others waiting."""
    limits = ("lock_timeout", "statement_timeout")
    for limit in limits:
        schema_editor.execute(f"SET {limit} TO 0")
    try:
        yield
    finally:
        for limit in limits:
            schema_editor.execute(f"RESET {limit}")
