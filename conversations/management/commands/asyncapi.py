"""`manage.py asyncapi`: print the description of the chat's WebSocket protocol."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from conversations.chat.protocol.asyncapi import document


class Command(BaseCommand):
    """Prints the AsyncAPI document as JSON."""

    help = "Print the AsyncAPI document of the chat's WebSocket protocol."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        self.stdout.write(json.dumps(document(), indent=2, ensure_ascii=False))
