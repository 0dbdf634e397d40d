"""Form fields and widgets that the options of providers need and Django does not have."""

import json
import re
from typing import Any

from django import forms
from django.forms.fields import InvalidJSONInput

from providers.wire.texts import mend


class WriteOnlyTextarea(forms.Textarea):
    """A text area that never shows its value again."""

    def format_value(self, value: Any) -> str | None:
        """Show nothing."""
        return None


class AnyJSONField(forms.JSONField):
    """Any JSON, shown so that people can read it; nothing where there is none."""

    widget = forms.Textarea(attrs={"rows": 8, "cols": 80, "spellcheck": "false", "class": "vLargeTextField"})

    def to_python(self, value: Any) -> Any:
        """Return the data, with what no database stores taken out of its texts."""
        return mend(super().to_python(value))

    def prepare_value(self, value: Any) -> Any:
        """Return the text to edit."""
        if value is None or isinstance(value, InvalidJSONInput):
            return value
        return json.dumps(value, indent=2, ensure_ascii=False)


class PlainNumber(forms.TextInput):
    """A number without arrows, which the wheel would turn, and with the digits' keyboard on a phone."""

    def __init__(self) -> None:
        super().__init__(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "vIntegerField"})


class NamesField(forms.CharField):
    """Several names in order, parted by commas or white space."""

    widget = forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off", "spellcheck": "false"})

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        """Return the names."""
        return [name for name in re.split(r"[\s,;]+", value or "") if name]

    def prepare_value(self, value: Any) -> Any:
        """Return the names as they are typed."""
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether there are other names, or others first."""
        return self.to_python(self.prepare_value(initial)) != self.to_python(data)
