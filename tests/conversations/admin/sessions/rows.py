"""Rows of sessions as lists and pages need them, made without turns that run."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from conversations.models import (
    Decision,
    Message,
    ModelCall,
    Rating,
    Session,
    Step,
    Takeover,
    Turn,
    TurnStatus,
)

LIST = "/admin/conversations/session/"


def page_of(session: Session) -> str:
    return f"{LIST}{session.pk}/change/"


def address(session: Session, action: str) -> str:
    return f"{LIST}{session.pk}/{action}/"


def a_session(*, days_ago: float = 0, **columns: Any) -> Session:
    """A session in which something happened last so many days ago."""
    at = timezone.now() - timedelta(days=days_ago)
    return Session.objects.create(**{"graph": "wish", "cursor": "NameNode", "updated_at": at, **columns})


def a_turn(session: Session, *said: str, **columns: Any) -> Turn:
    """The next turn of a session, in which a customer said the first text and the machine the others."""
    now = timezone.now()
    session.last_turn += 1
    turn = Turn.objects.create(
        session=session,
        **{
            "number": session.last_turn,
            "status": TurnStatus.COMPLETED,
            "accepted_at": now,
            "started_at": now,
            "ended_at": now,
            **columns,
        },
    )
    for place, text in enumerate(said):
        say(session, turn, text, role="ai" if place else "human")
    session.save()
    return turn


def say(session: Session, turn: Turn | None, text: str, **columns: Any) -> Message:
    """A visible message."""
    session.last_seq += 1
    session.last_number += 1
    message = Message.objects.create(
        session=session,
        turn=turn,
        seq=session.last_seq,
        space="default",
        text=text,
        created_at=timezone.now(),
        **{"number": session.last_number, "role": "ai", **columns},
    )
    session.save()
    return message


def a_step(turn: Turn, number: int = 1, **columns: Any) -> Step:
    return Step.objects.create(
        turn=turn,
        number=number,
        **{
            "node": "NameNode",
            "outcome": "direct",
            "cursor": "NameNode",
            "started_at": timezone.now(),
            "duration_ms": 12,
            **columns,
        },
    )


def a_decision(turn: Turn, **columns: Any) -> Decision:
    defaults = {"node": "NameNode", "provider": "typesafe", "outcome": "success", "at": timezone.now()}
    return Decision.objects.create(turn=turn, **{"graph": turn.session.graph, **defaults, **columns})


def a_call(turn: Turn, **columns: Any) -> ModelCall:
    defaults = {"node": "NameNode", "provider": "openai", "duration_ms": 250, "at": timezone.now()}
    return ModelCall.objects.create(turn=turn, **{**defaults, **columns})


def rate(session: Session, value: int, comment: str = "") -> Rating:
    now = timezone.now()
    return Rating.objects.create(
        session=session, value=value, comment=comment, created_at=now, updated_at=now
    )


def take_over(session: Session, name: str = "Grace") -> Takeover:
    return Takeover.objects.create(session=session, staff_name=name, began_at=timezone.now())


def somebody(model: Any, *codenames: str, name: str = "staff") -> Client:
    """A client of a staff member who may do just this."""
    user = model.objects.create_user(name, is_staff=True)
    allowed = Permission.objects.filter(content_type__app_label="conversations", codename__in=codenames)
    user.user_permissions.set(allowed)
    assert user.user_permissions.count() == len(codenames)
    client = Client()
    client.force_login(user)
    return client
