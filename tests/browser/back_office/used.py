"""Two weeks of a site with providers that cost and fail, for a site that runs; the same ones every time."""

import random
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from conversations import clock
from conversations.models import (
    Decision,
    MessageRole,
    ModelCall,
    Session,
    SessionStatus,
    Step,
    StepOutcome,
    Turn,
    TurnStatus,
)
from providers.models import Provider
from tests.conversations.admin.sessions.rows import say

PATHS: Final = {
    "quote": ("DriverNode", "VehicleNode", "HistoryNode", "CoverageNode", "QuoteNode"),
    "hotel": (
        "RouterDecisionNode",
        "DateRangeNode",
        "RouterDecisionNode",
        "BudgetNode",
        "RouterDecisionNode",
        "RoomTypeNode",
        "RouterDecisionNode",
        "CriteriaReadinessDecisionNode",
        "SearchHotelsNode",
        "PresentNode",
    ),
}
MODELS: Final = {"acme": "acme-large", "spare": "acme-small"}


def put_used() -> None:
    """Providers in a chain, and sessions that went through the graphs or stopped on the way."""
    for name, model, fallback in (("spare", "acme-small", []), ("acme", "acme-large", ["spare", "embedded"])):
        options = {"model": model, "fallback": fallback}
        Provider.objects.update_or_create(name=name, defaults={"type": "openai", "options": options})
    chance = random.Random(11)
    for _ in range(240):
        graph = chance.choice(["quote", "hotel"])
        began = clock.now() - timedelta(minutes=chance.uniform(1, 14 * 24 * 60) ** 0.98)
        _put_session(graph, began, chance.randint(1, len(PATHS[graph])), chance)
    waiting = Session.objects.filter(graph="hotel", status=SessionStatus.ACTIVE).first()
    assert waiting
    turn = waiting.turns.get(number=1)
    say(waiting, turn, "Is anybody there?", role=MessageRole.HUMAN)
    Session.objects.filter(pk=waiting.pk).update(status=SessionStatus.HANDED_OVER)


def _put_session(graph: str, began: datetime, length: int, chance: random.Random) -> None:
    path = PATHS[graph]
    is_done = graph == "quote" and length == len(path)
    stopped = chance.choice([SessionStatus.ACTIVE, SessionStatus.ENDED])
    session = Session.objects.create(
        graph=graph,
        cursor="end" if is_done else path[length - 1],
        status=SessionStatus.COMPLETED if is_done else stopped,
        last_turn=length,
        updated_at=began + timedelta(minutes=length),
    )
    Session.objects.filter(pk=session.pk).update(created_at=began)
    following = (*path[1:length], session.cursor)
    for number, (node, cursor) in enumerate(zip(path, following, strict=False), start=1):
        _put_turn(session, number, node, cursor, began + timedelta(minutes=number), chance)


def _put_turn(
    session: Session, number: int, node: str, cursor: str, at: datetime, chance: random.Random
) -> None:
    has_failed = chance.random() < 0.03
    milliseconds = round(chance.lognormvariate(7, 0.5))
    turn = Turn.objects.create(
        session=session,
        number=number,
        status=TurnStatus.FAILED if has_failed else TurnStatus.COMPLETED,
        cause="PROVIDER_FAILED" if has_failed else "",
        cause_detail="acme: unavailable: The server is overloaded." if has_failed else "",
        accepted_at=at,
        started_at=at,
        ended_at=at + timedelta(milliseconds=milliseconds),
    )
    provider = chance.choice(["acme", "acme", "spare"])
    ModelCall.objects.create(
        turn=turn,
        node=node,
        provider=provider,
        model=MODELS[provider],
        code="unavailable" if has_failed else "",
        message="The server is overloaded." if has_failed else "",
        duration_ms=milliseconds,
        input_tokens=chance.randint(300, 2_000),
        output_tokens=chance.randint(20, 200),
        cost=Decimal(chance.randint(100, 3_000)) / 1_000_000 if provider == "acme" else None,
        at=at,
    )
    if has_failed:
        return
    outcome = StepOutcome.FINISH if cursor == "end" else StepOutcome.GO
    Step.objects.create(
        turn=turn,
        number=1,
        node=node,
        outcome=StepOutcome.DIRECT if cursor == node else outcome,
        cursor=cursor,
        started_at=at,
        duration_ms=milliseconds,
    )
    if node.endswith("DecisionNode"):
        Decision.objects.create(
            turn=turn,
            graph=session.graph,
            node=node,
            provider="embedded",
            answered_by="embedded",
            outcome=chance.choice(["success"] * 9 + ["fallback"]),
            at=at,
        )
