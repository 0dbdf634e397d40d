"""The conversations app: engine, chat, API and back office."""

from types import ModuleType

from django.apps import AppConfig

from conversations.defaults import DEFAULTS
from providers.defaults import fill_in


class ConversationsConfig(AppConfig):
    """Registers what other apps must know of the graphs that this site serves."""

    name = "conversations"
    verbose_name = "Conversations"
    default_auto_field = "django.db.models.BigAutoField"

    def __init__(self, app_name: str, app_module: ModuleType | None) -> None:
        super().__init__(app_name, app_module)
        fill_in(DEFAULTS)

    def ready(self) -> None:
        """Register the system checks, which providers the graphs need, and where their secrets lie."""
        from conversations import checks  # noqa: F401
        from conversations.provider_use import dependents
        from providers.dependents import register_dependents
        from providers.secrets.sealed_columns import register_sealed_column

        register_dependents(dependents)
        register_sealed_column(self.get_model("GraphSettings"), "sealed_identity", "graphs")
        register_sealed_column(self.get_model("Webhook"), "sealed", "webhooks")
