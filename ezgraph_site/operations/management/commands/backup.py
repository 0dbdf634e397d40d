"""`manage.py backup FILE`: copy the SQLite database while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ezgraph_site.databases import SQLITE
from ezgraph_site.operations.backing_up import BackupFailed, back_up


class Command(BaseCommand):
    """Backs up what `make run` keeps; PostgreSQL has tools of its own."""

    help = (
        "Copy the SQLite database to a new file while the site runs. Keep the keys with it: docs/backup.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the copy goes."""
        parser.add_argument("file", type=Path, help="the copy, which must not be there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, and say how much."""
        database = settings.DATABASES["default"]
        if database["ENGINE"] != SQLITE:
            raise CommandError(
                'The database is PostgreSQL: pg_dump --format=custom --file=FILE "$DATABASE_URL"'
                " copies it while the site runs; see docs/backup.md."
            )
        target: Path = options["file"].absolute()
        try:
            size = back_up(Path(database["NAME"]).absolute(), target)
        except BackupFailed as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{target}: {size / 1e6:.1f} MB.")
