"""The record of a decision: labels and numbers, never what anybody wrote."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from conversations.authoring.config import DecisionConfig
from conversations.authoring.decisions import DecisionContext, FailureKind
from conversations.engine.attempts import LONGEST_NAME
from conversations.engine.values import AnswerRecord, DecisionRecord
from conversations.models.states import DecisionOutcome
from conversations.text import cleaned
from providers.errors import Attempt, ProviderError
from providers.ports import DecideReply
from providers.questions import Answer, ChoiceAnswer, NoulAnswer, ScoreAnswer


def record_of(
    context: DecisionContext,
    config: DecisionConfig,
    result: DecideReply | ProviderError | None,
    *,
    outcome: DecisionOutcome,
    failure: FailureKind | None,
    request_bytes: int,
    capture: dict[str, Any] | None,
    at: datetime,
) -> DecisionRecord:
    """The record of one node run."""
    decided = context.decided
    answers = result.answers if isinstance(result, DecideReply) else {}
    failed = _failed(result)
    return DecisionRecord(
        id=uuid.uuid4(),
        node=context.node,
        provider=config.provider,
        answered_by=decided.provider if isinstance(result, DecideReply) else "",
        asked_model=cleaned(config.model or "")[:LONGEST_NAME],
        model=cleaned(decided.model)[:LONGEST_NAME],
        outcome=outcome,
        failure=failure or "",
        failures=tuple(_failure(attempt) for attempt in failed),
        attempts=decided.attempts,
        duration_ms=round(decided.duration * 1000),
        request_id=cleaned(decided.request_id)[:LONGEST_NAME],
        request_bytes=request_bytes,
        input_tokens=decided.usage.input_tokens,
        output_tokens=decided.usage.output_tokens,
        source=decided.source or "",
        answers=tuple(
            _answer_record(name, answer, context.thresholds_of(name)) for name, answer in answers.items()
        ),
        capture=capture,
        at=at,
    )


def _failed(result: DecideReply | ProviderError | None) -> list[Attempt | ProviderError]:
    if result is None:
        return []
    if isinstance(result, ProviderError) and not result.attempts:
        return [result]
    return list(result.attempts)


def _failure(attempt: Attempt | ProviderError) -> dict[str, Any]:
    """Who failed and how; an adapter's message names fields and no values."""
    return {
        "provider": attempt.provider,
        "model": cleaned(attempt.model)[:LONGEST_NAME],
        "code": attempt.code,
        "message": cleaned(attempt.message),
        "status": attempt.status,
    }


def _answer_record(name: str, answer: Answer, thresholds: Mapping[str, float]) -> AnswerRecord:
    match answer:
        case ChoiceAnswer():
            label, number = answer.choice, None
            probability: float | None = answer.probabilities[answer.choice]
            probabilities: Any = answer.probabilities
            confidence = answer.confidence
        case ScoreAnswer():
            label, number = "", answer.score
            probability = answer.probabilities[round(answer.score)]
            probabilities, confidence = list(answer.probabilities), answer.confidence
        case NoulAnswer():
            label, number, probability, probabilities, confidence = "", answer.noul, answer.noul, [], None
    return AnswerRecord(
        question=name,
        kind=answer.kind,
        label=label,
        number=number,
        probability=probability,
        probabilities=probabilities,
        confidence=confidence,
        thresholds=dict(thresholds),
    )
