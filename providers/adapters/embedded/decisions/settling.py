"""Scores and nouls, where matching can settle them; judgements are refused, for they take a real model.

"Does the customer ask for a person?" can be answered by words that say so. "Is the summary faithful?"
cannot, and neither can a question about which the message says nothing.
"""

import math
import re
from typing import Final

from providers.adapters.embedded.decisions.choosing import probabilities
from providers.adapters.embedded.decisions.labels import Label, described, read_sides
from providers.adapters.embedded.decisions.recognition import topic_hits
from providers.adapters.embedded.decisions.sense import SentenceModel
from providers.adapters.embedded.decisions.state import Matter
from providers.adapters.embedded.decisions.wording import evidence
from providers.questions import Noul, NoulAnswer, Score, ScoreAnswer, score_confidence

JUDGEMENT: Final = re.compile(
    r"\b(?:faithful(?:ly|ness)?|(?:un)?grounded(?:ness)?|(?:in)?accura(?:te(?:ly)?|cy)"
    r"|(?:in)?correct(?:ly|ness)?|(?:in)?complete(?:ly|ness)?|(?:un)?clear(?:ly|er)?|clarity|quality"
    r"|true|truth(?:ful(?:ly|ness)?)?|(?:in)?consisten(?:t(?:ly)?|cy)|(?:un)?supported"
    r"|contradict(?:s|ed|ing|ions?|ory)?|hallucinat(?:es?|ed|ing|ions?)|invent(?:s|ed|ing|ions?)?"
    r"|(?:ir)?relevan(?:t|ce)|(?:in)?coheren(?:t(?:ly)?|ce)|(?:im)?plausib(?:le|ly|ility)|sound|(?:in)?valid(?:ity)?"
    r"|(?:un)?safe(?:ly)?|(?:in)?appropriate(?:ly|ness)?|(?:in)?sufficien(?:t(?:ly)?|cy)|(?:in)?adequa(?:te(?:ly)?|cy)"
    r"|well.(?:written|formed)|understandabl[ey]|comprehensib(?:l[ey]|ility)|ready|readiness"
    r"|satisf(?:y|ies|ied|ying|action|actor(?:y|ily))|(?:dis)?agree(?:s|d|ing)?|match(?:es|ed|ing)?"
    r"|reflect(?:s|ed|ing)?|represent(?:s|ed|ing)?)\b",
    re.I,
)
"""Words of questions that ask for a judgement."""
ENOUGH_WORDS: Final = 0.5
"""Evidence of words that settles a question; a plain word of a description is worth about that."""
ENOUGH_SENSE: Final = 0.04
"""Nearness by sense, beyond the next side's, that settles one."""
WEIGHT: Final = 3.0
"""Weight of the evidence of words, in logits."""
DOUBT: Final = 1.0
"""What a yes without a described no has against it, in logits."""
DENIED: Final = 0.12
"""The probability of what a message denies in so many words."""


class Unsettled(Exception):
    """Nothing here can answer the question."""


def answer_score(matter: Matter, question: Score, model: SentenceModel | None) -> ScoreAnswer:
    """Where the message stands on the levels, the expected value. Raises Unsettled."""
    _refuse_judgement(question.instructions, *question.criteria)
    levels = read_sides(question.criteria)
    _settled_between(matter, levels, model)
    chances = probabilities(matter, levels, model)
    return ScoreAnswer(
        score=min(math.fsum(level * chance for level, chance in enumerate(chances)), len(levels) - 1.0),
        legend=question.criteria,
        probabilities=tuple(chances),
        confidence=score_confidence(chances),
    )


def answer_noul(matter: Matter, question: Noul, model: SentenceModel | None) -> NoulAnswer:
    """The probability of yes. Raises Unsettled."""
    _refuse_judgement(question.instructions, question.true, question.false)
    if question.true is not None and question.false is not None:
        sides = read_sides((question.true, question.false))
        _settled_between(matter, sides, model)
        return NoulAnswer(noul=probabilities(matter, sides, model)[0])
    (side,) = read_sides((next(text for text in _side_texts(question) if text is not None),))
    chance = _one_sided(matter, side)
    return NoulAnswer(noul=chance if question.false is None else 1 - chance)


def _side_texts(question: Noul) -> tuple[object, ...]:
    return (question.true, question.false, question.instructions)


def _one_sided(matter: Matter, side: Label) -> float:
    said = [hit for hit in topic_hits(matter.message) if side.topics.get(hit.topic.name, 0.0) >= ENOUGH_WORDS]
    if said and all(hit.negated for hit in said):
        return DENIED
    found = evidence(matter.message, (side,))[0]
    if found < ENOUGH_WORDS:
        raise Unsettled
    return 1 / (1 + math.exp(DOUBT - WEIGHT * found))


def _settled_between(matter: Matter, sides: tuple[Label, ...], model: SentenceModel | None) -> None:
    """Raise Unsettled where the message speaks for none of the sides more than for the others."""
    found = sorted(evidence(matter.message, sides))
    if found[-1] >= ENOUGH_WORDS and found[-1] > found[-2]:
        return
    if model is not None and matter.message:
        near = sorted(model.to_labels(matter.message, sides))
        if near[-1] - near[-2] >= ENOUGH_SENSE:
            return
    raise Unsettled


def _refuse_judgement(*texts: object) -> None:
    if any(JUDGEMENT.search(described(text)) for text in texts):
        raise Unsettled
