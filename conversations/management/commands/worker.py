"""`manage.py worker`: do what is due in the background, until SIGTERM."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from conversations.background.worker import Worker
from conversations.engine.running import stop_gracefully
from providers.database import shut_down


class Command(BaseCommand):
    """Runs a worker; several may run side by side."""

    help = "Do background work, such as webhooks and retention, until SIGTERM. Several may run at once."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until told to stop, then finish what runs."""
        try:
            asyncio.run(self._work())
        finally:
            shut_down()

    async def _work(self) -> None:
        worker = Worker()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, worker.stop)
        self.stdout.write("Ready: the worker does what is due.")
        self.stdout.flush()
        await worker.run()
        # What it was still answering runs again elsewhere.
        await stop_gracefully(0)
