"""Keys in addresses: a UUID has one spelling here, so that whoever is led by it finds what is meant."""

import re
from typing import Any, Final
from uuid import UUID

from rest_framework import serializers

_FORM: Final = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
"""Eight, four, four, four and twelve digits. Python's UUID takes braces, and hyphens anywhere, too."""


def key_of(text: str) -> UUID | None:
    """The key that is spelt as the API spells keys, in letters of either case; None where it is none."""
    return UUID(text) if _FORM.fullmatch(text) else None


class Key(serializers.UUIDField):
    """A key as the API spells it."""

    def to_internal_value(self, data: Any) -> UUID:
        """The key. Fails for anything else, also for what Python would take."""
        key = key_of(data) if isinstance(data, str) else None
        if key is None:
            self.fail("invalid", value=data)
        return key
