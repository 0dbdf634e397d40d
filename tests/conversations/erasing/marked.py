"""A conversation in which a marker stands wherever a customer's words, or words about them, can be."""

import json
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core import serializers
from django.utils import timezone
from pydantic import BaseModel

from conversations.authoring import (
    Answers,
    Builder,
    Choice,
    ConversationNode,
    DecisionContext,
    DecisionErrorContext,
    DecisionNode,
    Graph,
    GraphState,
    TurnContext,
    direct,
    go,
    tool,
)
from conversations.models import (
    Decision,
    ModelCall,
    Rating,
    Replay,
    ReplayItem,
    Review,
    Session,
    Takeover,
    Turn,
)

MARKER: Final = "Zanzibar-Quux"


class NoteInput(BaseModel):
    """What is to be kept."""

    note: str


class TalkNode(ConversationNode):
    """Keeps what it hears, then lets it be judged."""

    class State(BaseModel):
        """What was heard."""

        note: str = ""

    def get_prompt(self, state: GraphState) -> str:
        return "Keep what is said."

    @tool("keep", description="Keep it.")
    def keep(self, input: NoteInput, context: TurnContext, state: GraphState) -> Builder:
        context.save_state(note=input.note)
        context.suggest(input.note)
        return go(JudgeNode).with_message(f"Judge {input.note}", internal=True)


class JudgeNode(DecisionNode):
    """Judges what was said."""

    def define_questions(self, state: GraphState) -> Any:
        return {"topic": Choice({"billing": MARKER, "other": None})}

    def get_decision_facts(self, state: GraphState) -> Any:
        return {"note": state.of(TalkNode).note}

    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Builder:
        return direct(f"Noted: {context.request}").with_suggestions(f"More {MARKER}")

    def on_decision_error(self, context: DecisionErrorContext) -> Builder:
        return direct(f"Not judged: {context.request}")


class MarkedGraph(Graph):
    """Everything that it keeps is the customer's."""

    name = "marked"
    nodes = [TalkNode, JudgeNode]
    start = TalkNode
    busy = "wait"
    capture_decisions = True

    class Config(BaseModel):
        """What callers may configure."""

        about: str = ""


def mark(session: UUID) -> None:
    """Put the marker where only vendors, host sites, staff and customers' afterthoughts write."""
    now, staff = timezone.now(), get_user_model().objects.create_user("reviewer")
    Session.objects.filter(pk=session).update(
        external_id=MARKER, external_user=MARKER, external_name=MARKER, external_email=f"{MARKER}@example.org"
    )
    Turn.objects.filter(session=session).update(cause_detail=MARKER)
    Turn.objects.filter(session=session, number=1).update(client_id=MARKER)
    ModelCall.objects.filter(turn__session=session).update(message=MARKER)
    Rating.objects.create(session_id=session, value=-1, comment=MARKER, created_at=now, updated_at=now)
    Takeover.objects.create(session_id=session, staff=staff, staff_name="reviewer", began_at=now)
    failure = {"provider": "p", "model": "m", "code": "unavailable", "status": 503, "message": MARKER}
    decisions = list(Decision.objects.filter(turn__session=session))
    replay = Replay.objects.create(
        graph="marked", node="JudgeNode", provider="p", started_by_name="reviewer", created_at=now
    )
    for decision in decisions:
        decision.failures = [failure]
        decision.save(update_fields=["failures"])
        Review.objects.create(
            decision=decision,
            reviewer=staff,
            reviewer_name="reviewer",
            agrees=True,
            note=MARKER,
            created_at=now,
            updated_at=now,
        )
        ReplayItem.objects.create(replay=replay, decision=decision, answers={"topic": {"label": MARKER}})


def dump() -> str:
    """Every row of every table, as text."""
    rows = [row for model in apps.get_models() for row in model._default_manager.all()]
    return str(serializers.serialize("json", rows))


def columns_with_marker(session: UUID) -> set[str]:
    """The columns of conversations' tables that hold the marker, of rows of any session."""
    found = set()
    for model in apps.get_app_config("conversations").get_models():
        for row in model._default_manager.all():
            for field in model._meta.concrete_fields:
                if MARKER in json.dumps(getattr(row, field.attname), default=str):
                    found.add(f"{model.__name__}.{field.name}")
    return found
