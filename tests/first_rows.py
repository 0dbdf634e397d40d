"""The test database between tests that commit: brought back to its first rows, without asking any app.

Django's own way empties all tables and tells the apps that they were migrated, which then make permissions,
roles and settings again, one after the other: most of the time of a test that commits. Here those rows are
made once, kept in tables of their own and copied back.
"""

from typing import Final

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction

from providers.registry import registry

KEPT: Final = "first_rows_of_"


class FirstRows:
    """What a database holds that was just migrated, kept when this is made."""

    def __init__(self) -> None:
        call_command("flush", interactive=False, verbosity=0)
        tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
        filled = {table: columns for table in tables if (columns := _columns_of_rows(table))}
        with connection.cursor() as cursor:
            for table in filled:
                cursor.execute(f'CREATE TABLE "{KEPT}{table}" AS SELECT * FROM "{table}"')
        # In any order, as foreign keys are looked at when the transaction ends.
        self._statements = [
            *(f'DELETE FROM "{table}"' for table in tables),
            # Columns by name: migrated back and forth, as a test does, a table has them in another order.
            *(
                f'INSERT INTO "{table}" ({columns}) SELECT {columns} FROM "{KEPT}{table}"'
                for table, columns in filled.items()
            ),
        ]

    def bring_back(self) -> None:
        """Leave these rows and no others, and forget what was remembered of others."""
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in self._statements:
                cursor.execute(statement)
        ContentType.objects.clear_cache()
        registry.forget()


def _columns_of_rows(table: str) -> str:
    """The columns of a table, as SQL lists them; nothing where it has no rows."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}" LIMIT 1')
        return ", ".join(f'"{column[0]}"' for column in cursor.description) if cursor.fetchone() else ""
