"""Audit rows hold labels and numbers: nothing that a customer, an author or a vendor wrote."""

import json
from typing import Any, Final

import pytest
from django.apps import apps
from django.core import serializers

from conversations.authoring import (
    Answers,
    Choice,
    DecisionContext,
    DecisionErrorContext,
    DecisionNode,
    Graph,
    GraphState,
    Noul,
    Score,
    direct,
)
from conversations.models import DecisionCapture
from conversations.testing import GraphHarness, ScriptedDecisions, answers, fails
from providers.database import in_database
from tests.conversations.decisions.contract_server import Refusal, Spoil, SystemOneServer
from tests.conversations.decisions.test_bad_answers import answering, instead, whole

pytestmark = pytest.mark.django_db(transaction=True)

CUSTOMER: Final = "marker-of-the-customer"
AUTHOR: Final = "marker-of-the-author"
VENDOR: Final = "marker-of-the-vendor"

RECORDS: Final = ("decision", "decisionanswer", "modelcall", "step")
"""The tables that staff read as figures."""


class MarkedNode(DecisionNode):
    def define_questions(self, state: GraphState) -> dict[str, Any]:
        return {
            "topic": Choice(
                {"billing": f"{AUTHOR} describes a label", "other": {"like": [AUTHOR]}}, instructions=AUTHOR
            ),
            "anger": Score(["calm", AUTHOR, "furious"], instructions={AUTHOR: AUTHOR}),
            "urgent": Noul(f"{AUTHOR}?", true=AUTHOR, false=AUTHOR),
        }

    def get_prompt(self, state: GraphState) -> str:
        return f"{AUTHOR} prompts. The customer said {state.request}."

    def get_decision_facts(self, state: GraphState) -> dict[str, Any]:
        return {AUTHOR: [AUTHOR], "said": state.request}

    async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        return direct("Decided.")

    async def on_decision_error(self, context: DecisionErrorContext) -> Any:
        assert VENDOR not in context.error.message
        return direct("Rescued.")


class MarkedGraph(Graph):
    name = "marked"
    nodes = [MarkedNode]
    start = MarkedNode


class CapturedGraph(MarkedGraph):
    name = "captured"
    capture_decisions = True


def records() -> str:
    """All that the tables of figures hold, as text."""
    models = [apps.get_model("conversations", name) for name in RECORDS]
    rows = [row for model in models for row in model._default_manager.all()]
    assert len(rows) >= 3
    return str(serializers.serialize("json", rows))


def captures() -> list[dict[str, Any]]:
    return [{"questions": one.questions, "state": one.state} for one in DecisionCapture.objects.all()]


async def kept(graph: type[Graph], *messages: str) -> tuple[str, list[dict[str, Any]]]:
    """What is on record after these messages, and what was captured."""
    async with GraphHarness(graph) as chat:
        for message in messages:
            await chat.send(message)
    return await in_database(records), await in_database(captures)


def clean(text: str) -> bool:
    return not any(marker in text for marker in (CUSTOMER, AUTHOR, VENDOR))


def of_words(reply: dict[str, Any]) -> None:
    """Answer in words wherever a server could."""
    reply["answers"][VENDOR] = {"type": VENDOR, "noul": VENDOR}
    reply["answers"]["topic"] |= {"choice": VENDOR, "reason": AUTHOR, "probabilities": {VENDOR: 1.0}}
    reply["answers"]["anger"] |= {"legend": [VENDOR], "score": VENDOR}
    reply["answers"]["urgent"] |= {"noul": CUSTOMER}


SPOILS: Final[dict[str, Spoil]] = {
    "a sound reply": lambda _: None,
    "words in the answers": of_words,
    "another label": answering("topic", choice=VENDOR),
    "an answer that nobody asked for": whole(VENDOR, {"type": "noul", "noul": 0.5}),
    "a reply of words": instead(f"{VENDOR}: {CUSTOMER}".encode()),
    "an error of status 200": instead({"error": {"message": VENDOR, "type": VENDOR}}),
    **{
        f"status {status}": instead(
            Refusal(status, {"detail": {"error_type": VENDOR, "message": f"{VENDOR} {CUSTOMER} {AUTHOR}"}})
        )
        for status in (400, 401, 402, 403, 404, 413, 422, 429, 500, 503, 529)
    },
    "a list of details": instead(
        Refusal(422, {"detail": [{"type": VENDOR, "loc": ["body", CUSTOMER], "msg": VENDOR}]})
    ),
    "another page": instead(Refusal(502, f"<h1>{VENDOR}</h1>".encode())),
}


