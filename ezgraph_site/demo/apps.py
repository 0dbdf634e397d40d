"""The Django app of the demo pages."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    """Gives the demo pages' templates and styles a home."""

    name = "ezgraph_site.demo"
