"""Taking a provider's secrets out of what is told about it."""

import json
from collections.abc import Collection, Iterator
from typing import Final
from urllib.parse import quote

from pydantic import SecretStr

SHORTEST_SECRET: Final = 6
"""Characters of a value that is taken out, at least: a shorter one stands in common words."""

HIDDEN: Final = "***"


class Redaction:
    """Puts `***` where one of `secrets` stands in a text, as it is or as JSON and addresses write it.

    A text that was cut may end with the beginning of one, which is taken out too.
    """

    def __init__(self, secrets: Collection[SecretStr]) -> None:
        values = {form for secret in secrets for form in _forms(secret.get_secret_value())}
        # The longest first: one may be part of another.
        self._values = sorted(
            (value for value in values if len(value) >= SHORTEST_SECRET), key=len, reverse=True
        )

    def of(self, text: str) -> str:
        """Return the text without the secrets; it may be longer than before."""
        for value in self._values:
            text = text.replace(value, HIDDEN)
        for value in self._values:
            text = _without_beginning(text, value)
        return text


def _forms(value: str) -> Iterator[str]:
    """The value in its spellings."""
    yield value
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield repr(value)[1:-1]
    yield quote(value, safe="", errors="replace")
    yield quote(value, errors="replace")


def _without_beginning(text: str, value: str) -> str:
    """Return `text` without the beginning of `value` at its end, where that is long enough for a secret."""
    if value[:SHORTEST_SECRET] not in text:
        return text
    end = text.removesuffix("…")
    for length in range(min(len(value), len(end)), SHORTEST_SECRET - 1, -1):
        if end.endswith(value[:length]):
            return end[:-length] + HIDDEN
    return text
