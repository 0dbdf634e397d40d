"""The widgets of the back office's theme, under the names that Django gives to its own.

The theme has no types; its widgets are made as Django's are.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.forms import (
        CheckboxInput,
        CheckboxSelectMultiple,
        NullBooleanSelect,
        PasswordInput,
        Select,
        Textarea,
        TextInput,
    )
else:
    from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget as CheckboxSelectMultiple
    from unfold.widgets import UnfoldAdminNullBooleanSelectWidget as NullBooleanSelect
    from unfold.widgets import UnfoldAdminPasswordWidget as PasswordInput
    from unfold.widgets import UnfoldAdminSelectWidget as Select
    from unfold.widgets import UnfoldAdminTextareaWidget as Textarea
    from unfold.widgets import UnfoldAdminTextInputWidget as TextInput
    from unfold.widgets import UnfoldBooleanWidget as CheckboxInput

__all__ = [
    "CheckboxInput",
    "CheckboxSelectMultiple",
    "NullBooleanSelect",
    "PasswordInput",
    "Select",
    "TextInput",
    "Textarea",
]
