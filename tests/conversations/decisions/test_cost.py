"""What the framework does around a decision costs next to nothing beside the provider's call."""

import time
from statistics import median
from typing import Any, Final

import pytest

from conversations.authoring import (
    Answers,
    Choice,
    DecisionContext,
    DecisionNode,
    Graph,
    GraphState,
    Node,
    Noul,
    Threshold,
    TurnContext,
    direct,
)
from conversations.testing import GraphHarness, ScriptedDecisions, answers

pytestmark = pytest.mark.django_db(transaction=True)

MOST_MS: Final = 3.0
"""Milliseconds of processor time that a decision of two questions may add to a turn."""

TURNS: Final = 60
"""Of each graph, taken by turns; the median counts."""

WARM_UP: Final = 5

HOTELS: Final = [{"name": f"Hotel {n}", "city": "Porto", "price": 90 + n, "stars": n % 5} for n in range(32)]


class PlainNode(Node):
    async def run(self, context: TurnContext, state: GraphState) -> Any:
        return direct("Here you are.")


class DecidingNode(DecisionNode):
    thresholds = {"kind": Threshold("kind", 0.6)}

    def define_questions(self, state: GraphState) -> dict[str, Any]:
        return {
            "kind": Choice({"city": "A stay in a city.", "beach": "Days by the sea.", "unclear": None}),
            "urgent": Noul("Does the customer want to travel within a week?"),
        }

    def get_prompt(self, state: GraphState) -> str:
        return "You help people to find a hotel. Read the request and judge what kind of stay it is about."

    def get_decision_facts(self, state: GraphState) -> dict[str, Any]:
        return {"hotels": HOTELS}

    async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        assert answers.choice("kind").probabilities["city"] > context.threshold("kind")
        return direct("Here you are.")


class PlainGraph(Graph):
    name = "plain"
    nodes = [PlainNode]
    start = PlainNode


class DecidingGraph(Graph):
    name = "deciding"
    nodes = [DecidingNode]
    start = DecidingNode


async def seconds_of_a_turn(chat: GraphHarness) -> float:
    started = time.process_time()
    result = await chat.send("Somewhere nice in Porto, please.")
    spent = time.process_time() - started
    assert result.message == "Here you are."
    return spent


async def test_a_decision_of_two_questions_adds_little_processor_time_to_a_turn():
    reply = answers(kind="city", urgent=0.2)
    plain, deciding = [], []
    for _ in range(WARM_UP + TURNS):
        async with GraphHarness(PlainGraph) as chat:
            plain.append(await seconds_of_a_turn(chat))
        async with GraphHarness(DecidingGraph, decisions=ScriptedDecisions([reply])) as chat:
            deciding.append(await seconds_of_a_turn(chat))

    added = (median(deciding[WARM_UP:]) - median(plain[WARM_UP:])) * 1000
    assert added <= MOST_MS, f"{added:.2f} ms"
