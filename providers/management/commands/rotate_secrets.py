"""`manage.py rotate_secrets`: encrypt the providers' secrets with the first of the site's keys."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.transaction import atomic

from providers.models import Provider
from providers.secrets import SecretsUnreadable, reseal


class Command(BaseCommand):
    """Put a new key in front, run this, then take the old key away."""

    help = "Encrypt the secrets of all providers with the first key of EZGRAPH_ENCRYPTION_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate all rows; those that no key opens stay as they are and are named at the end."""
        rotated = 0
        unreadable: list[str] = []
        with atomic():
            for row in Provider.objects.select_for_update().exclude(sealed=""):
                try:
                    row.sealed = reseal(row.sealed)
                except SecretsUnreadable:
                    unreadable.append(row.name)
                    continue
                row.save(update_fields=["sealed"])
                rotated += 1
        self.stdout.write(f"Encrypted the secrets of {rotated} providers anew.")
        if unreadable:
            raise CommandError(f"None of the keys opens the secrets of: {', '.join(unreadable)}.")
