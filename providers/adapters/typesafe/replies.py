"""The answers of a System One server, read as those of the port and judged by its own contract."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, assert_never

from pydantic import Field

from providers.questions import (
    Answer,
    AnswersInvalid,
    Choice,
    ChoiceAnswer,
    Noul,
    Question,
    Score,
    ScoreAnswer,
    check_answers,
    choice_confidence,
    score_confidence,
)
from providers.usage import Usage
from providers.validation import FieldProblem
from providers.wire.lenient import NONSENSE_IS_EMPTY, Count, Text, Wire

ROUNDED: Final = 0.005
"""How far a number may be from what the model computed: the service gives two decimals."""

SLACK: Final = 0.02
"""How far a score may be from the one that its probabilities give, rounding left aside."""


class WireUsage(Wire):
    """Token counts; what is missing or nonsense counts as none."""

    input_tokens: Count = 0
    output_tokens: Count = 0

    def usage(self) -> Usage:
        """Return the counts as the port has them."""
        return Usage(input_tokens=self.input_tokens, output_tokens=self.output_tokens)


class WireReply(Wire):
    """A whole reply. `model` is the version behind the alias that was asked for."""

    model: Text = ""
    answers: dict[str, Any]
    usage: Annotated[WireUsage, NONSENSE_IS_EMPTY] = Field(default_factory=WireUsage)


def answers_of(questions: Mapping[str, Question], sent: Mapping[str, Any]) -> dict[str, Answer]:
    """Return the answers that a server `sent`, by question. Raises AnswersInvalid.

    A confidence that it leaves out is computed, a legend filled in. An answer that its own
    probabilities contradict is none.
    """
    answers = check_answers(
        questions,
        {
            name: _fields(questions[name], given) if name in questions else given
            for name, given in sent.items()
        },
    )
    problems = [
        FieldProblem(f"{name}.{problem.field}", problem.message)
        for name, answer in answers.items()
        for problem in _contradictions(answer)
    ]
    if problems:
        raise AnswersInvalid(problems)
    return answers


def _fields(question: Question, given: Any) -> Any:
    """Return an answer's fields as the port names them; nonsense stays for the check to find."""
    if not isinstance(given, dict):
        return given
    kind = given.get("type")
    match question:
        case Choice():
            probabilities = _by_label(given.get("probabilities"), question.labels)
            return {
                "kind": kind,
                "choice": given.get("choice"),
                "probabilities": probabilities,
                "confidence": _or_computed(given.get("confidence"), probabilities, choice_confidence),
            }
        case Score():
            levels = _by_level(given.get("probabilities"), len(question.criteria))
            legend = given.get("legend")
            return {
                "kind": kind,
                "score": given.get("score"),
                "legend": question.criteria if legend is None else _by_level(legend, len(question.criteria)),
                "probabilities": levels,
                "confidence": _or_computed(given.get("confidence"), levels, score_confidence),
            }
        case Noul():
            return {"kind": kind, "noul": given.get("noul")}
        case _:
            assert_never(question)


def _by_label(sent: Any, labels: Sequence[str]) -> Any:
    """Put probabilities in the order of the labels; those of other keys stay as they are."""
    if isinstance(sent, dict) and sent.keys() == set(labels):
        return {label: sent[label] for label in labels}
    return sent


def _by_level(sent: Any, levels: int) -> Any:
    """Make a list of what is keyed by level, lowest first; other keys than all levels stay as they are."""
    keys = [str(level) for level in range(levels)]
    if isinstance(sent, dict) and sent.keys() == set(keys):
        return [sent[key] for key in keys]
    return sent


def _or_computed(confidence: Any, probabilities: Any, compute: Any) -> Any:
    if confidence is not None:
        return confidence
    values = list(probabilities.values()) if isinstance(probabilities, dict) else probabilities
    return compute(values) if _are_probabilities(values) else None


def _are_probabilities(values: Any) -> bool:
    return (
        isinstance(values, list)
        and bool(values)
        and all(isinstance(value, int | float) and 0 <= value <= 1 for value in values)
    )


def _contradictions(answer: Answer) -> Iterator[FieldProblem]:
    if isinstance(answer, ChoiceAnswer):
        if answer.probabilities[answer.choice] < max(answer.probabilities.values()) - 2 * ROUNDED - 1e-9:
            yield FieldProblem("choice", "is not the likeliest label")
    elif isinstance(answer, ScoreAnswer):
        levels = range(len(answer.probabilities))
        expected = math.fsum(level * answer.probabilities[level] for level in levels)
        missing = abs(1 - math.fsum(answer.probabilities)) * levels[-1]
        if abs(answer.score - expected) > SLACK + missing + ROUNDED * (1 + sum(levels)):
            yield FieldProblem("score", "is not what its probabilities give")
