"""`manage.py resume_turns`: answer what a process that died left unanswered."""

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from conversations.background.resuming import resume_turns
from conversations.engine.turns.running import wait_for_all
from conversations.management.migrated import refuse_unmigrated


class Command(BaseCommand):
    """Runs turns that were interrupted, and those that wait behind them, to their ends."""

    help = "Run every turn that was interrupted or waits while nobody works on its session."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How much to do."""
        parser.add_argument("--limit", type=int, default=1000, help="sessions to look after (1000)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run them and say how it went."""
        refuse_unmigrated()
        self.stdout.write(str(asyncio.run(self._run(options["limit"]))))

    async def _run(self, limit: int) -> object:
        resumed = await resume_turns(limit)
        await wait_for_all()
        return resumed
