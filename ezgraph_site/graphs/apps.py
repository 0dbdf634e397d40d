"""The Django app of this site's graphs: it owns the tables that graphs keep beside their sessions."""

from django.apps import AppConfig


class GraphsConfig(AppConfig):
    """Gives the graphs' models a home and migrations of their own."""

    name = "ezgraph_site.graphs"
    label = "site_graphs"
    verbose_name = "Graphs of this site"
    default_auto_field = "django.db.models.BigAutoField"
