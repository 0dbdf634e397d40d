"""Form fields for the options of a provider type, made from its pydantic model.

A nested model becomes one field an option, named by its path: `price__input` for `price.input`.
Secrets can be written but never read.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from django import forms
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from providers.options import ProviderOptions, secret_names

SEPARATOR: Final = "__"
CLEAR: Final = "clear"

WRITTEN_OTHERWISE: Final = {"api": "API", "url": "URL", "id": "ID", "json": "JSON", "http": "HTTP"}
"""Words of option names that are no plain words."""

UNITS: Final = {"ms": "milliseconds", "seconds": "seconds"}
"""Last words of option names that say what their number counts."""

NOT_OPTIONS: Final = frozenset({"name"})


class WriteOnlyTextarea(forms.Textarea):
    """A text area that never shows its value again."""

    def format_value(self, value: Any) -> str | None:
        """Show nothing."""
        return None


def plain_fields(model: type[ProviderOptions]) -> dict[str, forms.Field]:
    """Return the form fields of all options that are no secrets, by their paths."""
    hidden = secret_names(model) | NOT_OPTIONS
    return dict(_plain_fields(model, "", hidden))


def secret_fields(model: type[ProviderOptions], stored: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Return for every secret a field to write it, and where one is stored a box to forget it."""
    fields: dict[str, forms.Field] = {}
    for name in sorted(secret_names(model)):
        fields[name] = _secret_field(model, name, is_set=bool(stored.get(name)))
        if stored.get(name):
            fields[f"{name}{SEPARATOR}{CLEAR}"] = forms.BooleanField(
                label=f"Forget what is stored: {label_of(name)}", required=False
            )
    return fields


def initial_values(model: type[ProviderOptions], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the plain fields show for stored `options`."""
    initial: dict[str, Any] = {}
    for path in plain_fields(model):
        value: Any = options
        for key in path.split(SEPARATOR):
            value = value.get(key) if isinstance(value, Mapping) else None
        if value is not None:
            initial[path] = value
    return initial


def collected_options(model: type[ProviderOptions], cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the plain fields hold; those left blank are left out."""
    options: dict[str, Any] = {}
    for path in plain_fields(model):
        value = cleaned.get(path)
        if value is None or value == "":
            continue
        *parents, last = path.split(SEPARATOR)
        place = options
        for key in parents:
            place = place.setdefault(key, {})
        place[last] = str(value) if isinstance(value, Decimal) else value
    return options


def field_of(problem_path: str, fields: Mapping[str, forms.Field]) -> str | None:
    """Return the form field that a fault at `problem_path` (`price.input`) belongs to, or None."""
    keys = problem_path.split(".")
    while keys:
        name = SEPARATOR.join(keys)
        if name in fields:
            return name
        keys.pop()
    return None


def _plain_fields(
    model: type[BaseModel], prefix: str, hidden: frozenset[str]
) -> Iterator[tuple[str, forms.Field]]:
    unit = _unit(model) if prefix else ""
    for name, info in model.model_fields.items():
        if name in hidden:
            continue
        annotation = _without_none(info.annotation)
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            yield from _plain_fields(annotation, f"{prefix}{name}{SEPARATOR}", frozenset())
            continue
        default = info.get_default()
        described = [info.description or "", "" if _is_nothing(info) else f"Default: {default}"]
        label = info.title or f"{label_of(f'{prefix}{name}')}{unit}"
        help_text = " ".join(filter(None, described))
        yield f"{prefix}{name}", _plain_field(annotation, label=label, help_text=help_text)


def _unit(model: type[BaseModel]) -> str:
    """What the numbers of a nested model count: the first line of its description."""
    summary = (model.__dict__.get("__doc__") or "").strip().partition("\n")[0].rstrip(".")
    return f" ({summary})" if summary else ""


def _is_nothing(info: FieldInfo) -> bool:
    return info.is_required() or info.get_default() in (None, "")


def _plain_field(annotation: Any, *, label: str, help_text: str) -> forms.Field:
    if get_origin(annotation) is Literal:
        choices = [("", "(default)"), *((value, str(value)) for value in get_args(annotation))]
        return forms.ChoiceField(label=label, help_text=help_text, required=False, choices=choices)
    if annotation is bool:
        return forms.NullBooleanField(label=label, help_text=help_text, required=False)
    if annotation is int:
        return forms.IntegerField(label=label, help_text=help_text, required=False)
    if annotation in (Decimal, float):
        return forms.DecimalField(label=label, help_text=help_text, required=False)
    if annotation is str:
        return forms.CharField(label=label, help_text=help_text, required=False)
    return forms.JSONField(label=label, help_text=help_text, required=False)


def _secret_field(model: type[ProviderOptions], name: str, *, is_set: bool) -> forms.Field:
    state = "Set. Leave empty to keep it." if is_set else "Not set."
    if _without_none(model.model_fields[name].annotation) is SecretStr:
        return forms.CharField(
            label=label_of(name),
            help_text=state,
            required=False,
            widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=False),
        )
    return forms.JSONField(
        label=label_of(name),
        help_text=f"A JSON object of names and values. {state}",
        required=False,
        widget=WriteOnlyTextarea(attrs={"rows": 3}),
    )


def _without_none(annotation: Any) -> Any:
    """Return the one type of an optional annotation, without what pydantic adds to it."""
    kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
    if NoneType in get_args(annotation) and len(kinds) == 1:
        return _without_none(kinds[0])
    return get_args(annotation)[0] if hasattr(annotation, "__metadata__") else annotation


def label_of(path: str) -> str:
    """The words for an option: `API key` for `api_key`, `Timeout (milliseconds)` for `timeout_ms`."""
    words = path.replace(SEPARATOR, "_").split("_")
    unit = UNITS.get(words[-1]) if len(words) > 1 else None
    written = " ".join(WRITTEN_OTHERWISE.get(word, word) for word in (words[:-1] if unit else words))
    return f"{written[:1].upper()}{written[1:]}" + (f" ({unit})" if unit else "")
