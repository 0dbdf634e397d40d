"""A graph with decision nodes whose figures, records and captures staff look at."""

from typing import Any

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
)

FACT = "a fact about <b>Ada</b>"


class TriageNode(DecisionNode):
    """Asks one question of each kind."""

    thresholds = {
        "topic": Threshold("topic", 0.6, uncalibrated=0.5),
        "anger": Threshold("anger", 1.5),
        "urgent": Threshold("urgent", 0.7, "at_most"),
    }

    def define_questions(self, state: GraphState) -> Any:
        return {
            "topic": Choice({"billing": "Invoices.", "other": None}),
            "anger": Score(["calm", "annoyed", "furious"]),
            "urgent": Noul("Is it urgent?"),
        }

    def get_decision_facts(self, state: GraphState) -> Any:
        return {"known": FACT}

    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        sure = answers.choice("topic").probabilities["billing"] >= context.threshold("topic")
        return direct("An invoice." if sure else "What is it about?")

    def on_decision_error(self, context: DecisionErrorContext) -> Any:
        return direct("Say that again, please.")


class TriageGraph(Graph):
    name = "triage"
    nodes = [TriageNode]
    start = TriageNode
    capture_decisions = True


class ElsewhereNode(TriageNode):
    def get_decision_config(self) -> Any:
        return {"provider": "openai"}


class ElsewhereGraph(Graph):
    """Its own decision provider, and a node with another one."""

    name = "elsewhere"
    nodes = [TriageNode, ElsewhereNode]
    start = TriageNode
    decision = {"provider": "judge"}


TRIAGE = f"{__name__}.TriageGraph"
ELSEWHERE = f"{__name__}.ElsewhereGraph"
