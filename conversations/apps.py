"""The conversations app: engine, chat, API and back office."""

from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    """Registers the system checks of the graphs that this site serves."""

    name = "conversations"
    verbose_name = "Conversations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks."""
        from conversations import checks  # noqa: F401
