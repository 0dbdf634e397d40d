"""`manage.py issue_api_key NAME`: make a key for an integration."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand

from conversations import clock
from conversations.access import issue_api_key, scopes
from conversations.management.migrated import refuse_unmigrated

MOST_DAYS: Final = 3650
LONGEST_NAME: Final = 100


def named(text: str) -> str:
    """A name as it is kept. Raises ArgumentTypeError."""
    name = text.strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise ArgumentTypeError(f"give a name of 1 to {LONGEST_NAME} printable characters")
    return name


def days(text: str) -> int:
    """How many days a key lives. Raises ArgumentTypeError."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_DAYS:
        raise ArgumentTypeError(f"give a whole number of days from 1 to {MOST_DAYS}")
    return int(text)


class Command(BaseCommand):
    """Makes a key and shows it once; only its hash is kept."""

    help = "Make an API key for a client, which is made where it is missing. The key is shown only once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The client's name and the key's scopes."""
        parser.add_argument("client", type=named, help="name of the integration that the key is for")
        parser.add_argument(
            "--scope",
            dest="scopes",
            action="append",
            choices=scopes.ALL,
            help="what the key allows; may be given several times (sessions:write and sessions:read)",
        )
        parser.add_argument("--name", type=named, help="what the key is for, as staff are shown it")
        parser.add_argument(
            "--days", type=days, help="how many days the key lives (until somebody revokes it)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the key and print it."""
        refuse_unmigrated()
        granted = options["scopes"] or [scopes.SESSIONS_WRITE, scopes.SESSIONS_READ]
        expires_at = clock.now() + timedelta(days=options["days"]) if options["days"] else None
        key = issue_api_key(options["client"], granted, name=options["name"] or "", expires_at=expires_at)
        self.stdout.write(key)
