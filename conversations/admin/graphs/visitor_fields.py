"""The part of a graph's settings that is about its visitors."""

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from conversations.access import identity_secrets
from conversations.access.origins import normal_origin
from conversations.models import GraphSettings
from conversations.text import holds_forbidden
from providers.admin.form_fields import NamesField, PlainNumber
from providers.admin.widgets import CheckboxInput, PasswordInput, Textarea

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[GraphSettings]
else:
    ModelForm = forms.ModelForm

COUNTS: Final[Mapping[str, str]] = {
    "visitor_messages_per_minute": "Messages of one visitor within a minute.",
    "visitor_messages_per_day": "Messages of one visitor within a day.",
    "address_messages_per_minute": "Messages from one address, such as an office, within a minute.",
    "address_sessions_per_minute": "New sessions from one address within a minute.",
    "turns_per_day": "Messages to the graph within a day; those of API keys are counted, but never refused.",
}
"""Limits that always hold, with what they mean. Left empty, one goes back to its default."""

PAGE: Final = ("public", "allowed_origins", "longest_message")
LIMITS: Final = (*COUNTS, "dollars_per_day")
SECRETS: Final = tuple(f"{place}_identity_secret" for place in identity_secrets.PLACES)
FORGET: Final = "forget_"

HIGHEST: Final = 2**31 - 1

SECRET_HELP: Final = (
    "A host site signs its users with it, see docs/visitors.md."
    f" At least {identity_secrets.SHORTEST} random characters."
)


def _default(name: str) -> int:
    default: int = getattr(GraphSettings(), name)
    return default


def _count(name: str) -> forms.IntegerField:
    widget = PlainNumber()
    widget.attrs["placeholder"] = str(_default(name))
    return forms.IntegerField(
        required=False, min_value=1, max_value=HIGHEST, help_text=COUNTS[name], widget=widget
    )


class OriginsField(NamesField):
    """Origins, one a line, each as browsers write it."""

    def prepare_value(self, value: Any) -> Any:
        """Return the origins as they are typed."""
        return "\n".join(map(str, value)) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[str]:
        """Return the origins in order, none twice. Raises ValidationError with every fault."""
        found: list[str] = []
        faults: list[str] = []
        for text in super().clean(value):
            try:
                found.append(normal_origin(text))
            except ValueError as error:
                faults.append(f"{text[:100]}: {error}")
        if faults:
            raise forms.ValidationError(faults)
        return list(dict.fromkeys(found))


class VisitorFields(ModelForm):
    """The fields of a graph's visitors: page, limits and identity secrets.

    A field that was not sent leaves its setting as it is. Secrets are never shown again.
    """

    allowed_origins = OriginsField(
        required=False,
        widget=Textarea(attrs={"rows": 3, "spellcheck": "false", "placeholder": "https://www.example.com"}),
        help_text="Pages of these sites may embed the chat, one origin a line; https://*.example.com is all"
        " subdomains. This site's own pages always may.",
    )
    longest_message = forms.IntegerField(
        required=False, min_value=1, widget=PlainNumber(), help_text="Characters of a visitor's message."
    )
    visitor_messages_per_minute = _count("visitor_messages_per_minute")
    visitor_messages_per_day = _count("visitor_messages_per_day")
    address_messages_per_minute = _count("address_messages_per_minute")
    address_sessions_per_minute = _count("address_sessions_per_minute")
    turns_per_day = _count("turns_per_day")
    dollars_per_day = forms.DecimalField(
        label="US dollars per day",
        required=False,
        min_value=Decimal("0.01"),
        max_digits=12,
        decimal_places=2,
        widget=PlainNumber(),
        help_text="What the day's turns may cost in all, by the prices of the providers. Empty: no bound.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        length = self.fields["longest_message"]
        length.widget.attrs["placeholder"] = str(settings.EZGRAPH_MAX_MESSAGE_LENGTH)
        used = identity_secrets.places_in_use(self.instance)
        for place, name in zip(identity_secrets.PLACES, SECRETS, strict=True):
            self.fields[name] = _secret_field(is_set=place in used)
            if place in used:
                label = f"Forget the {place} identity secret"
                self.fields[FORGET + name] = forms.BooleanField(
                    label=label, required=False, widget=CheckboxInput()
                )

    def clean_longest_message(self) -> int | None:
        """A length that the site allows, or nothing: the site's own."""
        length: int | None = self.cleaned_data["longest_message"]
        if length is not None and length > settings.EZGRAPH_MAX_MESSAGE_LENGTH:
            raise forms.ValidationError(
                f"The site takes messages of {settings.EZGRAPH_MAX_MESSAGE_LENGTH} characters at most"
                " (EZGRAPH_MAX_MESSAGE_LENGTH)."
            )
        return length

    def clean(self) -> dict[str, Any]:
        """Put defaults where a limit was emptied, and check the secrets."""
        cleaned = super().clean() or self.cleaned_data
        for name in COUNTS:
            if name in cleaned and cleaned[name] is None and not self._was_omitted(name):
                cleaned[name] = _default(name)
        self._clean_secrets(cleaned)
        return cleaned

    @sensitive_variables("cleaned", "secret", "typed")
    def _clean_secrets(self, cleaned: dict[str, Any]) -> None:
        typed = [cleaned[name] for name in SECRETS if cleaned.get(name)]
        for name in SECRETS:
            secret = cleaned.get(name, "")
            if secret and cleaned.get(FORGET + name):
                self.add_error(name, "Either forget the secret or write a new one.")
            elif secret and (holds_forbidden(secret) or "-----BEGIN" in secret):
                self.add_error(name, "This is no secret of random characters.")
        if len(typed) > len(set(typed)):
            self.add_error(SECRETS[1], "Both secrets are the same.")

    def put_secrets(self) -> None:
        """Set in the row, unsaved, what was typed, and forget what is to be forgotten."""
        changes: dict[str, str] = {}
        for place, name in zip(identity_secrets.PLACES, SECRETS, strict=True):
            if self.cleaned_data.get(name):
                changes[place] = self.cleaned_data[name]
            elif self.cleaned_data.get(FORGET + name):
                changes[place] = ""
        if changes:
            identity_secrets.put(self.instance, changes)

    def _was_omitted(self, name: str) -> bool:
        widget = self.fields[name].widget
        return bool(widget.value_omitted_from_data(self.data, self.files, self.add_prefix(name)))


def secret_names(row: GraphSettings) -> tuple[str, ...]:
    """The form's fields for the secrets of a graph, with a box to forget each that is set."""
    used = identity_secrets.places_in_use(row)
    names: list[str] = []
    for place, name in zip(identity_secrets.PLACES, SECRETS, strict=True):
        names += [name, FORGET + name] if place in used else [name]
    return tuple(names)


def _secret_field(*, is_set: bool) -> forms.CharField:
    state = "Set. Leave empty to keep it." if is_set else "Not set."
    return forms.CharField(
        required=False,
        strip=True,
        min_length=identity_secrets.SHORTEST,
        max_length=identity_secrets.LONGEST,
        help_text=f"{SECRET_HELP} {state}",
        widget=PasswordInput(attrs={"autocomplete": "new-password"}, render_value=False),
    )
