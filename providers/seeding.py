"""The rows that a fresh database begins with."""

from typing import Any, Final

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps

from providers.registry import registry

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "embedded": {"type": "embedded"},
    "openai": {"type": "openai", "options": {"model": "gpt-4.1-mini"}},
}


def seed_defaults(apps: Apps, using: str = "default") -> None:
    """Create the providers `embedded` and `openai` (without a key) where they are missing."""
    rows = apps.get_model("providers", "Provider")._default_manager.using(using)
    for name, values in DEFAULTS.items():
        rows.get_or_create(name=name, defaults=values)


def seed_after_migrate(sender: AppConfig, using: str, apps: Apps = installed, **kwargs: Any) -> None:
    """Fill an empty table, so that no database is without a provider.

    After migrations rather than in one, because emptying a database (as tests do) ends with the
    same signal. Rows that staff deleted stay deleted as long as any is left.
    """
    registry.forget()
    try:
        rows = apps.get_model("providers", "Provider")._default_manager.using(using)
    except LookupError:
        return
    if not rows.exists():
        seed_defaults(apps, using)
