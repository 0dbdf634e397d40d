"""The Django app of what operators have."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Brings the commands and registers the checks."""

    name = "ezgraph_site.operations"
    label = "site_operations"
    verbose_name = "Operations"

    def ready(self) -> None:
        """Register the system checks."""
        from ezgraph_site.operations import checks  # noqa: F401
