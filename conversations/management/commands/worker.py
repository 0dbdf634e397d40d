"""`manage.py worker`: do what is due in the background, until SIGTERM."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from typing import Any, Final

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError

from conversations.background.worker import Worker
from conversations.engine.turns.running import stop_gracefully
from conversations.management.migrated import refuse_unmigrated
from providers.database import in_database, shut_down

OBSERVING: Final = "conversations.observing"
"""The app that has the metrics. A project may do without it, and nothing of it is imported then."""


class Command(BaseCommand):
    """Runs a worker; several may run side by side."""

    help = "Do background work, such as webhooks and retention, until SIGTERM. Several may run at once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where the metrics of this process are."""
        parser.add_argument(
            "--metrics",
            metavar="[HOST:]PORT",
            help="Serve this process's metrics there, to whoever reaches it; without a host to this machine.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until told to stop, then finish what runs."""
        metrics = _metrics(options["metrics"]) if options["metrics"] else nullcontext()
        try:
            asyncio.run(self._work(metrics))
        finally:
            shut_down()

    async def _work(self, metrics: AbstractAsyncContextManager[None]) -> None:
        with suppress(InterfaceError, OperationalError):  # a database that is away may come back
            await in_database(refuse_unmigrated)
        worker = Worker()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, worker.stop)
        async with metrics:
            self.stdout.write("Ready: the worker does what is due.")
            self.stdout.flush()
            await worker.run()
        # What it was still answering runs again elsewhere.
        await stop_gracefully(0)


@asynccontextmanager
async def _metrics(address: str) -> AsyncIterator[None]:
    if not apps.is_installed(OBSERVING):
        raise CommandError(f"--metrics needs the app {OBSERVING}, which INSTALLED_APPS does not name.")
    from conversations.observing.own_port import AddressUnavailable, metrics_at, parse_address

    try:
        async with metrics_at(*parse_address(address)):
            yield
    except AddressUnavailable as error:
        raise CommandError(f"--metrics: {error}") from error
