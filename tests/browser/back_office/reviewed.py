"""Decisions that wait for review, with the words around them, for a site that runs."""

from datetime import timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from conversations import clock
from conversations.models import Decision, DecisionAnswer, Message, Session, Step, Turn

NODE: Final = "PresentationDecisionNode"
SCOPE: Final = f"hotel/{NODE}"
SAID: Final = "Show me the hotels, please"
SHOWN: Final = "Three hotels match your search."


def put_reviewable(count: int) -> None:
    """As many decisions on drafts of the hotel graph, the first one the least certain, and a fallback."""
    for number in range(count):
        _answer(_decision(number, certainty=0.4 + number / 100), 0.4 + number / 100)
    _decision(
        count,
        outcome="fallback",
        failure="provider",
        failures=[{"provider": "typesafe", "model": "", "code": "timeout", "message": "", "status": None}],
    )


def put_staff(name: str, role: str, password: str) -> None:
    """Somebody of the staff who has one role."""
    somebody, _ = get_user_model().objects.get_or_create(username=name, defaults={"is_staff": True})
    somebody.set_password(password)
    somebody.save()
    somebody.groups.set([Group.objects.get(name=role)])


def _decision(number: int, **values: object) -> Decision:
    at = clock.now() - timedelta(hours=1, minutes=number)
    session = Session.objects.create(graph="hotel", cursor="PresentNode", updated_at=at, last_seq=2)
    turn = Turn.objects.create(session=session, number=1, status="completed", accepted_at=at, started_at=at)
    step = Step.objects.create(
        turn=turn,
        number=1,
        node=NODE,
        outcome="direct_to",
        cursor="PresentNode",
        last_seq=2,
        started_at=at,
        duration_ms=120,
    )
    common = {"session": session, "turn": turn, "created_at": at}
    Message.objects.create(seq=1, number=1, space="default", role="human", text=SAID, **common)
    Message.objects.create(
        seq=2, number=2, space="default", role="ai", text=SHOWN, step=step, node=NODE, **common
    )
    return Decision.objects.create(
        **{
            "turn": turn,
            "step": step,
            "graph": "hotel",
            "node": NODE,
            "provider": "typesafe",
            "answered_by": "typesafe",
            "model": "jev-latest",
            "outcome": "success",
            "attempts": 1,
            "duration_ms": 120,
            "source": "calibrated",
            "at": at,
            **values,
        }
    )


def _answer(decision: Decision, certainty: float) -> None:
    rest = (1 - certainty) / 2
    DecisionAnswer.objects.create(
        decision=decision,
        question="grounded",
        kind="noul",
        number=0.82,
        probability=0.82,
        thresholds={"grounded": 0.7},
    )
    for question, score in (("clarity", 1.4), ("completeness", 0.8)):
        DecisionAnswer.objects.create(
            decision=decision,
            question=question,
            kind="score",
            number=score,
            probability=certainty,
            probabilities=[rest, certainty, rest],
            thresholds={question: 1.2},
        )
