"""Decisions on record, made without an engine: as many and as certain as a test needs."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from conversations import clock
from conversations.models import Decision, DecisionAnswer, Session, Step, Turn
from tests.conversations.admin.deciding import TriageGraph, TriageNode

NODE = TriageNode.node_id()


def decided(certainty: float = 0.7, **changes: Any) -> Decision:
    """A decision of the triage graph with an answer to each of its three questions."""
    return all_decided([certainty], **changes)[0]


def fell_back(**changes: Any) -> Decision:
    """A decision that nobody answered."""
    row = all_decided([0.0], **{"outcome": "fallback", "failure": "provider", **changes})[0]
    row.answers.all().delete()
    return row


def all_decided(certainties: Sequence[float], **changes: Any) -> list[Decision]:
    """Decisions of one session, each a second newer than the one before."""
    now = clock.now()
    session = Session.objects.create(graph=TriageGraph.name, cursor=NODE, updated_at=now)
    turn = Turn.objects.create(session=session, number=1, status="completed", accepted_at=now)
    rows = [
        Decision(
            **{
                "id": uuid.uuid4(),
                "turn": turn,
                "graph": TriageGraph.name,
                "node": NODE,
                "provider": "typesafe",
                "answered_by": "typesafe",
                "model": "jev-latest",
                "outcome": "success",
                "certainty": certainty,
                "at": now + timedelta(seconds=number),
                **changes,
            }
        )
        for number, certainty in enumerate(certainties)
    ]
    Decision.objects.bulk_create(rows)
    DecisionAnswer.objects.bulk_create(
        answer for row in rows for answer in _answers(row, row.certainty or 0.7)
    )
    return rows


def _answers(row: Decision, certainty: float) -> list[DecisionAnswer]:
    rest = 1 - certainty
    return [
        DecisionAnswer(
            decision=row,
            question="topic",
            kind="choice",
            label="billing",
            probability=certainty,
            confidence=certainty,
            probabilities={"other": rest / 2, "billing": certainty, "parcel": rest / 2},
            thresholds={"topic": 0.6},
        ),
        DecisionAnswer(
            decision=row,
            question="anger",
            kind="score",
            number=1.2,
            probability=certainty,
            probabilities=[rest / 2, certainty, rest / 2],
            thresholds={"anger": 1.5},
        ),
        DecisionAnswer(decision=row, question="urgent", kind="noul", number=rest, probability=rest),
    ]


def with_step(decision: Decision) -> Decision:
    """The same decision, with a step that it led to."""
    decision.step = Step.objects.create(
        turn=decision.turn,
        number=1,
        node=decision.node,
        outcome="direct",
        cursor=decision.node,
        started_at=decision.at,
        duration_ms=1,
    )
    decision.save(update_fields=["step"])
    return decision
