"""Which topics the words of a text belong to."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA

from providers.adapters.embedded.decisions.small_words import COMMON, NEGATORS
from providers.adapters.embedded.decisions.tokens import Token, tokens_of
from providers.adapters.embedded.decisions.topics import TOPICS, Topic
from providers.adapters.embedded.language.lexicon import STOP_WORDS, known_words

WEAK: Final = 0.4
"""Worth of a word that is a weak sign of its topic."""
MISSPELT: Final = 0.85
"""Worth of a word that is probably a misspelt one of the topic."""
SHORTEST_MISSPELT: Final = 5
LONG: Final = 8
"""Letters from which on two slips are borne."""
SHORTEST_STEM: Final = 2


@dataclass(frozen=True)
class Hit:
    """Words of a text that belong to a topic: `start` to `end` are numbers of tokens.

    It is `negated` where the text denies it; "not interested" is a phrase with a no of its own.
    """

    topic: Topic
    worth: float
    head: bool
    start: int
    end: int
    negated: bool


class _Entry(NamedTuple):
    pattern: tuple[str, ...]
    topic: Topic
    worth: float
    head: bool


@lru_cache(maxsize=2048)
def topic_hits(text: str) -> tuple[Hit, ...]:
    """What a text says about topics. A longer phrase hides the shorter ones inside it."""
    tokens = tokens_of(text)
    found = [hit for place in range(len(tokens)) for hit in _hits_at(tokens, place)]
    return tuple(hit for hit in found if not any(_hides(other, hit) for other in found))


def _hides(longer: Hit, shorter: Hit) -> bool:
    return (
        longer.start <= shorter.start
        and shorter.end <= longer.end
        and longer.end - longer.start > shorter.end - shorter.start
    )


def _hits_at(tokens: tuple[Token, ...], place: int) -> Iterator[Hit]:
    word = tokens[place].text
    index = _index()
    entries = [entry for entry in index.candidates(word) if _fits(entry.pattern, tokens, place)]
    worth = 1.0
    if not entries and _may_be_misspelt(word):
        entries, worth = list(index.misspelt(word)), MISSPELT
    best: dict[str, Hit] = {}
    for entry in entries:
        negated = tokens[place].negated and not NEGATORS.intersection(entry.pattern)
        hit = Hit(entry.topic, entry.worth * worth, entry.head, place, place + len(entry.pattern), negated)
        held = best.get(entry.topic.name)
        if held is None or (hit.end, hit.worth, hit.head) > (held.end, held.worth, held.head):
            best[entry.topic.name] = hit
    yield from best.values()


def _fits(pattern: tuple[str, ...], tokens: tuple[Token, ...], place: int) -> bool:
    if place + len(pattern) > len(tokens):
        return False
    return all(_same(part, tokens[place + step].text) for step, part in enumerate(pattern))


def _same(part: str, word: str) -> bool:
    if part.endswith("*"):
        return word.startswith(part[:-1])
    if part.startswith("*"):
        return word.endswith(part[1:])
    return word == part


def _may_be_misspelt(word: str) -> bool:
    return (
        len(word) >= SHORTEST_MISSPELT
        and word.isalpha()
        and word not in COMMON
        and word not in STOP_WORDS
        and word not in known_words()
    )


class _Index:
    """The entries of all topics by the first word of each."""

    def __init__(self) -> None:
        self._whole: dict[str, list[_Entry]] = defaultdict(list)
        self._beginnings: dict[str, list[_Entry]] = defaultdict(list)
        self._endings: dict[str, list[_Entry]] = defaultdict(list)
        for topic in TOPICS:
            for listed, head in ((topic.heads, True), (topic.words, False)):
                for written in filter(None, (part.strip() for part in listed.split(","))):
                    self._add(written, topic, head)
        self._misspellable = tuple(
            (entry, first)
            for group in (self._whole, self._beginnings)
            for first, entries in group.items()
            for entry in entries
            if len(entry.pattern) == 1 and len(first) >= SHORTEST_MISSPELT
        )

    def _add(self, written: str, topic: Topic, head: bool) -> None:
        worth = WEAK if written.endswith("?") else 1.0
        pattern = _pattern(written.rstrip("?"))
        entry = _Entry(pattern, topic, worth, head)
        first = pattern[0]
        if first.endswith("*"):
            self._beginnings[first[:-1]].append(entry)
        elif first.startswith("*"):
            self._endings[first[1:]].append(entry)
        else:
            self._whole[first].append(entry)

    def candidates(self, word: str) -> Iterator[_Entry]:
        """The entries that may begin with a word."""
        yield from self._whole.get(word, ())
        for length in range(SHORTEST_STEM, len(word) + 1):
            yield from self._beginnings.get(word[:length], ())
            yield from self._endings.get(word[-length:], ())

    def misspelt(self, word: str) -> Iterator[_Entry]:
        """Entries of one word that a word may stand for with a slip of the finger."""
        allowed = 2 if len(word) >= LONG else 1
        for entry, target in self._misspellable:
            given = word[: len(target) + 1] if entry.pattern[0].endswith("*") else word
            # The first letter is seldom wrong, but for two that changed places.
            if target[0] != word[0] and target[:2] != word[1::-1]:
                continue
            if abs(len(given) - len(target)) <= allowed and _slipped(given, target, allowed):
                yield entry


@cache
def _index() -> _Index:
    return _Index()


@lru_cache(maxsize=65536)
def _slipped(word: str, target: str, allowed: int) -> bool:
    if len(target) < LONG:
        allowed = 1
    return OSA.distance(word, target, score_cutoff=allowed) <= allowed


def _pattern(written: str) -> tuple[str, ...]:
    starts, ends = written.startswith("*"), written.endswith("*")
    words = [token.text for token in tokens_of(written.strip("*"))]
    if starts:
        words[0] = "*" + words[0]
    if ends:
        words[-1] += "*"
    return tuple(words)
