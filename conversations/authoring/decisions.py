"""What decision nodes are made of: their thresholds, the answers they get and what they are told."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Self, TypeVar, overload

from conversations.authoring.context import TurnContext
from conversations.authoring.errors import StateMisuse
from providers.errors import ProviderError
from providers.questions import (
    Answer,
    Choice,
    ChoiceAnswer,
    ConfidenceSource,
    Noul,
    NoulAnswer,
    Question,
    Score,
    ScoreAnswer,
)
from providers.usage import Usage

A = TypeVar("A", ChoiceAnswer, ScoreAnswer, NoulAnswer)


@dataclass(frozen=True)
class Threshold:
    """From which number on an answer to `question` counts, for staff to see and to change.

    `value` holds where figures are calibrated, `uncalibrated` (the same where it is None) where a model
    tells its own confidence or it is derived: those figures mean something else. `direction` says on
    which side the answer has to be.
    """

    question: str
    value: float
    direction: Literal["at_least", "at_most"] = "at_least"
    uncalibrated: float | None = None

    def for_source(self, source: ConfidenceSource) -> float:
        """The number for figures of a source."""
        if source is ConfidenceSource.CALIBRATED or self.uncalibrated is None:
            return self.value
        return self.uncalibrated


class Answers(Mapping[str, Answer]):
    """The checked answers of a decision, by question.

    `answers.choice("destination")` and its like say which kind is meant, so that editors and type
    checkers know the answer's fields; so does `answers.of(QUESTION)` with the question itself.
    """

    def __init__(self, questions: Mapping[str, Question], answers: Mapping[str, Answer]) -> None:
        self._questions = questions
        self._answers = answers

    def __getitem__(self, name: str) -> Answer:
        return self._answers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    def choice(self, name: str) -> ChoiceAnswer:
        """The answer to a choice. Raises StateMisuse where there is no such question of that kind."""
        return self._of_kind(name, ChoiceAnswer)

    def score(self, name: str) -> ScoreAnswer:
        """The answer to a score. Raises StateMisuse where there is no such question of that kind."""
        return self._of_kind(name, ScoreAnswer)

    def noul(self, name: str) -> NoulAnswer:
        """The answer to a noul. Raises StateMisuse where there is no such question of that kind."""
        return self._of_kind(name, NoulAnswer)

    @overload
    def of(self, question: Choice) -> ChoiceAnswer: ...
    @overload
    def of(self, question: Score) -> ScoreAnswer: ...
    @overload
    def of(self, question: Noul) -> NoulAnswer: ...
    def of(self, question: Question) -> Answer:
        """The answer to this very question. Raises StateMisuse where it was not asked, or twice."""
        names = [name for name, asked in self._questions.items() if asked == question]
        if len(names) != 1:
            known = ", ".join(self._questions)
            wrong = "was not asked" if not names else f"was asked {len(names)} times"
            raise StateMisuse(f"This question {wrong}; asked were {known}.")
        return self._answers[names[0]]

    def _of_kind(self, name: str, kind: type[A]) -> A:
        answer = self._answers.get(name)
        if not isinstance(answer, kind):
            asked = "not asked" if answer is None else f"a {answer.kind}"
            raise StateMisuse(f"The question {name!r} is {asked}; asked were {', '.join(self._questions)}.")
        return answer


class FailureKind(StrEnum):
    """How a decision failed."""

    TIMEOUT = "timeout"
    """No provider answered in time."""
    VALIDATION = "validation"
    """The answers did not fit the questions."""
    CONFIGURATION = "configuration"
    """Something has to be mended; no fallback is asked."""
    CANCELLED = "cancelled"
    """The turn was stopped; no fallback is asked."""
    PROVIDER = "provider"
    """Any other error of a provider."""


@dataclass
class Decided:
    """What a decision's call was like. `provider` and `model` answered; times are seconds."""

    provider: str = ""
    model: str = ""
    duration: float = 0.0
    attempts: int = 0
    usage: Usage = field(default_factory=Usage)
    request_id: str = ""
    source: ConfidenceSource | None = None


class DecisionContext(TurnContext):
    """Handed to the handlers of a decision node.

    `request` is the newest customer message of the node's space, `prior_requests` are up to four before
    it, oldest first. After the call `decided` says who answered and what it took.
    """

    def __init__(
        self,
        *,
        request: str,
        prior_requests: tuple[str, ...],
        thresholds: Mapping[str, Threshold],
        overrides: Mapping[str, float],
        **rest: Any,
    ) -> None:
        super().__init__(**rest)
        self.request = request
        self.prior_requests = prior_requests
        self.decided = Decided()
        self._thresholds = thresholds
        self._overrides = overrides

    def threshold(self, name: str) -> float:
        """The number that holds for a threshold of the node: staff's, or else the node's own.

        Raises StateMisuse for a name that the node does not declare.
        """
        declared = self._thresholds.get(name)
        if declared is None:
            known = ", ".join(self._thresholds) or "none"
            raise StateMisuse(f"{self.node} declares no threshold {name!r}; it declares {known}.")
        if name in self._overrides:
            return self._overrides[name]
        return declared.for_source(self.decided.source or ConfidenceSource.CALIBRATED)

    def thresholds_of(self, question: str) -> dict[str, float]:
        """The numbers of all thresholds that are about a question, by name."""
        return {
            name: self.threshold(name)
            for name, declared in self._thresholds.items()
            if declared.question == question
        }


class DecisionErrorContext(DecisionContext):
    """Handed to `on_decision_error`: how the decision failed, and the last provider's error."""

    failure: FailureKind
    error: ProviderError

    @classmethod
    def of(cls, context: DecisionContext, failure: FailureKind, error: ProviderError) -> Self:
        """The same context, what is staged in it and all, with the failure."""
        failed = cls.__new__(cls)
        vars(failed).update(vars(context), failure=failure, error=error)
        return failed
