"""How far the words of a message speak for each label."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from providers.adapters.embedded.decisions.labels import Label, tells_something
from providers.adapters.embedded.decisions.recognition import Hit, topic_hits
from providers.adapters.embedded.decisions.small_words import COMMON
from providers.adapters.embedded.decisions.state import plain_name
from providers.adapters.embedded.decisions.telling import amount_hits, is_figure, is_indifferent, telling_hits
from providers.adapters.embedded.decisions.tokens import Token, tokens_of
from providers.adapters.embedded.decisions.topics import SMALL_TALK
from providers.adapters.embedded.decisions.topics.time_and_money import DAYS
from providers.adapters.embedded.language.lexicon import concepts, stem
from providers.adapters.embedded.language.matching import stem_match

NAME: Final = 1.0
"""Worth of a word of a label's name."""
TEXT: Final = 0.55
"""Worth of a word of its description."""
RELATED: Final = 0.7
"""Worth of a word that looks alike in two languages, such as "distance" and "distancia"."""
NEGATED: Final = 0.5
"""Worth of a thing that only one side denies: "no pool" is about the pool, "not the pool, the price" less."""
BEFORE_DAYS: Final = frozenset({"next", "this", "last", "coming"})
FADING: Final = 0.5
"""What each further word adds, compared to the one before."""
LEAST_ALIKE: Final = 5
BARE_ANSWER: Final = 1.5
"""Worth of having been asked for, where the message is an answer without a subject of its own."""
WEAK_ANSWER: Final = 0.35
"""The same where its words say a little for some label."""
LONGEST_ANSWER: Final = 6
"""Words of a message that may be no more than an answer."""
MOST_WORDS: Final = 100
"""Words of a message that are compared with those of labels."""
SMALL_TALK_SHARE: Final = 0.8


def evidence(message: str, labels: Sequence[Label]) -> list[float]:
    """How far a message's words speak for each label, from 0; a plain word of a name is worth about 1."""
    tokens = tokens_of(message)
    hits = topic_hits(message)
    hits += (*amount_hits(tokens, hits), *telling_hits(tokens, hits))
    spread = _spread(labels)
    found = [0.0 if label.catch_all else _for(label, tokens, hits, spread) for label in labels]
    talk = _small_talk(hits) * max(0.0, 1.0 - max(found, default=0.0))
    return [talk if label.catch_all else said for label, said in zip(labels, found, strict=True)]


def with_open(
    found: Sequence[float], message: str, open_texts: Sequence[str], labels: Sequence[Label]
) -> list[float]:
    """The same, where what was asked for counts: a bare "the 3rd" or "doesn't matter" answers that.

    Where nothing was asked for, "doesn't matter" says nothing, and is for the label for everything else.
    """
    tokens = tokens_of(message)
    if len(tokens) > LONGEST_ANSWER or max(found) >= NAME:
        return list(found)
    indifferent = is_indifferent(tokens)
    if not indifferent and not (open_texts and any(is_figure(token.text) for token in tokens)):
        return list(found)
    worth = BARE_ANSWER if not any(found) else WEAK_ANSWER
    return [
        held + (worth if _is_meant(label, open_texts) else 0.0)
        for held, label in zip(found, labels, strict=True)
    ]


def _is_meant(label: Label, open_texts: Sequence[str]) -> bool:
    if not open_texts:
        return label.catch_all
    return bool({label.name, plain_name(label.key)}.intersection(open_texts))


def _for(label: Label, tokens: Sequence[Token], hits: Sequence[Hit], spread: Counter[str]) -> float:
    worths = [0.0] * len(tokens)
    for place, token in enumerate(tokens[:MOST_WORDS]):
        if tells_something(token.text):
            worths[place] = _direct(token, label, spread)
    for place, token in enumerate(tokens[:MOST_WORDS]):
        # "Next" says nothing of its own in "next Friday".
        if token.text in BEFORE_DAYS and any(hit.topic is DAYS and hit.start == place + 1 for hit in hits):
            worths[place] = 0.0
    for hit in hits:
        claim = label.topics.get(hit.topic.name, 0.0)
        if not claim:
            continue
        if hit.negated:
            claim *= 0.0 if hit.topic.act else NEGATED
            worths[hit.start] = 0.0 if hit.topic.act else worths[hit.start]
        worths[hit.start] = max(worths[hit.start], claim * hit.worth)
    total, share = 0.0, 1.0
    for worth in sorted(filter(None, worths), reverse=True):
        total, share = total + worth * share, share * FADING
    return total


def _direct(token: Token, label: Label, spread: Counter[str]) -> float:
    said = token.text
    named = told = 0.0
    for word in label.name_words:
        if _comparable(said, word):
            named = max(named, _alike(said, word) / spread[word])
    for word in label.text_words:
        if _comparable(said, word):
            same = token.negated == (word in label.denied_words)
            told = max(told, _alike(said, word) / spread[word] * (1.0 if same else NEGATED))
    return max(NAME * named * (NEGATED if token.negated else 1.0), TEXT * told)


def _comparable(word: str, target: str) -> bool:
    """False for most pairs of words that cannot be alike, told at once: labels may have thousands."""
    return word[0] == target[0] or word[1:2] == target[1:2] or bool(concepts(stem(word)))


def _spread(labels: Sequence[Label]) -> Counter[str]:
    """In how many labels a word stands."""
    return Counter(
        word
        for label in labels
        if not label.catch_all
        for word in dict.fromkeys((*label.name_words, *label.text_words))
    )


def _small_talk(hits: Sequence[Hit]) -> float:
    """How far a message is small talk. A greeting before a wish is none: what else it says outweighs that."""
    return SMALL_TALK_SHARE if any(hit.topic is SMALL_TALK for hit in hits) else 0.0


@lru_cache(maxsize=65536)
def _alike(word: str, target: str) -> float:
    if word == target:
        return 1.0
    if word in COMMON:
        return 0.0
    known = stem_match(word, stem(target))
    if known:
        return known
    longer, shorter = max(len(word), len(target)), min(len(word), len(target))
    if shorter < LEAST_ALIKE:
        return 0.0
    common = _common_beginning(word, target)
    if common >= LEAST_ALIKE and common >= 0.6 * longer:
        return RELATED
    if shorter >= LEAST_ALIKE + 1 and OSA.distance(word, target, score_cutoff=1) <= 1:
        return RELATED
    return 0.0


def _common_beginning(one: str, other: str) -> int:
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
