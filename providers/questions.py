"""Typed questions, their answers, and the one check that every set of answers has to pass.

A choice picks one of several labels, a score places something on ordered levels, a noul is the
probability of yes. Questions are made by graph authors, answers come from providers.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from providers.validation import FieldProblem, field_problems

MOST_LABELS: Final = 255
MOST_LEVELS: Final = 10

TOLERANCE: Final = 0.02
"""How far the probabilities of one answer may miss 1 in sum."""

ROUNDED_TOLERANCE: Final = 0.005
"""The same a label, where every probability has at most two decimals."""

_SPARE: Final = 1e-9
"""Of comparisons, so that what is equal on paper is equal here."""


class _Asked(BaseModel):
    """Base of the questions. `instructions` say what is asked: text, or an object or list of JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    instructions: JsonValue = None


class Choice(_Asked):
    """Which of 1 to 255 labels fits. `criteria` describe each label, None where its name says enough.

    `instructions` say what is asked; they may be left out, and be an object or list of JSON.
    """

    kind: Literal["choice"] = "choice"
    criteria: dict[str, JsonValue] = Field(min_length=1, max_length=MOST_LABELS)

    def __init__(self, criteria: Mapping[str, JsonValue], **rest: Any) -> None:
        super().__init__(**{"criteria": criteria, **rest})

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, in their order."""
        return tuple(self.criteria)


class Score(_Asked):
    """Where something stands on 2 to 10 levels. `criteria` describe them, lowest first.

    `instructions` are as of a Choice.
    """

    kind: Literal["score"] = "score"
    criteria: tuple[JsonValue, ...] = Field(min_length=2, max_length=MOST_LEVELS)

    def __init__(self, criteria: Sequence[JsonValue], **rest: Any) -> None:
        super().__init__(**{"criteria": criteria, **rest})


def _says_something(described: JsonValue) -> bool:
    """Whether a description is more than None, a blank text, or an empty list or object."""
    if isinstance(described, str):
        return bool(described.strip())
    return described is not None and described not in ([], {})


class Noul(_Asked):
    """How probable a yes is. `true` and `false` describe the sides; at least one text says what is asked."""

    kind: Literal["noul"] = "noul"
    true: JsonValue = None
    false: JsonValue = None

    def __init__(self, instructions: JsonValue = None, **rest: Any) -> None:
        super().__init__(instructions=instructions, **rest)

    @model_validator(mode="after")
    def _asks_something(self) -> "Noul":
        if not any(map(_says_something, (self.instructions, self.true, self.false))):
            raise ValueError("needs instructions, or what yes or no means")
        return self


Question: TypeAlias = Annotated[Choice | Score | Noul, Field(discriminator="kind")]


class ConfidenceSource(StrEnum):
    """Where probabilities and confidences come from; thresholds mean different things for each."""

    CALIBRATED = "calibrated"
    """Measured: of the answers at 0.8, four of five are right."""
    SELF_REPORTED = "self_reported"
    """A model's own word for how sure it is."""
    DERIVED = "derived"
    """Worked out from something else, such as how alike words are."""


