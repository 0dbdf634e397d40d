"""Who changed which provider when, and what: rows that are only ever added.

Values of secrets never come here: of a secret it is told that it was set, changed or removed.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Final, Literal

from django.db import models
from pydantic import BaseModel, ConfigDict, JsonValue

from providers import clock
from providers.wire.texts import to_json

WHO_LENGTH: Final = 150

SHOWN_LENGTH: Final = 200
"""Characters of a value that are shown."""

_actor: ContextVar[str] = ContextVar("actor", default="")


@contextmanager
def acting(who: str) -> Iterator[None]:
    """Let `who`, a user or a command, stand in the history for the changes made inside."""
    token = _actor.set(who[:WHO_LENGTH])
    try:
        yield
    finally:
        _actor.reset(token)


def actor() -> str:
    """Return who acts here; empty where code does so by itself."""
    return _actor.get()


class FieldChange(BaseModel):
    """What happened to one option. A secret has neither a value `before` nor one `after`."""

    model_config = ConfigDict(frozen=True)

    field: str
    what: Literal["set", "changed", "removed"]
    secret: bool = False
    before: JsonValue = None
    after: JsonValue = None

    def __str__(self) -> str:
        """What happened, in words that may be shown."""
        if self.secret:
            return f"{self.field} {self.what}"
        if self.what == "changed":
            return f"{self.field}: {_shown(self.before)} → {_shown(self.after)}"
        value = _shown(self.after if self.what == "set" else self.before)
        return f"{self.field} {self.what}: {value}"


class Action(models.TextChoices):
    """What was done to a provider."""

    CREATED = "created", "created"
    CHANGED = "changed", "changed"
    DELETED = "deleted", "deleted"
    OPENED = "opened", "circuit opened by hand"
    CLOSED = "closed", "circuit closed by hand"


class ProviderChange(models.Model):
    """One change of one provider; it stays when the provider or its author is gone."""

    provider = models.CharField(max_length=64)
    at = models.DateTimeField(default=clock.now)
    who = models.CharField(max_length=WHO_LENGTH, default="")
    action = models.CharField(max_length=16, choices=Action.choices)
    fields = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar[list[str]] = ["-at", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["provider", "-at"], name="provider_change_by_name")
        ]

    def __str__(self) -> str:
        return f"{self.provider} {self.get_action_display()}"

    @property
    def field_changes(self) -> list[FieldChange]:
        """What happened to each option."""
        return [FieldChange.model_validate(change) for change in self.fields]


def record(
    provider: str, action: Action, changes: list[FieldChange] | None = None, using: str | None = None
) -> None:
    """Add to the history what whoever acts here did."""
    ProviderChange.objects.using(using).create(
        provider=provider,
        action=action,
        who=actor(),
        fields=[change.model_dump(mode="json") for change in changes or []],
    )


def record_deletion(instance: models.Model, using: str, **kwargs: object) -> None:
    """Add to the history that a row was deleted; for the signal."""
    record(str(instance), Action.DELETED, using=using)


def plain_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[FieldChange]:
    """Return what changed between options without secrets, by the paths of their innermost keys."""
    old, new = dict(_flat(before)), dict(_flat(after))
    return [
        FieldChange(
            field=path, what=_what(path in old, path in new), before=old.get(path), after=new.get(path)
        )
        for path in {**old, **new}
        if path not in old or path not in new or old[path] != new[path]
    ]


def secret_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[FieldChange]:
    """Return which secrets changed, without their values."""
    return [
        FieldChange(field=name, what=_what(name in before, name in after), secret=True)
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    ]


def _shown(value: JsonValue) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        text = ", ".join(map(str, value))
    elif isinstance(value, str):
        text = value
    else:
        text = to_json(value).decode()
    return text if len(text) <= SHOWN_LENGTH else f"{text[:SHOWN_LENGTH]}…"


def _what(was: bool, is_now: bool) -> Literal["set", "changed", "removed"]:
    if was and is_now:
        return "changed"
    return "set" if is_now else "removed"


def _flat(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value
