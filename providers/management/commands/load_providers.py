"""`manage.py load_providers FILE`: create and change providers as a YAML file says."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.transaction import atomic, set_rollback
from django.views.decorators.debug import sensitive_variables

from providers.history import acting
from providers.loading import Loaded, load
from providers.provider_files import FileInvalid, read_file


class Command(BaseCommand):
    """All of the file or nothing: every fault is told at once, and nothing is saved then."""

    help = (
        "Create and change the providers that a YAML file lists. Those that it leaves out stay as they are."
        " Secrets that it leaves out stay as they are stored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and whether to try only."""
        parser.add_argument("file", metavar="FILE", help="the file; - reads standard input")
        parser.add_argument(
            "--dry-run", action="store_true", help="tell what would change, and change nothing"
        )

    @sensitive_variables()
    def handle(self, *args: Any, file: str, dry_run: bool, **options: Any) -> None:
        """Load the file and tell what became of each provider."""
        try:
            content = read_file(_text_of(file))
            with atomic(), acting("load_providers"):
                loaded = load(content)
                set_rollback(dry_run)
        except FileInvalid as invalid:
            raise CommandError("\n".join(["Nothing was loaded:", *invalid.problems])) from None
        for one in loaded:
            self.stdout.write(_told(one))
        if content.others:
            self.stderr.write(f"Left aside, as it is no provider: {', '.join(content.others)}.")


def _text_of(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{file} is not UTF-8.") from None


def _told(loaded: Loaded) -> str:
    if loaded.is_new:
        happened = "created"
    elif loaded.changes:
        happened = f"changed {', '.join(change.field for change in loaded.changes)}"
    else:
        happened = "unchanged"
    return "; ".join((f"{loaded.name}: {happened}", *loaded.notes))
