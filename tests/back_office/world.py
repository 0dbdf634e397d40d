"""Rows of everything that the back office shows, as many of each as a test wants."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils import timezone

from conversations.models import (
    ApiClient,
    ApiKey,
    Channel,
    Decision,
    DecisionAnswer,
    DecisionCapture,
    Message,
    ModelCall,
    Rating,
    Replay,
    ReplayItem,
    Review,
    ReviewClaim,
    Session,
    Step,
    Takeover,
    Turn,
    Webhook,
    WebhookDelivery,
)
from providers.models import Provider, ProviderChange

NODE = "RouterDecisionNode"


def grow(rows: int) -> list[Model]:
    """Add so many rows of each kind; return the records to which as many others belong.

    They are a session with so many turns, a turn with so many steps, a decision with so many answers …
    """
    staff = _staff(rows)
    sessions = _sessions(rows, staff)
    turns = [_turn(session, 1) for session in sessions] + [_turn(sessions[0], n + 2) for n in range(rows)]
    Turn.objects.bulk_create(turns)
    steps = [_step(turn, 1) for turn in turns] + [_step(turns[0], n + 2) for n in range(rows)]
    Step.objects.bulk_create(steps)
    Message.objects.bulk_create([row for step in steps for row in _messages(step)])
    ModelCall.objects.bulk_create([_call(step) for step in steps])
    decisions = Decision.objects.bulk_create([_decision(step) for step in steps])
    _answers(decisions, rows)
    replay = _judgements(decisions[:rows], staff)
    provider = _machinery(rows, staff)
    webhook = _webhooks(sessions)
    client = _integrations(rows)
    return [sessions[0], turns[0], steps[0], decisions[0], replay, provider, webhook, client, staff[0]]


def _staff(rows: int) -> list[Any]:
    kind = get_user_model()
    names = [f"staff-{rows}-{n}" for n in range(rows)]
    staff = kind.objects.bulk_create([kind(username=name, is_staff=True) for name in names])
    Group.objects.bulk_create([Group(name=name) for name in names])
    return list(staff)


def _sessions(rows: int, staff: list[Any]) -> list[Session]:
    client = ApiClient.objects.create(name=f"client-{rows}")
    sessions = Session.objects.bulk_create(
        [
            Session(
                graph="hotel",
                cursor=NODE,
                client=client,
                external_user=f"user-{n}",
                last_seq=2,
                last_number=2,
                last_turn=1 if n else rows + 1,
                updated_at=timezone.now(),
            )
            for n in range(rows)
        ]
    )
    now = timezone.now()
    Channel.objects.bulk_create(
        [Channel(session=session, node=NODE, state={}, updated_at=now) for session in sessions]
        + [Channel(session=sessions[0], node=f"Node{n}", state={}, updated_at=now) for n in range(rows)]
    )
    Rating.objects.bulk_create(
        [Rating(session=session, value=1, created_at=now, updated_at=now) for session in sessions]
    )
    Takeover.objects.bulk_create(
        [
            Takeover(session=session, staff=who, staff_name=who.username, began_at=now, ended_at=now)
            for session, who in [*zip(sessions, staff, strict=True), *((sessions[0], who) for who in staff)]
        ]
    )
    return list(sessions)


def _turn(session: Session, number: int) -> Turn:
    moment = timezone.now()
    return Turn(
        session=session,
        number=number,
        request_hash="",
        status="failed" if number % 2 else "completed",
        cause="timeout" if number % 2 else "",
        accepted_at=moment,
        started_at=moment,
        ended_at=moment,
    )


def _step(turn: Turn, number: int) -> Step:
    return Step(
        turn=turn,
        number=number,
        node=NODE,
        outcome="direct",
        cursor=NODE,
        channels={NODE: {"asked": number}},
        started_at=timezone.now(),
        duration_ms=5,
    )


def _messages(step: Step) -> list[Message]:
    """What the customer said, and the reply, numbered apart by turn and step."""
    place = 2 * (step.turn.number * 1000 + step.number)
    texts = (("human", "A room, please."), ("ai", "For which nights?"))
    return [
        Message(
            session=step.turn.session,
            seq=place + after,
            number=place + after,
            turn=step.turn,
            step=step,
            space="hotel-intake",
            role=role,
            node=NODE,
            text=text,
            created_at=timezone.now(),
        )
        for after, (role, text) in enumerate(texts)
    ]


def _call(step: Step) -> ModelCall:
    return ModelCall(
        turn=step.turn,
        step=step,
        node=NODE,
        provider="typesafe",
        model="jev-1",
        code="" if step.number % 2 else "timeout",
        duration_ms=5,
        cost="0.001",
        at=timezone.now(),
    )


def _decision(step: Step) -> Decision:
    return Decision(
        turn=step.turn,
        step=step,
        graph="hotel",
        node=NODE,
        provider="typesafe",
        answered_by="typesafe",
        model="jev-1",
        outcome="success",
        certainty=0.5,
        at=timezone.now(),
    )


def _answers(decisions: list[Decision], rows: int) -> None:
    def answer(decision: Decision, question: str) -> DecisionAnswer:
        return DecisionAnswer(
            decision=decision,
            question=question,
            kind="choice",
            label="dates",
            probability=0.5,
            probabilities={"dates": 0.5, "budget": 0.3, "exit": 0.2},
            thresholds={"destination": 0.6},
        )

    DecisionAnswer.objects.bulk_create(
        [answer(decision, "destination") for decision in decisions]
        + [answer(decisions[0], f"question-{n}") for n in range(rows)]
    )
    DecisionCapture.objects.bulk_create(
        [
            DecisionCapture(decision=decision, questions={}, state={}, at=decision.at)
            for decision in decisions[:rows]
        ]
    )


def _judgements(decisions: list[Decision], staff: list[Any]) -> Replay:
    now = timezone.now()
    pairs = [*zip(decisions, staff, strict=True), *((decisions[0], who) for who in staff[1:])]
    Review.objects.bulk_create(
        [
            Review(
                decision=decision,
                question="destination",
                reviewer=who,
                reviewer_name=who.username,
                agrees=n % 2 == 0,
                label="dates" if n % 2 == 0 else "budget",
                created_at=now,
                updated_at=now,
            )
            for n, (decision, who) in enumerate(pairs)
        ]
    )
    later = now + timedelta(minutes=5)
    ReviewClaim.objects.bulk_create(
        [
            ReviewClaim(decision=decision, reviewer=who, expires_at=later)
            for decision, who in zip(decisions, staff, strict=True)
        ]
    )
    replays = Replay.objects.bulk_create(
        [
            Replay(
                graph="hotel",
                node=NODE,
                provider="embedded",
                status="done",
                total=len(decisions),
                done=len(decisions),
                started_by=who,
                started_by_name=who.username,
                created_at=now,
                ended_at=now,
            )
            for who in staff
        ]
    )
    ReplayItem.objects.bulk_create(
        [ReplayItem(replay=replays[0], decision=decision, at=now) for decision in decisions]
        + [ReplayItem(replay=replay, decision=decisions[0], at=now) for replay in replays[1:]]
    )
    return replays[0]


def _webhooks(sessions: list[Session]) -> Webhook:
    now = timezone.now()
    webhooks = Webhook.objects.bulk_create(
        [
            Webhook(
                url=f"https://hooks.test/{n}",
                client=session.client,
                events=["turn.completed"],
                created_at=now,
            )
            for n, session in enumerate(sessions)
        ]
    )
    attempt = {"at": now.isoformat(), "ms": 12, "status": 500, "code": "STATUS"}
    pairs = [*zip(webhooks, sessions, strict=True), *((webhooks[0], session) for session in sessions)]
    WebhookDelivery.objects.bulk_create(
        [
            WebhookDelivery(
                event_id=uuid4(),
                webhook=webhook,
                session=session,
                type="turn.completed",
                facts={"turn": 1},
                happened_at=now,
                next_at=now,
                status="set_aside",
                attempts=[attempt],
            )
            for webhook, session in pairs
        ]
    )
    return webhooks[0]


def _integrations(rows: int) -> ApiClient:
    now = timezone.now()
    clients = ApiClient.objects.bulk_create([ApiClient(name=f"integration-{rows}-{n}") for n in range(rows)])
    ApiKey.objects.bulk_create(
        [
            ApiKey(
                client=client,
                name=f"key {n}",
                prefix=f"ezg_{n:08}",
                digest=uuid4().hex,
                scopes=["sessions:read"],
                last_used_at=now,
                revoked_at=now if n % 2 else None,
            )
            for n, client in enumerate([*clients, *(clients[0] for _ in clients)])
        ]
    )
    return clients[0]


def _machinery(rows: int, staff: list[Any]) -> Provider:
    now = timezone.now()
    for n in range(rows):
        options = {"model": "m", "base_url": "https://api.test/v1", "fallback": ["openai"]}
        Provider.objects.create(name=f"gpt-{rows}-{n}", type="openai", options=options)
    provider = Provider.objects.get(name="openai")
    ProviderChange.objects.bulk_create(
        [ProviderChange(provider=provider.name, at=now, who=who.username, action="changed") for who in staff]
    )
    kind = ContentType.objects.get_for_model(Provider)
    LogEntry.objects.bulk_create(
        [
            LogEntry(
                user=who,
                content_type=kind,
                object_id=str(provider.pk),
                object_repr=provider.name,
                action_flag=CHANGE,
                change_message="Changed.",
                action_time=now,
            )
            for who in [*staff, *(staff[0] for _ in staff)]
        ]
    )
    return provider
