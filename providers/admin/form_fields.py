"""Form fields and widgets that the options of providers need and Django does not have."""

import json
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.fields import InvalidJSONInput

from providers.admin.widgets import Textarea, TextInput
from providers.options import DEEPEST, TOO_DEEP
from providers.wire.texts import is_deeper, storable_json


class WriteOnlyTextarea(Textarea):
    """A text area that never shows its value again."""

    def format_value(self, value: Any) -> str | None:
        """Show nothing."""
        return None


class StrictJSONField(forms.JSONField):
    """Any JSON that a database stores: no NaN, no number without bounds, not nested too deeply."""

    def to_python(self, value: Any) -> Any:
        """Return the data, with what no database stores taken out of its texts."""
        if self.disabled or value in self.empty_values or not isinstance(value, str):
            return super().to_python(value)
        try:
            data = storable_json(value)
        except ValueError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None
        if is_deeper(data, DEEPEST):
            raise ValidationError(f"It {TOO_DEEP}.", code="invalid")
        return data

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what was sent, as data or, where it is none, as it was typed."""
        if self.disabled:
            return initial
        try:
            return None if data is None else storable_json(data)
        except ValueError:
            return InvalidJSONInput(data)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether something else was typed; what is not JSON is something else."""
        try:
            return super().has_changed(initial, data)
        except ValidationError:
            return True


class AnyJSONField(StrictJSONField):
    """Any JSON, shown so that people can read it; nothing where there is none."""

    widget = Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "code"})

    def prepare_value(self, value: Any) -> Any:
        """Return the text to edit."""
        if value is None or isinstance(value, InvalidJSONInput):
            return value
        return json.dumps(value, indent=2, ensure_ascii=False)


class PlainNumber(TextInput):
    """A number without arrows, which the wheel would turn, and with the digits' keyboard on a phone."""

    def __init__(self) -> None:
        super().__init__(attrs={"inputmode": "decimal", "autocomplete": "off"})


class NamesField(forms.CharField):
    """Several names in order, parted by commas or white space."""

    widget = TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        """Return the names."""
        return [name for name in re.split(r"[\s,;]+", value or "") if name]

    def prepare_value(self, value: Any) -> Any:
        """Return the names as they are typed."""
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether there are other names, or others first."""
        return self.to_python(self.prepare_value(initial)) != self.to_python(data)
