"""How well words match: equal, of one stem, misspelt, or of one meaning."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from providers.adapters.embedded.language.lexicon import concepts, known_words, stem
from providers.adapters.embedded.language.text import Word

EXACT: Final = 1.0

TYPO: Final = 0.93

MEANING: Final = 0.8


@lru_cache(maxsize=32768)
def stem_match(word: str, target: str) -> float:
    """How well a lower-case word matches a stem, 0 to 1."""
    own = stem(word)
    if own == target:
        return EXACT
    if misspelt(word, target) or misspelt(own, target):
        return TYPO
    return MEANING if concepts(own) & concepts(target) else 0.0


@lru_cache(maxsize=32768)
def misspelt(word: str, target: str) -> bool:
    """True where `word` is `target` with a slip of the finger: one edit from five letters, two from nine."""
    if word in known_words() or min(len(word), len(target)) < 5 or word.isdigit():
        return False
    # One word that goes on where the other ends is another word or another form: "policy" is not "polic".
    if word.startswith(target) or target.startswith(word):
        return False
    allowed = 2 if min(len(word), len(target)) >= 8 else 1
    if word[0] != target[0] and word[1:2] != target[1:2]:
        return False
    return OSA.distance(word, target, score_cutoff=allowed) <= allowed


def covered(words: Iterable[Word], targets: Iterable[str]) -> float:
    """The share of `targets` (stems) that some word matches, 0 to 1."""
    wanted = tuple(dict.fromkeys(targets))
    if not wanted:
        return 0.0
    given = tuple(words)
    return sum(
        max((stem_match(word.lower, target) for word in given), default=0.0) for target in wanted
    ) / len(wanted)
