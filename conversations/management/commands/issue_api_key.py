"""`manage.py issue_api_key NAME`: make a key for an integration."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from conversations.access import issue_api_key, scopes


class Command(BaseCommand):
    """Makes a key and shows it once; only its hash is kept."""

    help = "Make an API key for a client, which is made where it is missing. The key is shown only once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The client's name and the key's scopes."""
        parser.add_argument("client", help="name of the integration that the key is for")
        parser.add_argument(
            "--scope",
            dest="scopes",
            action="append",
            choices=scopes.ALL,
            help="what the key allows; may be given several times (sessions:write and sessions:read)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the key and print it."""
        granted = options["scopes"] or [scopes.SESSIONS_WRITE, scopes.SESSIONS_READ]
        self.stdout.write(issue_api_key(options["client"], granted))
