"""Answers to all questions of a request, or the error of the first that cannot be settled."""

from typing import Any, Final

from providers.adapters.embedded.decisions.choosing import best_label, probabilities
from providers.adapters.embedded.decisions.labels import read_labels
from providers.adapters.embedded.decisions.sense import SentenceModel
from providers.adapters.embedded.decisions.settling import Unsettled, answer_noul, answer_score
from providers.adapters.embedded.decisions.state import Matter, read_state
from providers.errors import ErrorCode, ProviderFault
from providers.ports import DecideReply, DecideRequest
from providers.questions import Choice, ChoiceAnswer, ConfidenceSource, Noul, Question, choice_confidence

WORDS_MODEL: Final = "embedded-1"
"""Decides by matching words."""
SENSE_MODEL: Final = "embedded-1-semantic"
"""Decides by words and by the sense of sentences."""

LONGEST_NAME: Final = 60


def decide(request: DecideRequest, model: SentenceModel | None) -> DecideReply:
    """Answer every question about the state of a request.

    Raises ProviderFault of code `refused` where one takes a judgement, or the message says nothing
    about a score or noul. A choice is always answered, in the worst case with even probabilities.
    """
    matter = read_state(request.state)
    return DecideReply(
        answers={
            name: _answer(name, matter, question, model) for name, question in request.questions.items()
        },
        confidence_source=ConfidenceSource.DERIVED,
        model=WORDS_MODEL if model is None else SENSE_MODEL,
    )


def _answer(name: str, matter: Matter, question: Question, model: SentenceModel | None) -> Any:
    if isinstance(question, Choice):
        return _chosen(matter, question, model)
    try:
        if isinstance(question, Noul):
            return answer_noul(matter, question, model)
        return answer_score(matter, question, model)
    except Unsettled:
        raise ProviderFault(
            ErrorCode.REFUSED, f"Matching texts cannot settle the question {name[:LONGEST_NAME]!r}."
        ) from None


def _chosen(matter: Matter, question: Choice, model: SentenceModel | None) -> ChoiceAnswer:
    labels = read_labels(question.criteria)
    chances = probabilities(matter, labels, model)
    return ChoiceAnswer(
        choice=best_label(chances, labels).key,
        probabilities={label.key: chance for label, chance in zip(labels, chances, strict=True)},
        confidence=choice_confidence(chances),
    )
