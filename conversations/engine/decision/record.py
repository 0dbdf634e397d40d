"""The record of a decision: labels and numbers, never what anybody wrote."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from conversations import clock
from conversations.authoring.config import DecisionConfig
from conversations.authoring.decisions import DecisionContext, FailureKind
from conversations.engine.attempts import LONGEST_NAME, LONGEST_PROVIDER
from conversations.engine.decision.asked import size_of
from conversations.engine.records import AnswerRecord, DecisionRecord
from conversations.engine.usage import plausible
from conversations.models.states import DecisionOutcome
from conversations.text import cleaned
from providers.errors import Attempt, ProviderError
from providers.ports import DecideReply, DecideRequest, DecideResult
from providers.questions import Answer, ChoiceAnswer, NoulAnswer, ScoreAnswer

LONGEST_LABEL = 200
"""Characters of a label that are kept beside its probabilities."""


@dataclass
class Account:
    """What is known of one run so far; `closed` makes its record, however the run ends."""

    context: DecisionContext
    at: datetime = field(default_factory=clock.now)
    _config: DecisionConfig | None = None
    _request_bytes: int = 0
    _capture: dict[str, Any] | None = None
    _failed: list[Attempt | ProviderError] = field(default_factory=list)
    _answers: tuple[AnswerRecord, ...] = ()

    def configured(self, config: DecisionConfig) -> None:
        """Whom the run is going to ask."""
        self._config = config

    def asked(self, request: DecideRequest, *, capture: bool) -> None:
        """What is going to be sent; `capture` keeps it."""
        sent = request.model_dump(include={"questions", "state"})
        self._request_bytes = size_of(sent)
        if capture:
            self._capture = cleaned(sent)

    def heard(self, result: DecideResult) -> None:
        """What one pass through the chain gave: keep who was asked in vain."""
        if isinstance(result, ProviderError) and not result.attempts:
            self._failed.append(result)
        self._failed += result.attempts

    def answered(self, reply: DecideReply) -> None:
        """Keep the answers, and the thresholds that hold, before any handler sees them."""
        self._answers = tuple(
            answer_record(name, answer, self.context.thresholds_of(name))
            for name, answer in reply.answers.items()
        )

    def closed(self, outcome: DecisionOutcome, failure: FailureKind | None) -> DecisionRecord:
        """The record of a run that ended so."""
        decided = self.context.decided
        usage = plausible(decided.usage)
        return DecisionRecord(
            id=uuid.uuid4(),
            node=self.context.node,
            provider=self._config.provider if self._config else "",
            answered_by=_name(decided.provider, LONGEST_PROVIDER) if decided.source else "",
            asked_model=_name((self._config.model if self._config else None) or ""),
            model=_name(decided.model),
            outcome=outcome,
            failure=failure or "",
            failures=tuple(_failure(failed) for failed in self._failed),
            attempts=decided.attempts,
            duration_ms=round(decided.duration * 1000),
            request_id=_name(decided.request_id),
            request_bytes=self._request_bytes,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            source=decided.source or "",
            certainty=min((certainty_of(answer) for answer in self._answers), default=0.0),
            answers=self._answers,
            capture=self._capture,
            at=self.at,
        )


def certainty_of(answer: AnswerRecord) -> float:
    """How sure an answer is of itself: of a noul, of the likelier of yes and no."""
    probability = answer.probability or 0.0
    return max(probability, 1 - probability) if answer.kind == "noul" else probability


def _name(text: str, longest: int = LONGEST_NAME) -> str:
    """The name of a provider or a model, or a vendor's request id, as it is kept."""
    kept: str = cleaned(text)[:longest]
    return kept


def _failure(failed: Attempt | ProviderError) -> dict[str, JsonValue]:
    """Who failed and how; an adapter's message names fields and no values."""
    return {
        "provider": _name(failed.provider, LONGEST_PROVIDER),
        "model": _name(failed.model),
        "code": failed.code.value,
        "message": cleaned(failed.message),
        "status": failed.status,
    }


def answer_record(name: str, answer: Answer, thresholds: Mapping[str, float]) -> AnswerRecord:
    """A checked answer as it is kept, with the thresholds that hold for it."""
    label, number, confidence = "", None, None
    probability: float
    probabilities: dict[str, float] | Sequence[float] = []
    match answer:
        case ChoiceAnswer():
            label, confidence = answer.choice, answer.confidence
            probability, probabilities = answer.probabilities[label], answer.probabilities
        case ScoreAnswer():
            number, confidence = answer.score, answer.confidence
            probability, probabilities = answer.probabilities[round(number)], answer.probabilities
        case NoulAnswer():
            number = probability = answer.noul
    return AnswerRecord(
        question=name,
        kind=answer.kind,
        label=cleaned(label)[:LONGEST_LABEL],
        number=number,
        probability=probability,
        probabilities=cleaned(probabilities),
        confidence=confidence,
        thresholds=cleaned(thresholds),
    )
