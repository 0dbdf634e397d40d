"""How long a new key lives: one of a few spans, a day, or until somebody revokes it."""

from datetime import datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone

from conversations import clock
from conversations.admin.filters import DayInput
from providers.admin.widgets import Select

DAY: Final = "day"
NEVER: Final = "never"
SPANS: Final = (("30", "In 30 days"), ("90", "In 90 days"), ("365", "In a year"))
USUAL: Final = "90"
MOST: Final = timedelta(days=3650)


class ExpiryFields(forms.Form):
    """Asks when a key ends; once it is valid, `expires_at` tells."""

    lives = forms.ChoiceField(
        label="Expires",
        choices=[*SPANS, (DAY, "After a day of my choice"), (NEVER, "Never, until somebody revokes it")],
        initial=USUAL,
        widget=Select(),
        help_text="A key that was forgotten somewhere is a danger for as long as it works.",
    )
    until = forms.DateField(
        label="Last day", required=False, widget=DayInput(), help_text="It works to the end of this day."
    )

    class Media:
        css = {"all": ["conversations/admin/integrations.css"]}

    def clean(self) -> dict[str, Any]:
        """A day of one's choice has to be one, and to be ahead."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("lives") == DAY and "until" not in self.errors:
            until, today = cleaned.get("until"), timezone.localdate(clock.now())
            if until is None:
                self.add_error("until", "Say which day.")
            elif not today <= until <= today + MOST:
                self.add_error("until", "Take today or a later day, ten years ahead at most.")
        return cleaned

    @property
    def expires_at(self) -> datetime | None:
        """When the key ends by itself; None for never."""
        lives = self.cleaned_data["lives"]
        if lives == NEVER:
            return None
        if lives != DAY:
            return clock.now() + timedelta(days=int(lives))
        after = self.cleaned_data["until"] + timedelta(days=1)
        return timezone.make_aware(datetime.combine(after, time.min))
