"""Form fields for the options of a provider type, made from its pydantic model.

A nested model becomes one field an option, named by its path: `price__input` for `price.input`.
Secrets can be written but never read.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from django import forms
from pydantic import BaseModel, SecretBytes, SecretStr
from pydantic.fields import FieldInfo

from providers.admin.form_fields import (
    AnyJSONField,
    NamesField,
    PlainNumber,
    StrictJSONField,
    WriteOnlyTextarea,
)
from providers.admin.widgets import (
    CheckboxInput,
    CheckboxSelectMultiple,
    NullBooleanSelect,
    PasswordInput,
    Select,
    TextInput,
)
from providers.options import ProviderOptions, secret_names
from providers.placeholders import named_by
from providers.wire.texts import to_json

SEPARATOR: Final = "__"
CLEAR: Final = "clear"

WRITTEN_OTHERWISE: Final = {"api": "API", "url": "URL", "id": "ID", "json": "JSON", "http": "HTTP"}
"""Words of option names that are no plain words."""

UNITS: Final = {"ms": "milliseconds", "seconds": "seconds"}
"""Last words of option names that say what their number counts."""

NOT_OPTIONS: Final = frozenset({"name"})

LISTS: Final = (list, tuple, set, frozenset)


def plain_fields(model: type[ProviderOptions]) -> dict[str, forms.Field]:
    """Return the form fields of all options that are no secrets, by their paths."""
    hidden = secret_names(model) | NOT_OPTIONS
    return dict(_plain_fields(model, "", hidden))


def secret_fields(model: type[ProviderOptions], stored: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Return for every secret a field to write it, and where one is stored a box to forget it."""
    fields: dict[str, forms.Field] = {}
    for name in sorted(secret_names(model)):
        fields[name] = _secret_field(model.model_fields[name], name, stored.get(name))
        if stored.get(name):
            fields[f"{name}{SEPARATOR}{CLEAR}"] = forms.BooleanField(
                label="Forget what is stored", required=False, widget=CheckboxInput()
            )
    return fields


def initial_values(model: type[ProviderOptions], options: Any) -> dict[str, Any]:
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
        if value is None or value in ("", []):
            continue
        *parents, last = path.split(SEPARATOR)
        place = options
        for key in parents:
            place = place.setdefault(key, {})
        place[last] = str(value) if isinstance(value, Decimal) else value
    return options


def field_of(problem_path: str, fields: Mapping[str, forms.Field]) -> str | None:
    """Return the form field that a fault at `problem_path` (`price.input`) belongs to, or None.

    A fault of a nested model as a whole belongs to the first of its fields.
    """
    keys = problem_path.split(".")
    while keys:
        name = SEPARATOR.join(keys)
        if name in fields:
            return name
        keys.pop()
    whole = problem_path.partition(".")[0] + SEPARATOR
    return next((name for name in fields if name.startswith(whole)), None)


def label_of(path: str) -> str:
    """The words for an option: `API key` for `api_key`, `Timeout (milliseconds)` for `timeout_ms`."""
    words = path.replace(SEPARATOR, "_").split("_")
    unit = UNITS.get(words[-1]) if len(words) > 1 else None
    # What is "per second" has no unit besides.
    unit = None if len(words) > 1 and words[-2] == "per" else unit
    written = " ".join(WRITTEN_OTHERWISE.get(word, word) for word in (words[:-1] if unit else words))
    return f"{written[:1].upper()}{written[1:]}" + (f" ({unit})" if unit else "")


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
        described = [info.description or "", "" if _is_nothing(info) else f"Default: {_default(info)}"]
        label = info.title or f"{label_of(f'{prefix}{name}')}{unit}"
        help_text = " ".join(filter(None, described))
        yield f"{prefix}{name}", _plain_field(annotation, label=label, help_text=help_text)


def _unit(model: type[BaseModel]) -> str:
    """What the numbers of a nested model count: its description, where that is one short line."""
    summary = (model.__dict__.get("__doc__") or "").strip().partition("\n")[0].rstrip(".")
    return f" ({summary})" if 0 < len(summary) <= 40 else ""


def _is_nothing(info: FieldInfo) -> bool:
    return info.is_required() or info.get_default(call_default_factory=True, validated_data={}) in (
        None,
        "",
        (),
        [],
        {},
        frozenset(),
    )


def _default(info: FieldInfo) -> str:
    default = info.get_default(call_default_factory=True, validated_data={})
    if isinstance(default, LISTS):
        return ", ".join(sorted(map(str, default)))
    return to_json(default).decode() if isinstance(default, dict) else str(default)


def _plain_field(annotation: Any, *, label: str, help_text: str) -> forms.Field:
    words: dict[str, Any] = {"label": label, "help_text": help_text, "required": False}
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return forms.ChoiceField(
            choices=[("", "(default)"), *((value, str(value)) for value in parts)], widget=Select(), **words
        )
    if origin in LISTS and parts and get_origin(_without_none(parts[0])) is Literal:
        choices = [(value, str(value)) for value in get_args(_without_none(parts[0]))]
        return forms.MultipleChoiceField(choices=choices, widget=CheckboxSelectMultiple(), **words)
    if origin in LISTS and parts and _without_none(parts[0]) is str:
        return NamesField(**words)
    if annotation is bool:
        return forms.NullBooleanField(widget=NullBooleanSelect(), **words)
    if annotation is int:
        return forms.IntegerField(widget=PlainNumber(), **words)
    if annotation in (Decimal, float):
        return forms.DecimalField(widget=PlainNumber(), **words)
    if annotation is str:
        return forms.CharField(widget=TextInput(), **words)
    return AnyJSONField(**words)


def _secret_field(info: FieldInfo, name: str, stored: Any) -> forms.Field:
    state = _state(stored)
    words: dict[str, Any] = {"label": label_of(name), "required": False}
    if _without_none(info.annotation) in (SecretStr, SecretBytes):
        return forms.CharField(
            help_text=" ".join(filter(None, [info.description, state])),
            widget=PasswordInput(attrs={"autocomplete": "new-password"}, render_value=False),
            **words,
        )
    return StrictJSONField(
        help_text=" ".join(filter(None, [info.description, "A JSON object of names and values.", state])),
        widget=WriteOnlyTextarea(attrs={"rows": 3, "spellcheck": "false", "class": "code"}),
        **words,
    )


def _state(stored: Any) -> str:
    """What may be told of a stored secret: whether it is there, and which variable fills it."""
    if not stored:
        return "Not set."
    variable = named_by(stored)
    if variable:
        return f"Filled from the environment variable {variable}. Leave empty to keep that."
    names = f" ({', '.join(sorted(stored))})" if isinstance(stored, Mapping) else ""
    return f"Set{names}. Leave empty to keep it."


def _without_none(annotation: Any) -> Any:
    """Return the one type of an optional annotation, without what pydantic adds to it."""
    kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
    if NoneType in get_args(annotation) and len(kinds) == 1:
        return _without_none(kinds[0])
    return get_args(annotation)[0] if hasattr(annotation, "__metadata__") else annotation
