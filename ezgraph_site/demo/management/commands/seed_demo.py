"""`manage.py seed_demo`: fill the database with a made-up month."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations import clock
from conversations.models import Decision, Session
from ezgraph_site.demo.month import play, review, visits


class Command(BaseCommand):
    """Holds invented conversations, so that every page of the back office has something to show."""

    help = "Fill the database with invented conversations of the last weeks, held by the real engine."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how many, over which time, and whether to add to what is there."""
        parser.add_argument("--sessions", type=int, default=2000, help="how many conversations (2000)")
        parser.add_argument("--days", type=int, default=30, help="over how many days until now (30)")
        parser.add_argument("--seed", type=int, default=1, help="other numbers invent other people (1)")
        parser.add_argument(
            "--beside", action="store_true", help="a site runs on this database: leave its settings alone"
        )
        parser.add_argument(
            "--add", action="store_true", help="even if there are conversations already; they stay"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Invent them, hold them, and say what there is to see."""
        if options["sessions"] < 1 or options["days"] < 1:
            raise CommandError("--sessions and --days begin with 1.")
        if not options["add"] and Session.objects.exists():
            raise CommandError("There are conversations already. To add invented ones to them: --add.")
        invented = visits(options["sessions"], clock.now(), options["days"], options["seed"])
        with _outages_unsaid():
            played = play(invented, alone=not options["beside"])
        reviewed = review(Decision.objects.filter(turn__session__in=played.sessions), options["seed"])
        self.stdout.write(
            f"{len(played.sessions)} conversations with {played.turns} turns are in the database,"
            f" and reviews of {reviewed} decisions."
        )


@contextmanager
def _outages_unsaid() -> Iterator[None]:
    """Keep the outages out of the log: they are meant, and no news."""
    log = logging.getLogger("conversations.engine")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)