class _Answered(BaseModel):
    """Base of the answers: numbers are finite, and no boolean passes for one."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


Probability: TypeAlias = Annotated[float, Field(ge=0, le=1)]


class ChoiceAnswer(_Answered):
    """The label that fits, with the probability of each. `confidence` is None where nobody gives one.

    `derived` tells that the probabilities were made of the confidence, as nobody gave them; see `spread`.
    """

    kind: Literal["choice"] = "choice"
    choice: str
    probabilities: dict[str, Probability]
    confidence: Probability | None = None
    derived: bool = False


class ScoreAnswer(_Answered):
    """A place from 0 to the last level, fractions allowed, with the probability of each level.

    `legend` repeats the levels' descriptions, lowest first. `derived` is as of a ChoiceAnswer.
    """

    kind: Literal["score"] = "score"
    score: float
    legend: tuple[JsonValue, ...]
    probabilities: tuple[Probability, ...]
    confidence: Probability | None = None
    derived: bool = False


class NoulAnswer(_Answered):
    """The probability of yes."""

    kind: Literal["noul"] = "noul"
    noul: Probability


Answer: TypeAlias = ChoiceAnswer | ScoreAnswer | NoulAnswer

_ANSWERS: Final[Mapping[str, type[Answer]]] = {
    "choice": ChoiceAnswer,
    "score": ScoreAnswer,
    "noul": NoulAnswer,
}


class AnswersInvalid(ValueError):
    """Answers that do not fit their questions; `problems` says where, and holds no answer's text."""

    def __init__(self, problems: Sequence[FieldProblem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = tuple(problems)


def check_answers(questions: Mapping[str, Question], answers: Mapping[str, Any]) -> dict[str, Answer]:
    """Return the answers as values of their kinds, by question. Raises AnswersInvalid.

    An answer may be an `Answer` or an object of its fields. There has to be exactly one for each
    question, of its kind, its choice one of the labels, its score on the levels, its probabilities
    over exactly the labels or levels and their sum 1 within the tolerance. Values are kept as given.
    """
    problems: list[FieldProblem] = []
    checked: dict[str, Answer] = {}
    for name in chain(questions, (name for name in answers if name not in questions)):
        if name not in questions:
            problems.append(FieldProblem("answers", "there is an answer that nobody asked for"))
        elif name not in answers:
            problems.append(FieldProblem(name, "is not answered"))
        else:
            try:
                checked[name] = _checked(questions[name], answers[name])
            except AnswersInvalid as invalid:
                problems += (_below(name, problem) for problem in invalid.problems)
    if problems:
        raise AnswersInvalid(problems)
    return checked


def _below(name: str, problem: FieldProblem) -> FieldProblem:
    return FieldProblem(f"{name}.{problem.field}" if problem.field else name, problem.message)


def _checked(question: Question, given: Any) -> Answer:
    fields = given.model_dump() if isinstance(given, BaseModel) else given
    if not isinstance(fields, Mapping):
        raise AnswersInvalid([FieldProblem("", "is no object")])
    fields = {name: _as_tuple(value) for name, value in fields.items()}
    try:
        answer = _ANSWERS[question.kind].model_validate({"kind": question.kind, **fields})
    except ValidationError as error:
        # Names of labels that a model made up are its words.
        places = [
            FieldProblem(problem.field.split(".")[0], problem.message) for problem in field_problems(error)
        ]
        raise AnswersInvalid(places) from None
    problems = list(_problems(question, answer))
    if problems:
        raise AnswersInvalid(problems)
    return answer


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _problems(question: Question, answer: Answer) -> Iterator[FieldProblem]:
    match question, answer:
        case Choice(), ChoiceAnswer():
            if answer.choice not in question.criteria:
                yield FieldProblem("choice", "is not one of the labels")
            if answer.probabilities.keys() != question.criteria.keys():
                yield FieldProblem("probabilities", "are not over exactly the labels")
            elif not adds_up(list(answer.probabilities.values())):
                yield FieldProblem("probabilities", "do not add up to 1")
        case Score(), ScoreAnswer():
            levels = len(question.criteria)
            if not 0 <= answer.score <= levels - 1:
                yield FieldProblem("score", "is not on the levels")
            if len(answer.legend) != levels:
                yield FieldProblem("legend", "is not over every level")
            if len(answer.probabilities) != levels:
                yield FieldProblem("probabilities", "are not over every level")
            elif not adds_up(answer.probabilities):
                yield FieldProblem("probabilities", "do not add up to 1")


def adds_up(probabilities: Sequence[float]) -> bool:
    """Whether probabilities are 1 in sum, within what rounding to two decimals explains."""
    tolerance = TOLERANCE
    if all(abs(value * 100 - round(value * 100)) < _SPARE * 100 for value in probabilities):
        tolerance = max(TOLERANCE, ROUNDED_TOLERANCE * len(probabilities))
    return abs(math.fsum(probabilities) - 1) <= tolerance + _SPARE


def spread(labels: Sequence[str], chosen: str, confidence: float) -> dict[str, float]:
    """Probabilities where only a confidence is known: the chosen label gets it, the rest share evenly."""
    if len(labels) == 1:
        return {chosen: 1.0}
    rest = (1 - confidence) / (len(labels) - 1)
    return {label: confidence if label == chosen else rest for label in labels}


def choice_confidence(probabilities: Sequence[float]) -> float:
    """How far the best of several probabilities stands above an even spread: 0 to 1."""
    if len(probabilities) == 1:
        return 1.0
    even = 1 / len(probabilities)
    return min(1.0, max(0.0, (max(probabilities) - even) / (1 - even)))


def score_confidence(probabilities: Sequence[float]) -> float:
    """1 less the mean distance from the likeliest level, as part of an even spread's: 0 to 1."""
    levels = range(len(probabilities))
    mode = max(levels, key=lambda level: probabilities[level])
    found = math.fsum(probabilities[level] * abs(level - mode) for level in levels)
    middle = levels[-1] / 2
    even = math.fsum(abs(level - middle) for level in levels) / len(levels)
    return min(1.0, max(0.0, 1 - found / even))
