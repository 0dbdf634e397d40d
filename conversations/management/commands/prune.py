"""`manage.py prune`: remove what was kept long enough."""

from typing import Any

from django.core.management.base import BaseCommand

from conversations.background.retention import prune


class Command(BaseCommand):
    """Removes rows whose time is over; see `conversations.background.retention`."""

    help = "Remove what is older than its retention setting allows. Run it daily, as by cron."

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove it, and say how much went."""
        for pruned in prune():
            self.stdout.write(str(pruned))
