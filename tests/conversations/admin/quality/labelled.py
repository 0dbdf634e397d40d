"""Decisions with answers and reviews, put on record without being made."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from conversations import clock
from conversations.models import (
    Decision,
    DecisionAnswer,
    DecisionCapture,
    DecisionOutcome,
    Review,
    Session,
    Turn,
    TurnStatus,
)


@dataclass(frozen=True)
class Labelled:
    """One decision with an answer to one question, and what a reviewer said is right: None for nobody.

    `answer` is a label, or a number of a score or a noul; None for nobody answered. `truth` likewise.
    """

    answer: str | float | None
    truth: str | float | None = None
    probability: float = 0.9
    kind: str = "choice"
    question: str = "topic"
    labels: tuple[str, ...] = ("billing", "other")
    provider: str = "typesafe"
    model: str = "jev-1"
    source: str = "calibrated"
    at: datetime | None = None
    thresholds: dict[str, float] = field(default_factory=dict)
    capture: dict[str, Any] | None = None


def put_on_record(
    rows: Iterable[Labelled],
    *,
    graph: str = "triage",
    node: str = "TriageNode",
    reviewer: str = "reviewer",
    is_test: bool = False,
) -> list[Decision]:
    """Write the rows, all in one session, and return the decisions in their order."""
    now = clock.now()
    session = Session.objects.create(graph=graph, cursor=node, updated_at=now, is_test=is_test)
    turn = Turn.objects.create(
        session=session, number=1, request_hash="", status=TurnStatus.COMPLETED, accepted_at=now
    )
    kept = list(rows)
    decisions = [_decision(row, turn, graph, node, now) for row in kept]
    Decision.objects.bulk_create(decisions, batch_size=500)
    pairs = list(zip(kept, decisions, strict=True))
    DecisionAnswer.objects.bulk_create(
        [_answer(row, one) for row, one in pairs if row.answer is not None], batch_size=500
    )
    Review.objects.bulk_create(
        [_review(row, one, reviewer, now) for row, one in pairs if row.truth is not None], batch_size=500
    )
    DecisionCapture.objects.bulk_create(
        [DecisionCapture(decision=one, at=one.at, **row.capture) for row, one in pairs if row.capture]
    )
    return decisions


def review(decision: Decision, question: str, *, agrees: bool, later: int = 1, **truth: Any) -> Review:
    """A further review of a decision, so many minutes later than those that were put on record."""
    at = clock.now() + timedelta(minutes=later)
    return Review.objects.create(
        decision=decision,
        question=question,
        reviewer_name="somebody else",
        agrees=agrees,
        created_at=at,
        updated_at=at,
        **truth,
    )


def _decision(row: Labelled, turn: Turn, graph: str, node: str, now: datetime) -> Decision:
    return Decision(
        turn=turn,
        graph=graph,
        node=node,
        provider="typesafe",
        answered_by="" if row.answer is None else row.provider,
        model=row.model,
        outcome=DecisionOutcome.FALLBACK if row.answer is None else DecisionOutcome.SUCCESS,
        duration_ms=100,
        source="" if row.answer is None else row.source,
        certainty=row.probability,
        at=row.at or now,
    )


def _answer(row: Labelled, decision: Decision) -> DecisionAnswer:
    probabilities: Any = []
    if isinstance(row.answer, str):
        rest = (1 - row.probability) / max(1, len(row.labels) - 1)
        probabilities = {label: row.probability if label == row.answer else rest for label in row.labels}
    elif row.kind == "score":
        probabilities = [row.probability, 1 - row.probability]
    return DecisionAnswer(
        decision=decision,
        question=row.question,
        kind=row.kind,
        label=row.answer if isinstance(row.answer, str) else "",
        number=None if isinstance(row.answer, str) else row.answer,
        probability=row.answer if row.kind == "noul" else row.probability,
        probabilities=probabilities,
        thresholds=row.thresholds,
    )


def _review(row: Labelled, decision: Decision, reviewer: str, now: datetime) -> Review:
    said = round(row.answer) if isinstance(row.answer, float | int) else row.answer
    return Review(
        decision=decision,
        question=row.question,
        reviewer_name=reviewer,
        agrees=said == row.truth,
        label=row.truth if isinstance(row.truth, str) else "",
        number=None if isinstance(row.truth, str) else row.truth,
        created_at=now,
        updated_at=now,
    )
