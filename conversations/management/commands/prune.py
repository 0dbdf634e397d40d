"""`manage.py prune`: remove and erase at once what was kept long enough."""

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from conversations.background.forgetting import forget_batch
from conversations.background.retention import prune
from conversations.background.upkeep import clear_log_ins, forgotten


class Command(BaseCommand):
    """Removes rows whose time is over; see `conversations.background.retention`."""

    help = "Remove and erase what is older than its retention setting allows; the worker does so every hour."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say how much went."""
        for pruned in prune():
            self.stdout.write(str(pruned))
        if settings.EZGRAPH_ERASE_DAYS:
            self.stdout.write(forgotten(asyncio.run(_forget_all())))
        clear_log_ins()


async def _forget_all() -> int:
    total = 0
    while count := await forget_batch():
        total += count
    return total
