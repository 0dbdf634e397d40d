"""How much of a message is in the words of a tool."""

from typing import Final

from providers.adapters.embedded.forms.fields import Tool
from providers.adapters.embedded.language.lexicon import GENERIC_WORDS, STOP_WORDS, stem
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import plain, read_text

WISHES: Final = frozenset(
    {stem(word) for word in ["go", "want", "would", "like", "let", "show", "see", "back", "again", "another"]}
)


def overlap(text: str, tool: Tool) -> float:
    """How much of a message is in the words of a tool's name and description, 0 to 1."""
    named = {stem(token) for token in plain(tool.name).split() if token not in STOP_WORDS}
    described = {
        word.stem
        for word in read_text(tool.description).words
        if word.content and word.lower not in GENERIC_WORDS
    }
    words = [
        word
        for word in read_text(text).words
        if word.content and not word.negated and word.stem not in WISHES
    ]
    if not words:
        return 0.0
    by_name = {target for target in named if any(stem_match(word.lower, target) >= 0.7 for word in words)}
    hits = [
        word for word in words if any(stem_match(word.lower, target) >= 0.7 for target in described | named)
    ]
    share = len(hits) / len(words)
    return min(
        1.0,
        0.3 * min(len(hits), 2)
        + 0.25 * min(len(by_name), 2)
        + 0.2 * share
        - (0.2 if len(hits) < 2 and len(words) > 2 else 0.0),
    )
