"""The forms by which keys are issued, named and replaced."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from django import forms

from conversations import clock
from conversations.access import scopes
from conversations.admin.integrations.expiry import ExpiryFields
from conversations.models import ApiClient, ApiKey
from providers.admin.widgets import CheckboxSelectMultiple, Select, TextInput

AT_ONCE: Final = "0"
OLD_LIVES: Final = (
    ("24", "Works for another 24 hours, so that it can be exchanged without haste"),
    ("1", "Works for another hour"),
    ("168", "Works for another week"),
    (AT_ONCE, "Is revoked at once: it may be in wrong hands"),
)
"""Hours that a key goes on after another one took its place."""

NAME_HELP: Final = "Where it is used, so that people can tell later: nightly import, website, staging …"

SCOPES_HELP: Final = (
    "As little as will do. Where sessions are meant, they are the integration's own: with sessions:read or "
    "decisions:read whoever holds the key reads its conversations, even if they may not open them here."
)


class ScopeChoices(CheckboxSelectMultiple):
    """Boxes with room for what each scope means."""

    option_template_name = "conversations/admin/integrations/scope.html"


class ClientForm(forms.ModelForm):  # type: ignore[type-arg]  # its base takes an argument for checkers only
    """An integration by name."""

    name = forms.CharField(
        max_length=100,
        widget=TextInput(),
        help_text="The system that calls. No other integration sees its sessions and webhooks.",
    )

    class Meta:
        model = ApiClient
        fields = ("name",)


class IssueForm(ExpiryFields, forms.ModelForm):  # type: ignore[type-arg]  # see above
    """For whom a key is, what for, what it allows, and when it ends."""

    grantable: ClassVar[Sequence[str]] = scopes.ALL
    """The scopes that whoever fills it in may give."""

    client = forms.ModelChoiceField(
        queryset=ApiClient.objects.order_by("name"),
        label="API client",
        empty_label="Choose an integration",
        widget=Select(),
    )
    name = forms.CharField(label="What it is for", max_length=100, widget=TextInput(), help_text=NAME_HELP)
    scopes = forms.MultipleChoiceField(
        label="It may",
        initial=[scopes.SESSIONS_WRITE, scopes.SESSIONS_READ],
        widget=ScopeChoices(),
        help_text=SCOPES_HELP,
    )

    class Meta:
        model = ApiKey
        fields = ("client", "name", "scopes")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["scopes"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(scope, f"{scope}: {scopes.MEANINGS[scope]}") for scope in self.grantable]


class NameForm(forms.ModelForm):  # type: ignore[type-arg]  # see above
    """What a key is for; nothing else of it changes."""

    name = forms.CharField(label="What it is for", max_length=100, widget=TextInput(), help_text=NAME_HELP)

    class Meta:
        model = ApiKey
        fields = ("name",)


class ReplaceForm(ExpiryFields):
    """When the new key ends, and when the old one."""

    old = forms.ChoiceField(label="The old key", choices=OLD_LIVES, initial="24", widget=Select())

    @property
    def old_until(self) -> datetime | None:
        """When the old key ends at the latest; None for at once."""
        hours = self.cleaned_data["old"]
        return None if hours == AT_ONCE else clock.now() + timedelta(hours=int(hours))
