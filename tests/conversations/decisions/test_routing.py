"""Decision nodes through the real engine: they ask, route, fall back, and all of it is on record."""

from typing import Any

import pytest
from pydantic import BaseModel

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
    Threshold,
    direct,
    go,
)
from conversations.engine.errors import Cause
from conversations.models import GraphSettings, Turn
from conversations.testing import (
    GraphHarness,
    ScriptedChat,
    ScriptedDecisions,
    answers,
    fails,
    says,
    unfit_answers,
)
from providers.database import in_database
from providers.errors import ErrorCode
from providers.questions import ConfidenceSource
from tests.conversations.engine.stages import TalkNode

pytestmark = pytest.mark.django_db(transaction=True)

TOPIC = Choice({"billing": "Invoices and payments.", "other": None}, instructions="What is it about?")


class DeskNode(TalkNode):
    pass


class RouterNode(DecisionNode):
    class State(BaseModel):
        topic: str = ""

    thresholds = {"topic": Threshold("topic", 0.6, uncalibrated=0.35)}

    def define_questions(self, state: GraphState) -> dict[str, Any]:
        return {
            "topic": TOPIC,
            "anger": Score(["calm", "annoyed", "furious"]),
            "urgent": Noul("Is it urgent?"),
        }

    def get_prompt(self, state: GraphState) -> str:
        return "You route requests."

    def get_decision_facts(self, state: GraphState) -> dict[str, Any]:
        return {"customer": {"since": 2020}}

    async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        topic = answers.of(TOPIC)
        context.save_state(topic=topic.choice)
        if topic.probabilities[topic.choice] < context.threshold("topic"):
            return direct("What is it about?")
        return go(DeskNode)

    def on_decision_error(self, context: DecisionErrorContext) -> Any:
        return direct(f"Sorry: {context.failure}.")


class RouterGraph(Graph):
    name = "router"
    nodes = [RouterNode, DeskNode]
    start = RouterNode


def sure(**rest: Any) -> Any:
    return answers(topic="billing", anger=1, urgent=0.2, **rest)


def router(*replies: Any, chat: Any = ()) -> GraphHarness:
    return GraphHarness(RouterGraph, ScriptedChat(list(chat)), decisions=ScriptedDecisions(list(replies)))


async def test_a_decision_routes_by_its_checked_answers_and_is_on_record():
    async with router(sure(), chat=[says("Your invoice is on its way.")]) as chat:
        result = await chat.send("Where is my invoice?")
        (row,) = await chat.decisions_on_record()
        kept = {answer.question: answer for answer in row.answers.all()}

        assert result.message == "Your invoice is on its way."
        assert (await chat.channel(RouterNode)).topic == "billing"
    assert (row.outcome, row.provider, row.answered_by) == ("success", "typesafe", "scripted-decisions")
    assert (row.asked_model, row.model) == ("jev-latest", "scripted-model")
    assert (row.attempts, row.input_tokens, row.source) == (1, 20, "calibrated")
    assert row.step_id is not None
    assert row.request_bytes > 0
    assert (kept["topic"].label, kept["topic"].probability) == ("billing", 0.97)
    assert kept["topic"].thresholds == {"topic": 0.6}
    assert (kept["anger"].number, kept["urgent"].number) == (1, 0.2)


async def test_the_provider_is_told_the_facts_and_the_customer_s_newest_words():
    script = ScriptedDecisions([sure(probability=0.5)] * 6)
    async with GraphHarness(RouterGraph, decisions=script) as chat:
        for number in range(6):
            await chat.send(f"Message {number}")

    assert script.request.state == {
        "customer": {"since": 2020},
        "request": "Message 5",
        "priorRequests": ["Message 1", "Message 2", "Message 3", "Message 4"],
    }
    assert script.request.questions["topic"].instructions == ["You route requests.", "What is it about?"]
    assert script.request.questions["anger"].instructions == ["You route requests."]
    assert script.request.timeout == 30.0


@pytest.mark.parametrize(
    ("source", "probability", "passes"),
    [
        (ConfidenceSource.CALIBRATED, 0.6, True),
        (ConfidenceSource.CALIBRATED, 0.59, False),
        (ConfidenceSource.DERIVED, 0.51, True),
        (ConfidenceSource.SELF_REPORTED, 0.51, True),
    ],
)
async def test_a_threshold_means_what_its_source_means(
    source: ConfidenceSource, probability: float, passes: bool
):
    chat_model = [says("Here.")] if passes else []
    async with router(sure(probability=probability, source=source), chat=chat_model) as chat:
        result = await chat.send("Hi")

    assert result.message == ("Here." if passes else "What is it about?")


async def test_an_outage_goes_to_the_node_s_fallback_and_is_on_record_as_such():
    async with router(fails()) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert (result.success, result.message) == (True, "Sorry: provider.")
    assert (row.outcome, row.failure, row.answered_by) == ("fallback", "provider", "")
    assert [failure["code"] for failure in row.failures] == ["unavailable"]


@pytest.mark.parametrize(
    "bad",
    [
        {"topic": "nonsense"},
        {"extra": 0.5},
        {"urgent": 1.2},
        {"urgent": float("nan")},
        {"urgent": {"noul": True}},
        {"anger": 2.5},
        {"topic": {"choice": "other", "probabilities": {"billing": 0.5, "other": 0.47}}},
    ],
)
async def test_answers_that_do_not_fit_are_never_seen_by_the_node(bad: dict[str, Any]):
    given: dict[str, Any] = {"topic": "billing", "anger": 1, "urgent": 0.2} | bad
    async with router(unfit_answers(**given)) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert result.message == "Sorry: validation."
    assert (row.outcome, row.failure) == ("fallback", "validation")
    assert not row.answers.all()


async def test_a_fault_of_configuration_asks_no_fallback():
    async with router(fails(ErrorCode.AUTH)) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()
        turn = await in_database(Turn.objects.get, session=chat.session_id)

    assert (result.success, turn.cause) == (False, Cause.CONFIGURATION)
    assert (row.outcome, row.failure, row.step_id) == ("failed", "configuration", None)


@pytest.mark.parametrize(
    "stored",
    [
        [0.9],
        0.9,
        "RouterNode",
        {"RouterNode": 0.9},
        {"RouterNode": "topic"},
        {"RouterNode": {"topic": "0.9"}},
        {"RouterNode": {"topic": None}},
        {"RouterNode": {"topic": True}},
        {"RouterNode": {"topic": [0.9]}},
    ],
)
async def test_a_threshold_of_staff_that_is_no_number_has_no_effect(stored: Any):
    await in_database(GraphSettings.objects.create, graph="router", thresholds=stored)
    async with router(sure(probability=0.7), chat=[says("Here.")]) as chat:
        result = await chat.send("Hi")
        (row,) = await chat.decisions_on_record()

    assert result.message == "Here."
    assert {answer.question: answer.thresholds for answer in row.answers.all()}["topic"] == {"topic": 0.6}
