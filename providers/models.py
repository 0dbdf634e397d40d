"""The configured providers: one row each, secrets encrypted."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.base import ModelBase
from django.db.transaction import atomic
from django.views.decorators.debug import sensitive_variables

from providers.history import (
    Action,
    FieldChange,
    ProviderChange,
    plain_changes,
    record,
    secret_changes,
)
from providers.options import plain_names
from providers.secrets.sealing import SecretsUnreadable, seal, unseal
from providers.spending import BudgetAccount, BudgetReservation
from providers.types import provider_type

__all__ = ["BudgetAccount", "BudgetReservation", "Provider", "ProviderChange"]


class ProviderQuerySet(models.QuerySet["Provider"]):
    """Rows whose bulk updates reach the running processes too."""

    def update(self, **values: Any) -> int:
        """Change rows as Django does, and their version with them."""
        return super().update(**{"version": F("version") + 1, **values})

    def names(self) -> list[str]:
        """What these providers are called, in the order of the alphabet."""
        return list(self.order_by("name").values_list("name", flat=True))


class Provider(models.Model):
    """A named provider.

    `options` are the type's own, as JSON, without secrets: whatever else is found among them on saving
    is moved to `sealed`, which holds it encrypted. That goes for names that the type does not know, too:
    one of them may be a secret, misspelled. `version` grows with every change; processes that hold an
    older one build the provider anew. What is saved is told in the history, see `providers.history`.
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
        """Save, secrets apart, under a new version, and add to the history."""
        self._move_secrets()
        if update_fields is not None:
            update_fields = {*update_fields, "options", "sealed", "version", "updated_at"}
        with atomic(using):
            before = None if self._state.adding else Provider.objects.using(using).filter(pk=self.pk).first()
            if before is not None:
                self.version = F("version") + 1
            super().save(
                force_insert=force_insert, force_update=force_update, using=using, update_fields=update_fields
            )
            if before is not None:
                self.refresh_from_db(using=using, fields=["version"])
            self._record(before, using)

    @property
    def secrets(self) -> dict[str, Any]:
        """The secrets in plain; raises `SecretsUnreadable`. Never show, log or store them."""
        return unseal(self.sealed)

    def values(self) -> dict[str, Any]:
        """Options and secrets together, as they were written; raises `SecretsUnreadable`."""
        return {**self.options, **self.secrets}

    def put_secrets(self, secrets: Mapping[str, Any]) -> None:
        """Put these secrets in place of all stored ones; unsaved."""
        self.sealed = seal(secrets)

    @sensitive_variables("found")
    def _move_secrets(self) -> None:
        if not isinstance(self.options, dict):
            return
        kind = provider_type(self.type)
        plain = plain_names(kind.options) if kind else frozenset()
        found = {name: value for name, value in self.options.items() if name not in plain}
        if found:
            self.put_secrets({**self.secrets, **found})
            self.options = {name: value for name, value in self.options.items() if name in plain}

    def _record(self, before: "Provider | None", using: str | None) -> None:
        changes = changes_between(before, self)
        if before is None:
            record(self.name, Action.CREATED, changes, using)
        elif changes:
            record(self.name, Action.CHANGED, changes, using)


@sensitive_variables("old", "new")
def changes_between(before: Provider | None, after: Provider) -> list[FieldChange]:
    """Return what differs between two states of a row; None is a row that is not there yet."""
    changes = plain_changes(_plain(before), _plain(after))
    if (before.sealed if before else "") == after.sealed:
        return changes
    try:
        old = before.secrets if before else {}
        new = after.secrets
    except SecretsUnreadable:
        return [*changes, FieldChange(field="secrets", what="changed", secret=True)]
    return [*changes, *secret_changes(old, new)]


def _plain(row: Provider | None) -> dict[str, Any]:
    if row is None:
        return {}
    options = row.options if isinstance(row.options, dict) else {"options": row.options}
    return {"name": row.name, "type": row.type, **options}
