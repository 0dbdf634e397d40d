"""Taking a provider's secrets out of what is told about it."""

from collections.abc import Collection
from typing import Final

from pydantic import SecretStr

SHORTEST_SECRET: Final = 6
"""Characters of a value that is taken out, at least: a shorter one stands in common words."""


class Redaction:
    """Puts `***` where one of `secrets` stands in a text."""

    def __init__(self, secrets: Collection[SecretStr]) -> None:
        values = {secret.get_secret_value() for secret in secrets}
        # The longest first: one may be part of another.
        self._values = sorted(
            (value for value in values if len(value) >= SHORTEST_SECRET), key=len, reverse=True
        )

    def of(self, text: str) -> str:
        """Return the text without the secrets; it may be longer than before."""
        for value in self._values:
            text = text.replace(value, "***")
        return text
