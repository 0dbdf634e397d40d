"""Logging in to the back office, as often as somebody forgets a password and no oftener."""

from typing import Any

from asgiref.sync import async_to_sync
from django.core.exceptions import ValidationError
from unfold.forms import AuthenticationForm

from conversations.access.limits import admit_login
from conversations.access.visitors import address_of


class ThrottledLogin(AuthenticationForm):  # type: ignore[misc]  # Unfold has no types
    """Asks for name and password; too many attempts for a name or from an address have to wait."""

    def clean(self) -> dict[str, Any]:
        """Refuse what is too much before any password is looked at."""
        name, scope = self.cleaned_data.get("username"), getattr(self.request, "scope", {})
        if name:
            refusal = async_to_sync(admit_login)(name, address_of(scope))
            if refusal is not None:
                raise ValidationError(refusal.message, code=refusal.code)
        cleaned: dict[str, Any] = super().clean()
        return cleaned
