"""`manage.py rotate_secrets`: encrypt all stored secrets with the first of the site's keys."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.transaction import atomic

from providers.secrets.sealed_columns import SealedColumn, sealed_columns
from providers.secrets.sealing import SecretsUnreadable, reseal


class Command(BaseCommand):
    """Put a new key in front, run this, then take the old key away."""

    help = "Encrypt all stored secrets with the first key of EZGRAPH_ENCRYPTION_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate all rows; those that no key opens stay as they are and are named at the end."""
        counts: list[str] = []
        unreadable: list[str] = []
        with atomic():
            for column in sealed_columns():
                rotated, lost = _rotate(column)
                unreadable += lost
                counts += [f"{rotated} {column.of}"] if rotated else []
        self.stdout.write(f"Encrypted the secrets of {' and '.join(counts) or 'nobody'} anew.")
        if unreadable:
            raise CommandError(f"None of the keys opens the secrets of: {', '.join(unreadable)}.")


def _rotate(column: SealedColumn) -> tuple[int, list[str]]:
    """Encrypt a column anew; tell how many rows there were, and the names of those that no key opens."""
    rotated = 0
    unreadable: list[str] = []
    for row in column.model._default_manager.select_for_update().exclude(**{column.name: ""}):
        try:
            setattr(row, column.name, reseal(getattr(row, column.name)))
        except SecretsUnreadable:
            unreadable.append(str(row))
            continue
        row.save(update_fields=[column.name])
        rotated += 1
    return rotated, unreadable
