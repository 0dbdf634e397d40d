"""The form for a webhook."""

from typing import Any, Final

from django import forms

from conversations.models import ApiClient, Webhook, WebhookEvent
from conversations.webhooks.managing import WebhookRefused, check_address
from providers.admin.widgets import CheckboxSelectMultiple, Select, TextInput

EVERYBODY: Final = "Every session that is no test"


class WebhookForm(forms.ModelForm):  # type: ignore[type-arg]  # its base takes an argument for checkers only
    """Where to send what, and of whose sessions."""

    url = forms.CharField(
        label="Address",
        max_length=2000,
        widget=TextInput(attrs={"placeholder": "https://example.com/hooks"}),
        help_text="It gets a POST for each event. Redirects are not followed.",
    )
    description = forms.CharField(required=False, max_length=200, widget=TextInput())
    client = forms.ModelChoiceField(
        queryset=ApiClient.objects.order_by("name"),
        required=False,
        empty_label=EVERYBODY,
        label="Sessions of",
        widget=Select(),
        help_text="Only those of one integration, or all, those of visitors among them.",
    )
    events = forms.MultipleChoiceField(
        choices=[(event, f"{event}: {meaning}") for event, meaning in WebhookEvent.choices],
        initial=WebhookEvent.values,
        widget=CheckboxSelectMultiple(),
    )

    class Meta:
        model = Webhook
        fields = ("url", "description", "client", "events", "enabled")
        help_texts = {"enabled": "While it is off, nothing new is kept for it. What waits goes on later."}

    def clean_url(self) -> str:
        """An address that the site calls."""
        url: str = self.cleaned_data["url"].strip()
        try:
            check_address(url)
        except WebhookRefused as refused:
            raise forms.ValidationError(str(refused)) from None
        return url

    def clean_events(self) -> list[Any]:
        """In the order in which they are shown."""
        return list(self.cleaned_data["events"])
