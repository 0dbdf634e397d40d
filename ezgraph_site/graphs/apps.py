"""The Django app of this site's graphs: it owns the tables that graphs keep beside their sessions."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GraphsConfig(AppConfig):
    """Gives the graphs' models a home and migrations of their own."""

    name = "ezgraph_site.graphs"
    label = "site_graphs"
    verbose_name = "Graphs of this site"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what a fresh database is filled with."""
        from ezgraph_site.graphs.seeding import seed_after_migrate

        post_migrate.connect(seed_after_migrate, sender=self)
