"""`manage.py prune`: remove and erase at once what was kept long enough."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations.background.forgetting import Forgetting, count_quiet
from conversations.background.retention import RULES, count_too_old, prune
from conversations.background.upkeep import clear_log_ins
from conversations.management.migrated import refuse_unmigrated


class Command(BaseCommand):
    """Removes rows whose time is over; see `conversations.background.retention`."""

    help = "Remove and erase what is older than its retention setting allows; the worker does so every hour."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to tell only."""
        parser.add_argument(
            "--dry-run", action="store_true", help="Say how much would go, and remove and erase nothing."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say how much went; what fails keeps nothing else from being done."""
        refuse_unmigrated()
        if options["dry_run"]:
            self._tell()
        else:
            self._prune()

    def _tell(self) -> None:
        for rule in RULES:
            self.stdout.write(
                f"{count_too_old(rule)} {rule.kind} older than {rule.days} days would be removed."
            )
        if days := settings.EZGRAPH_ERASE_DAYS:
            self.stdout.write(
                f"{count_quiet()} conversations quiet for {days} days would be erased, with their forks."
            )

    def _prune(self) -> None:
        failed: list[str] = []
        for rule in RULES:
            with self._noting(failed, rule.kind):
                self.stdout.write(str(prune(rule)))
        if settings.EZGRAPH_ERASE_DAYS:
            with self._noting(failed, "conversations"):
                forgotten = asyncio.run(Forgetting().run(asyncio.Event()))
                self.stdout.write(str(forgotten))
                failed += ["conversations"] if forgotten.failed else []
        with self._noting(failed, "log-ins"):
            clear_log_ins()
        if failed:
            raise CommandError(f"Not all that is too old could be removed: {', '.join(failed)}.")

    @contextmanager
    def _noting(self, failed: list[str], kind: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self.stderr.write(f"{kind}: {error!r}")
            failed.append(kind)