@pytest.mark.parametrize("name", SPOILS)
async def test_nothing_that_anybody_wrote_is_on_record(name: str, server: SystemOneServer):
    server.spoils = [SPOILS[name]]
    text, captured = await kept(MarkedGraph, f"Hello, {CUSTOMER}.", f"Again, {CUSTOMER}.")

    sent = json.dumps(server.bodies)
    assert CUSTOMER in sent
    assert AUTHOR in sent
    assert clean(text), text
    assert captured == []


async def test_what_is_asked_is_kept_where_the_graph_opts_in_and_nowhere_else(server: SystemOneServer):
    text, (capture,) = await kept(CapturedGraph, f"Hello, {CUSTOMER}.")

    assert clean(text), text
    asked = server.bodies[0]
    assert capture["state"] == asked["state"]
    assert capture["questions"]["topic"]["criteria"] == asked["questions"]["topic"]["criteria"]
    assert capture["questions"]["urgent"]["instructions"] == asked["questions"]["urgent"]["instructions"]


async def test_what_is_asked_in_vain_is_kept_too(server: SystemOneServer):
    server.spoils = [answering("topic", choice=VENDOR)]
    text, (capture,) = await kept(CapturedGraph, f"Hello, {CUSTOMER}.")

    assert clean(text), text
    assert CUSTOMER in json.dumps(capture)


async def test_a_capture_holds_no_character_that_a_database_refuses():
    class OddNode(MarkedNode):
        def get_decision_facts(self, state: GraphState) -> dict[str, Any]:
            return {"odd\0": "a\0b \ud800"}

    class OddGraph(CapturedGraph):
        nodes = [OddNode]
        start = OddNode

    script = ScriptedDecisions([answers(topic="billing", anger=1, urgent=0.2)])
    async with GraphHarness(OddGraph, decisions=script) as chat:
        assert (await chat.send("Hi")).message == "Decided."
    (capture,) = await in_database(captures)

    assert capture["state"]["odd"] == "ab "


async def test_labels_of_any_length_and_kind_are_on_record():
    odd = "a\0" + "b" * 300

    class LongNode(MarkedNode):
        def define_questions(self, state: GraphState) -> dict[str, Any]:
            return {"q" * 200: Choice({odd: None, "other": None})}

    class LongGraph(MarkedGraph):
        nodes = [LongNode]
        start = LongNode

    given: dict[str, Any] = {"q" * 200: odd}
    script = ScriptedDecisions([answers(**given)])
    async with GraphHarness(LongGraph, decisions=script) as chat:
        assert (await chat.send("Hi")).message == "Decided."
        (row,) = await chat.decisions_on_record()

    (answer,) = row.answers.all()
    assert (answer.question, answer.label) == ("q" * 200, "a" + "b" * 199)
    assert set(answer.probabilities) == {"a" + "b" * 300, "other"}


async def test_what_whoever_answers_calls_itself_is_kept_as_far_as_there_is_room():
    class Verbose(ScriptedDecisions):
        async def decide(self, request: Any) -> Any:
            reply = await super().decide(request)
            return reply.model_copy(update={"provider": "p\0" * 100, "model": "m\0" * 300})

    script = Verbose([answers(topic="billing", anger=1, urgent=0.2), fails()])
    async with GraphHarness(MarkedGraph, decisions=script) as chat:
        assert (await chat.send("Hi")).message == "Decided."
        assert (await chat.send("Hi")).message == "Rescued."
        row, failed = await chat.decisions_on_record()
        calls = await chat.model_calls()

    assert (row.answered_by, row.model) == ("p" * 64, "m" * 200)
    assert failed.failures[0]["provider"] == "p" * 64
    assert {call.provider for call in calls} == {"p" * 64}
