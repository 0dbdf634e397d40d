"""The form of the back office for a provider, shaped by the provider's type."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from providers.admin.option_fields import (
    CLEAR,
    SEPARATOR,
    collected_options,
    field_of,
    initial_values,
    plain_fields,
    secret_fields,
)
from providers.admin.widgets import Select, TextInput
from providers.errors import ErrorCode
from providers.fallbacks import fallback_names, fallback_problems, stored_chains
from providers.models import Provider
from providers.options import ProviderOptions, secret_names
from providers.placeholders import faults, fill
from providers.secrets.keeping import ASKED_AGAIN, may_keep_secrets
from providers.secrets.sealing import SecretsUnreadable
from providers.types import ProviderType, provider_type, provider_types
from providers.validation import FieldProblem

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Provider]
else:
    ModelForm = forms.ModelForm

CHANGED_MEANWHILE = "Somebody has changed this provider meanwhile. Load the page again to see its options."


class ProviderForm(ModelForm):
    """Name, type, and the options of one type; `form_for` adds the fields of these.

    `shaped_for` and `version` travel with the page: the type whose options it shows, and the row's version.
    """

    kind: ClassVar[ProviderType | None]
    options_model: ClassVar[type[ProviderOptions]]

    shaped_for = forms.CharField(required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Provider
        fields = ("name", "type")
        widgets: ClassVar = {"name": TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unset: tuple[FieldProblem, ...] = ()
        """Environment variables that are named and not set: they may be before the provider is used."""
        shown = self.kind.name if self.kind else self.instance.type
        self.initial.update(initial_values(self.options_model, self.instance.options))
        self.initial.update(type=shown, shaped_for=shown, version=self.instance.version)
        others = [name for name in stored_chains() if name != self.instance.name]
        if "fallback" in self.fields and others:
            self.fields["fallback"].help_text += f" There are: {', '.join(others)}."

    def clean_type(self) -> str:
        """Where none is sent, the type whose options the page shows."""
        return self.cleaned_data["type"] or (self.kind.name if self.kind else self.instance.type)

    def clean(self) -> dict[str, Any]:
        """Check all options together, each fault reported at its field."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("version") not in (None, self.instance.version):
            self.add_error(None, CHANGED_MEANWHILE)
        shown = self.kind.name if self.kind else ""
        if self.kind is None:
            self.add_error("type", "No app registers this type.")
        elif cleaned.get("shaped_for") not in ("", shown):
            self.add_error("type", f"These are the options of the type “{shown}”. Look at them, then save.")
            self._shape_page(shown)
        self._options = collected_options(self.options_model, cleaned)
        self._secrets = self._written_secrets(cleaned)
        name = self.instance.name or cleaned.get("name") or "new"
        filling = fill({**self._options, **self._secrets})
        problems = [*filling.refused, *faults(self.options_model, name, filling)]
        if not any(problem.field.startswith("fallback") for problem in problems):
            problems += fallback_problems(name, {**stored_chains(), name: fallback_names(self._options)})
        for problem in problems:
            error = ValidationError(_sentence(problem.message), code=ErrorCode.CONFIG_INVALID)
            self.add_error(field_of(problem.field, self.fields), error)
        self.unset = filling.unset
        return cleaned

    def _shape_page(self, shown: str) -> None:
        """Let the page that is shown again know whose options it shows now."""
        if isinstance(self.data, QueryDict):
            data = self.data.copy()
            data["shaped_for"] = shown
            self.data = data

    def save(self, commit: bool = True) -> Provider:
        """Save the options, and the secrets encrypted."""
        self.instance.options = self._options
        self.instance.put_secrets({name: secret for name, secret in self._secrets.items() if secret})
        return super().save(commit)

    def _written_secrets(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        stored = stored_secrets(self.instance)
        moved = self.kind is None or not may_keep_secrets(self.instance, self.kind.name, self._options)
        secrets: dict[str, Any] = {}
        for name in sorted(secret_names(self.options_model)):
            typed = cleaned.get(name)
            if typed is not None and typed != "":  # [] and 0 were typed, too, and are faults
                secrets[name] = typed
            elif stored.get(name) and not cleaned.get(f"{name}{SEPARATOR}{CLEAR}"):
                secrets[name] = stored[name]
                if moved:
                    self.add_error(name, _sentence(ASKED_AGAIN))
        return secrets


def form_for(type_name: str, row: Provider | None = None) -> type[ProviderForm]:
    """Return the form for a provider of a type, for a new one or to change `row`.

    Where the type is not registered it has only the options that every type has.
    """
    kind = provider_type(type_name)
    model = kind.options if kind else ProviderOptions
    attributes: dict[str, Any] = {
        "kind": kind,
        "options_model": model,
        "type": forms.ChoiceField(choices=_type_choices(type_name), required=False, widget=Select()),
        **plain_fields(model),
        **secret_fields(model, stored_secrets(row) if row else {}),
    }
    if row is not None:
        attributes["Meta"] = _TypeOnly
    return type("ProviderOptionsForm", (ProviderForm,), attributes)


def stored_secrets(row: Provider) -> dict[str, Any]:
    """Return the stored secrets; none where the site's keys do not open them."""
    try:
        return row.secrets
    except SecretsUnreadable:
        return {}


class _TypeOnly:
    """A provider's name stays: graphs and settings call it so."""

    model = Provider
    fields = ("type",)


def _sentence(message: str) -> str:
    return f"{message[:1].upper()}{message[1:]}" + ("" if message.endswith((".", "?", "!")) else ".")


def _type_choices(current: str) -> list[tuple[str, str]]:
    known = provider_types()
    gone = [] if current in known else [(current, f"{current} (no app registers it)")]
    return [*((name, name) for name in known), *gone]
