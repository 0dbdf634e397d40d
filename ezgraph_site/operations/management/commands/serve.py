"""`manage.py serve`: serve the site as it stands, as one of many processes."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from conversations.management.migrated import refuse_unmigrated
from ezgraph_site.reaching import refuse_unusable_database, unreachable_redis
from ezgraph_site.serve import PortUnavailable, refuse_unavailable_port, serve


class Command(BaseCommand):
    """Serves until SIGTERM. Unlike `make run` it makes nothing: no keys, no tables, no accounts."""

    help = "Serve the site on EZGRAPH_HOST and PORT until SIGTERM. Nothing is made, and nothing migrated."

    def handle(self, *args: Any, **options: Any) -> None:
        """Look whether all is there, then serve."""
        os.umask(0o077)  # what customers write is for the site's own user only
        refuse_unusable_database()
        refuse_unmigrated()
        connections.close_all()
        try:
            refuse_unavailable_port(settings.EZGRAPH_HOST, settings.PORT)
            self._warn()
            serve(settings.EZGRAPH_HOST, settings.PORT, self._tell_ready)
        except PortUnavailable as error:
            raise CommandError(str(error)) from error

    def _warn(self) -> None:
        """Say that Redis is away, which keeps nobody from starting: it may come back."""
        reason = unreachable_redis()
        if reason is not None:
            self.stderr.write(f"REDIS_URL: Redis cannot be reached ({reason}).")

    def _tell_ready(self, address: str) -> None:
        self.stdout.write(f"Ready: {address}")
        self.stdout.flush()
