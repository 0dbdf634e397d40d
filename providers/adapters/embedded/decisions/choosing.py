"""Which label fits a message: evidence of words and of sense, as honest probabilities."""

import math
from collections.abc import Sequence
from typing import Final

from providers.adapters.embedded.decisions.labels import Label
from providers.adapters.embedded.decisions.sense import SentenceModel
from providers.adapters.embedded.decisions.state import Matter
from providers.adapters.embedded.decisions.telling import asks_how_much_is_told
from providers.adapters.embedded.decisions.wording import evidence, with_open

WORDS_ALONE: Final = 4.0
"""Weight of the evidence of words, in logits, where nothing else is known: a label's plain name gets
about 0.85 among nine.
"""
WORDS_BESIDE_SENSE: Final = 3.0
SENSE: Final = 50.0
"""Weight of nearness by sense, in logits."""
SMALL_TALK: Final = 30.0
MOST_LABELS: Final = 100
"""Labels up to which sense is asked, too: each new one takes about 15 ms once."""
DOUBT: Final = 0.25
"""What the label for everything else has against words that say little for another one."""
DOUBT_OF_SENSE: Final = 2.0
"""The same in logits, where there is a sentence model: any text is a little near to some label."""


def probabilities(matter: Matter, labels: Sequence[Label], model: SentenceModel | None) -> list[float]:
    """The probability of each label. A message that says nothing about any spreads evenly."""
    words = with_open(evidence(matter.message, labels), matter.message, matter.open, labels)
    if model is None or not matter.message or len(labels) > MOST_LABELS or asks_how_much_is_told(labels):
        return softmax([WORDS_ALONE * said for said in _doubted(words, labels)])
    near = model.to_labels(matter.message, labels)
    talk = model.to_small_talk(matter.message, labels)
    logits = [
        WORDS_BESIDE_SENSE * said + (DOUBT_OF_SENSE + SMALL_TALK * talk if label.catch_all else SENSE * sense)
        for said, sense, label in zip(words, near, labels, strict=True)
    ]
    return softmax(logits)


def best_label(chances: Sequence[float], labels: Sequence[Label]) -> Label:
    """The likeliest label; of equally likely ones the one for everything else, then the first."""
    highest = max(chances)
    likeliest = [label for chance, label in zip(chances, labels, strict=True) if chance == highest]
    return next((label for label in likeliest if label.catch_all), likeliest[0])


def _doubted(words: Sequence[float], labels: Sequence[Label]) -> list[float]:
    if not any(words):
        return list(words)
    return [said + DOUBT if label.catch_all else said for said, label in zip(words, labels, strict=True)]


def softmax(logits: Sequence[float]) -> list[float]:
    """Probabilities of logits; equal ones spread evenly."""
    highest = max(logits)
    weights = [math.exp(logit - highest) for logit in logits]
    total = math.fsum(weights)
    return [weight / total for weight in weights]
