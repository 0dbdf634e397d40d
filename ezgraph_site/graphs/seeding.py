"""What the settings of this site's graphs begin with."""

from collections.abc import Mapping
from typing import Any, Final

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.core.exceptions import FieldDoesNotExist

FIRST_SETTINGS: Final[Mapping[str, Mapping[str, str]]] = {"hotel": {"decision_provider": "embedded"}}
"""So that no graph needs a key in a fresh checkout."""


def seed_after_migrate(sender: AppConfig, using: str, apps: Apps = installed, **kwargs: Any) -> None:
    """Make the settings of these graphs, unless they are there already."""
    try:
        model = apps.get_model("conversations", "GraphSettings")
        model._meta.get_field("decision_provider")
    except (LookupError, FieldDoesNotExist):  # migrated back to before they were there
        return
    for graph, first in FIRST_SETTINGS.items():
        model._default_manager.using(using).get_or_create(graph=graph, defaults=first)
