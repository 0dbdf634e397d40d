"""The configured providers: one row each, secrets encrypted."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.base import ModelBase

from providers.options import secret_names
from providers.secrets import seal, unseal
from providers.spending import BudgetAccount as BudgetAccount
from providers.spending import BudgetReservation as BudgetReservation
from providers.types import provider_type


class ProviderQuerySet(models.QuerySet["Provider"]):
    """Rows whose bulk updates reach the running processes too."""

    def update(self, **values: Any) -> int:
        """Change rows as Django does, and their version with them."""
        return super().update(**{"version": F("version") + 1, **values})


class Provider(models.Model):
    """A named provider.

    `options` are the type's own, as JSON, without secrets: those found among them on saving are
    moved to `sealed`, which holds them encrypted. `version` grows with every change; processes
    that hold an older one build the provider anew.
    """

    name = models.SlugField(max_length=64, unique=True, help_text="What graphs and settings call it.")
    type = models.CharField(max_length=64)
    options = models.JSONField(default=dict, blank=True)
    sealed = models.TextField(default="", blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    objects = ProviderQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="provider_has_a_name"),
            models.CheckConstraint(condition=~Q(type=""), name="provider_has_a_type"),
            models.CheckConstraint(condition=Q(version__gte=1), name="provider_version_counts_from_one"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(
        self,
        *,
        force_insert: bool | tuple[ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Save, secrets apart, under a new version."""
        self._move_secrets()
        changed = not self._state.adding
        if changed:
            self.version = F("version") + 1
        if update_fields is not None:
            update_fields = {*update_fields, "options", "sealed", "version", "updated_at"}
        super().save(
            force_insert=force_insert, force_update=force_update, using=using, update_fields=update_fields
        )
        if changed:
            self.refresh_from_db(using=using, fields=["version"])

    @property
    def secrets(self) -> dict[str, Any]:
        """The secrets in plain; raises `SecretsUnreadable`. Never show, log or store them."""
        return unseal(self.sealed)

    def values(self) -> dict[str, Any]:
        """Options and secrets together, as the options model takes them; raises `SecretsUnreadable`."""
        return {**self.options, **self.secrets}

    def put_secrets(self, secrets: Mapping[str, Any]) -> None:
        """Put these secrets in place of all stored ones; unsaved."""
        self.sealed = seal(secrets)

    def _move_secrets(self) -> None:
        kind = provider_type(self.type)
        if kind is None or not isinstance(self.options, dict):
            return
        found = {name: self.options[name] for name in secret_names(kind.options) & self.options.keys()}
        if found:
            self.put_secrets({**self.secrets, **found})
            self.options = {name: value for name, value in self.options.items() if name not in found}
