"""`manage.py dump_providers`: write the configured providers as YAML, placeholders for their secrets."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from providers.dumping import dumped
from providers.models import Provider
from providers.provider_files import written
from providers.secrets.sealing import SecretsUnreadable


class Command(BaseCommand):
    """What it writes, `load_providers` reads. Stored secrets are never in it."""

    help = "Write providers to standard output, as a file for load_providers. Secrets become placeholders."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the names of providers."""
        parser.add_argument("name", nargs="*", help="which providers; all where none is named")

    def handle(self, *args: Any, name: list[str], **options: Any) -> None:
        """Write the file; complain of names that nobody has, and of secrets that no key opens."""
        rows = Provider.objects.filter(name__in=name) if name else Provider.objects.all()
        found = {row.name: row for row in rows}
        unknown = [one for one in name if one not in found]
        if unknown:
            raise CommandError(f"No provider is called {', '.join(unknown)}.")
        providers = []
        for row in found.values():
            try:
                providers.append(dumped(row))
            except SecretsUnreadable as unreadable:
                raise CommandError(f"{row.name} cannot be written: {unreadable}.") from None
        self.stdout.write(written(providers), ending="")
