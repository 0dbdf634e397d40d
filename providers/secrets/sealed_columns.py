"""Where secrets lie encrypted: other apps say so here, so that a new key encrypts theirs, too."""

from dataclasses import dataclass

from django.db.models import Model


@dataclass(frozen=True)
class SealedColumn:
    """A column of what `seal` gave; `of` says in words for staff whose secrets it holds."""

    model: type[Model]
    name: str
    of: str


_columns: list[SealedColumn] = []


def register_sealed_column(model: type[Model], name: str, of: str) -> None:
    """Let a column be encrypted anew when keys are exchanged. Call it from an app's `ready()`."""
    _columns.append(SealedColumn(model, name, of))


def sealed_columns() -> list[SealedColumn]:
    """Every registered column."""
    return list(_columns)
