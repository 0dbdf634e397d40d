"""The forms of the back office for providers: first name and type, then the type's options."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms

from providers.models import Provider
from providers.option_fields import (
    CLEAR,
    SEPARATOR,
    collected_options,
    field_of,
    initial_values,
    plain_fields,
    secret_fields,
)
from providers.options import OptionsInvalid, ProviderOptions, read_options, secret_names
from providers.secrets import SecretsUnreadable
from providers.types import provider_type, provider_types

if TYPE_CHECKING:
    ProviderForm = forms.ModelForm[Provider]
else:
    ProviderForm = forms.ModelForm


class NewProviderForm(ProviderForm):
    """Name and type; neither changes later."""

    type = forms.ChoiceField(choices=lambda: [(name, name) for name in provider_types()])

    class Meta:
        model = Provider
        fields = ("name", "type")


class OptionsForm(ProviderForm):
    """Base of the forms for the options of one type; `form_for` adds the fields."""

    options_model: ClassVar[type[ProviderOptions]]

    class Meta:
        model = Provider
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(initial_values(self.options_model, self.instance.options))

    def clean(self) -> dict[str, Any]:
        """Check all options together, each fault reported at its field."""
        cleaned = super().clean() or self.cleaned_data
        self._options = collected_options(self.options_model, cleaned)
        self._secrets = self._written_secrets(cleaned)
        try:
            read_options(self.options_model, self.instance.name, {**self._options, **self._secrets})
        except OptionsInvalid as invalid:
            for problem in invalid.problems:
                self.add_error(field_of(problem.field, self.fields), problem.message)
        return cleaned

    def save(self, commit: bool = True) -> Provider:
        """Save the options, and the secrets encrypted."""
        self.instance.options = self._options
        self.instance.put_secrets({name: secret for name, secret in self._secrets.items() if secret})
        return super().save(commit)

    def _written_secrets(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        stored = stored_secrets(self.instance)
        moved = self._address_changed()
        secrets: dict[str, Any] = {}
        for name in sorted(secret_names(self.options_model)):
            typed = cleaned.get(name)
            if typed is not None and typed != "":  # [] and 0 were typed, too, and are faults
                secrets[name] = typed
            elif stored.get(name) and not cleaned.get(f"{name}{SEPARATOR}{CLEAR}"):
                secrets[name] = stored[name]
                if moved:
                    # Else whoever may edit the address could have the secrets sent to himself.
                    self.add_error(name, "The address has changed: type this once more.")
        return secrets

    def _address_changed(self) -> bool:
        before = self.instance.options if isinstance(self.instance.options, dict) else {}
        return any(self._options.get(name) != before.get(name) for name in self.options_model.addresses)


def form_for(row: Provider) -> type[ProviderForm]:
    """Return the form for the options of `row`, without any where its type is not registered."""
    kind = provider_type(row.type)
    model = ProviderOptions if kind is None else kind.options
    fields = {**plain_fields(model), **secret_fields(model, stored_secrets(row))}
    return type("ProviderOptionsForm", (OptionsForm,), {"options_model": model, **fields})


def stored_secrets(row: Provider) -> dict[str, Any]:
    """Return the stored secrets; none where the site's keys do not open them."""
    try:
        return row.secrets
    except SecretsUnreadable:
        return {}
