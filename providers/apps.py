"""The providers app: registers the types that come with it, its checks and its signals."""

from types import ModuleType

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_migrate, post_save, pre_save

from providers.defaults import DEFAULTS, fill_in


class ProvidersConfig(AppConfig):
    """Named model providers."""

    name = "providers"
    verbose_name = "Providers"
    default_auto_field = "django.db.models.BigAutoField"

    def __init__(self, app_name: str, app_module: ModuleType | None) -> None:
        super().__init__(app_name, app_module)
        fill_in(DEFAULTS)

    def ready(self) -> None:
        """Register types, checks and signals."""
        from providers import checks  # noqa: F401
        from providers.builtin import register_builtin_types
        from providers.history import record_deletion
        from providers.registry import forget_row
        from providers.renewal import close_renewed
        from providers.secrets.sealed_columns import register_sealed_column
        from providers.seeding import seed_after_migrate

        register_builtin_types()
        row = self.get_model("Provider")
        register_sealed_column(row, "sealed", "providers")
        pre_save.connect(close_renewed, sender=row)
        post_save.connect(forget_row, sender=row)
        post_delete.connect(forget_row, sender=row)
        post_delete.connect(record_deletion, sender=row)
        post_migrate.connect(seed_after_migrate, sender=self)
