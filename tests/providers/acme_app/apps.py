"""The app's configuration: what a site lists in INSTALLED_APPS."""

from django.apps import AppConfig


class AcmeConfig(AppConfig):
    """Models of Acme."""

    name = "tests.providers.acme_app"
    label = "acme"

    def ready(self) -> None:
        """Make the type known; a row of that type can then be made in the back office or by a file."""
        from providers.types import register_provider
        from tests.providers.acme_app.provider import AcmeOptions, acme

        register_provider("acme", acme, AcmeOptions, description="Acme's house model. It chats and decides.")
