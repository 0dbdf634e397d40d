"""The labels of a question: their names and descriptions as words, topics and texts."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from providers.adapters.embedded.decisions.recognition import topic_hits
from providers.adapters.embedded.decisions.state import plain_name
from providers.adapters.embedded.decisions.tokens import tokens_of
from providers.adapters.embedded.decisions.topics import Topic
from providers.adapters.embedded.language.lexicon import GENERIC_WORDS, STOP_WORDS, word_set

IN_NAME: Final = 1.0
NAMED_BY_THE_WAY: Final = 0.8
"""Worth of a topic whose ordinary words, not its heads, stand in a label's name."""
HEAD_IN_TEXT: Final = 0.6
WORD_IN_TEXT: Final = 0.35
OWN: Final = 0.5
"""Worth from which on a topic is the label's own."""
MOST_IN_TEXT: Final = 0.9
"""Most that a description brings a label of one topic."""

DESCRIBING_WORDS: Final = word_set(
    """
    wants asks message messages request says mentions talks gives states concerns newest about speaks
    wishes something someone kunde kundin mochte will nutzer cliente usuario client veut quiere vuole
    """
)
"""Words about the customer and the message themselves, which say nothing about the subject."""
CATCH_ALL_NAMES: Final = word_set(
    """
    unclear unknown other others else unsure unrelated fallback misc miscellaneous undefined unsupported
    ambiguous unspecified undetermined irrelevant offtopic none nothing default unklar sonstiges
    sonstige anderes unbekannt autre autres inconnu otro otros altro altri outro outros overig
    onduidelijk
    """
)
CATCH_ALL_TEXTS: Final = re.compile(
    r"\b(?:anything|everything|something|nothing) else\b|\bnone of (?:the|these|those|them)\b"
    r"|\b(?:can ?not|can't) be (?:told|determined)\b|\bnot clear\b|\bunclear\b|\boff.?topic\b|\bunrelated\b"
    r"|\bdo(?:es)? not fit\b|\bfits? nowhere\b|\bno other\b",
    re.I,
)


@dataclass(frozen=True)
class Label:
    """One label: its words by origin, the topics that it names with their worth, and what it says as text."""

    key: str
    name: str
    description: str
    name_words: tuple[str, ...]
    text_words: tuple[str, ...]
    denied_words: frozenset[str]
    topics: Mapping[str, float]
    own_topics: tuple[Topic, ...]
    catch_all: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """What the label says in whole texts, and what people say who talk about its topics."""
        said = [sentence for topic in self.own_topics for sentence in topic.says]
        if self.name and self.description:
            return (f"{self.name}: {self.description}", self.description, *said)
        return (self.description or self.name, *said)


def read_labels(criteria: Mapping[str, Any]) -> tuple[Label, ...]:
    """The labels of a choice, at most one of them the one for everything that fits no other."""
    return _labels(tuple((key, described(value)) for key, value in criteria.items()))


def read_sides(texts: Sequence[Any]) -> tuple[Label, ...]:
    """Descriptions without names as labels, none of them for everything else: the levels of a score."""
    return _labels(tuple((str(place), described(text)) for place, text in enumerate(texts)), named=False)


def described(value: Any) -> str:
    """A description, whatever JSON it is, as text: of an object the values, one sentence each."""
    return ". ".join(text for text in _texts(value) if text)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.strip().rstrip(".")
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, Sequence):
        yield ", ".join(text for inner in value for text in _texts(inner))
    elif value is not None:
        yield json.dumps(value)


@lru_cache(maxsize=256)
def _labels(criteria: tuple[tuple[str, str], ...], named: bool = True) -> tuple[Label, ...]:
    names = [plain_name(key) if named else "" for key, _ in criteria]
    catch_all = _catch_all(names, [text for _, text in criteria]) if named else None
    claims = [_claims(name, text) for name, (_, text) in zip(names, criteria, strict=True)]
    strongest: dict[str, float] = {}
    for place, claim in enumerate(claims):
        for topic, (worth, _) in claim.items() if place != catch_all else ():
            strongest[topic] = max(strongest.get(topic, 0.0), worth)
    labels = []
    for place, (key, text) in enumerate(criteria):
        own = {} if place == catch_all else claims[place]
        labels.append(
            Label(
                key,
                names[place],
                text,
                _words(names[place]),
                _words(text),
                frozenset(token.text for token in tokens_of(text) if token.negated),
                # Where several labels claim a topic, it is rather that of the one that claims it most.
                {topic: worth * worth / strongest[topic] for topic, (worth, _) in own.items()},
                tuple(topic for worth, topic in own.values() if worth * worth / strongest[topic.name] >= OWN),
                place == catch_all,
            )
        )
    return tuple(labels)


def _catch_all(names: list[str], texts: list[str]) -> int | None:
    for place, name in enumerate(names):
        if set(name.split()) & CATCH_ALL_NAMES and len(name.split()) <= 2:
            return place
    return next((place for place, text in enumerate(texts) if CATCH_ALL_TEXTS.search(text)), None)


def _claims(name: str, text: str) -> dict[str, tuple[float, Topic]]:
    """The topics that a label names, with their worth."""
    claims: dict[str, tuple[float, Topic]] = {}
    for hit in topic_hits(name):
        worth = (IN_NAME if hit.head else NAMED_BY_THE_WAY) * hit.worth
        claims[hit.topic.name] = (max(worth, claims.get(hit.topic.name, (0.0, None))[0]), hit.topic)
    told: dict[str, tuple[float, Topic]] = {}
    for hit in topic_hits(text):
        if hit.negated:
            continue
        held = told.get(hit.topic.name, (0.0, hit.topic))[0]
        worth = (HEAD_IN_TEXT if hit.head else WORD_IN_TEXT) * hit.worth
        told[hit.topic.name] = (min(MOST_IN_TEXT, held + worth), hit.topic)
    for topic, claim in told.items():
        if topic not in claims or claims[topic][0] < claim[0]:
            claims[topic] = claim
    return claims


def _words(text: str) -> tuple[str, ...]:
    """The words with a subject, each once."""
    words = (token.text for token in tokens_of(text))
    return tuple(dict.fromkeys(word for word in words if tells_something(word)))


def tells_something(word: str) -> bool:
    """True for a word that has a subject of its own."""
    return (
        word not in STOP_WORDS
        and word not in DESCRIBING_WORDS
        and (word not in GENERIC_WORDS or word in {"date", "day", "month", "year", "time"})
        and (len(word) > 1 or word.isdigit())
    )
