"""Suggested replies: what the customer may answer with one click."""

from collections.abc import Sequence
from typing import Final

from conversations.authoring.errors import BuilderMisuse

MOST_SUGGESTIONS: Final = 6
LONGEST_SUGGESTION: Final = 80
"""Characters of one suggested reply."""


def checked_suggestions(texts: Sequence[str]) -> tuple[str, ...]:
    """The texts, each once and without white space around. Raises BuilderMisuse for what cannot be shown."""
    for text in texts:
        if not isinstance(text, str) or not text.strip():
            raise BuilderMisuse(f"A suggestion is a text that is not blank, not {text!r}.")
        if len(text.strip()) > LONGEST_SUGGESTION:
            raise BuilderMisuse(f"A suggestion has at most {LONGEST_SUGGESTION} characters: {text!r}.")
    suggestions = tuple(dict.fromkeys(text.strip() for text in texts))
    if len(suggestions) > MOST_SUGGESTIONS:
        raise BuilderMisuse(f"A message has at most {MOST_SUGGESTIONS} suggestions, not {len(suggestions)}.")
    return suggestions
