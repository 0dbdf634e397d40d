"""The Django app of the back office's own people."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class StaffConfig(AppConfig):
    """Accounts and roles, in the back office's theme."""

    name = "ezgraph_site.staff"
    label = "site_staff"
    verbose_name = "Staff"

    def ready(self) -> None:
        """Let a fresh database have its roles."""
        from ezgraph_site.staff.roles import make_after_migrate

        # The last app whose permissions the roles hold; this one has no rows, so that nothing tells of it.
        post_migrate.connect(make_after_migrate, sender=apps.get_app_config("conversations"))
