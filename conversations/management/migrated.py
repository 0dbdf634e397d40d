"""What a command says where the database is not migrated."""

from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor


def refuse_unmigrated() -> None:
    """Raise CommandError where the code knows tables that the database lacks; what it has beyond is fine."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    missing = [str(migration) for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    if missing:
        raise CommandError(
            f"The database lacks {len(missing)} migrations, the first of them {missing[0]}."
            " Run `manage.py migrate` once, then start again."
        )
