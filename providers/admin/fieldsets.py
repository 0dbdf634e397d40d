"""How the form of a provider is laid out: its fields by what they are about."""

from collections.abc import Iterable
from typing import Any, Final

from django import forms

from providers.admin.forms import ProviderForm
from providers.admin.option_fields import CLEAR, SEPARATOR
from providers.options import ProviderOptions

SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "When it is slow or fails": ("timeout_ms", "fallback", "circuit_breaker"),
    "Limits": ("rate_limit", "max_concurrency"),
    "Price and budget": ("price", "budget"),
    "Headers": ("headers",),
}
"""Headings, and the options under them that every type has."""

SIDE_BY_SIDE: Final = 2

_TRAVELLING: Final = ("shaped_for", "version")


def fieldsets_of(form: type[ProviderForm]) -> list[tuple[str | None, dict[str, Any]]]:
    """Return the fieldsets of a form: name and type, the type's own options, then those of every type."""
    fields = form.base_fields
    own = [option for option in form.options_model.model_fields if option not in ProviderOptions.model_fields]
    sections = {"Model": tuple(own), **SECTIONS} if own else SECTIONS
    return [
        (None, {"fields": ["name", "type", *_TRAVELLING]}),
        *((title, {"fields": _rows(options, fields)}) for title, options in sections.items()),
    ]


def _rows(options: Iterable[str], fields: dict[str, forms.Field]) -> list[str | tuple[str, ...]]:
    """One row an option; the fields of a nested one stand side by side, as many as there is room for."""
    rows: list[str | tuple[str, ...]] = []
    for option in options:
        nested = tuple(name for name in fields if name.startswith(option + SEPARATOR))
        if option in fields:
            rows.append((option, *nested) if nested == (f"{option}{SEPARATOR}{CLEAR}",) else option)
        elif nested:
            rows += [nested[place : place + SIDE_BY_SIDE] for place in range(0, len(nested), SIDE_BY_SIDE)]
    return rows
