"""A message in any language as plain words: without accents and capitals, with what is negated."""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.decisions.small_words import AFTER_THE_VERB, COMPARING, NEGATORS, TURNING
from providers.adapters.embedded.language.text import STRAIGHT

DATE: Final = re.compile(
    r"\b(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}\.\d{1,2}\.(?:\d{2,4}\b)?)"
)
ORDINAL: Final = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|\.(?=\s\w))(?!\w)")
WORD: Final = re.compile(r"#date|#ordinal|[^\W_]+(?:'[^\W_]+)*|[$€£¥]")
"""Words, amounts and the marks that dates and ordinals are replaced by."""
CLAUSE_END: Final = re.compile(r"[.,;:!?()\n]|\s-\s")
ELIDED: Final = 2
"""Letters before an apostrophe that are a word of their own, as in "l'hotel" and "d'abord"."""

REACH: Final = 6
"""Words that a negation reaches."""


@dataclass(frozen=True)
class Token:
    """One word: folded, whether it stands in a negation, and the number of its clause."""

    text: str
    negated: bool
    clause: int


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """The text in small letters without accents."""
    decomposed = unicodedata.normalize("NFKD", text.translate(STRAIGHT).casefold().replace("ł", "l"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).replace("ı", "i")


@lru_cache(maxsize=2048)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The words of a text in order."""
    folded = ORDINAL.sub("#ordinal", DATE.sub("#date", fold(text)))
    ends = [match.start() for match in CLAUSE_END.finditer(folded)]
    words: list[tuple[str, int]] = []
    for match in WORD.finditer(folded):
        clause = bisect_left(ends, match.start())
        words += [(part, clause) for part in _parts(match.group())]
    denied = _denied(words)
    return tuple(Token(word, place in denied, clause) for place, (word, clause) in enumerate(words))


def _parts(word: str) -> list[str]:
    head, apostrophe, tail = word.partition("'")
    if apostrophe and len(head) <= ELIDED:
        return [head, *_parts(tail)]
    return [word.replace("'", "")]


def _denied(words: list[tuple[str, int]]) -> set[int]:
    denied: set[int] = set()
    for place, (word, clause) in enumerate(words):
        following = words[place + 1][0] if place + 1 < len(words) else ""
        if word not in NEGATORS or following in COMPARING:
            continue
        if word in AFTER_THE_VERB and place:
            denied.add(place - 1)
        for reached in range(place + 1, min(place + 1 + REACH, len(words))):
            if words[reached][1] != clause or words[reached][0] in TURNING:
                break
            denied.add(reached)
    return denied
