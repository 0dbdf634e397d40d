"""Small graphs of one decision, and the provider rows that they ask."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

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
from providers.database import in_database
from providers.models import Provider
from providers.questions import Question
from tests.conversations.decisions.contract_server import KEY

QUESTIONS: Final[Mapping[str, Question]] = {
    "topic": Choice({"billing": "Invoices and payments.", "other": None}),
    "anger": Score(["calm", "annoyed", "furious"]),
    "urgent": Noul("Is it urgent?"),
}

DECIDED: Final = "Decided."


@dataclass(frozen=True)
class Asking:
    """A graph of one decision. `seen` are the answers that reached its on_decision."""

    graph: type[Graph]
    seen: list[Answers]
    failures: list[DecisionErrorContext]


def asking(questions: Mapping[str, Question] = QUESTIONS, *, rescued: bool = True, **members: Any) -> Asking:
    """A graph whose node asks these questions and answers `DECIDED`.

    `rescued` tells whether its on_decision_error decides, too. `members` are further ones of the node.
    """
    seen: list[Answers] = []
    failures: list[DecisionErrorContext] = []

    class AskNode(DecisionNode):
        def define_questions(self, state: GraphState) -> Mapping[str, Question]:
            return questions

        async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
            seen.append(answers)
            return direct(DECIDED)

        async def on_decision_error(self, context: DecisionErrorContext) -> Any:
            failures.append(context)
            return direct(f"Rescued from {context.failure}.") if rescued else None

    for name, member in members.items():
        setattr(AskNode, name, member)

    class AskGraph(Graph):
        name = "ask"
        nodes = [AskNode]
        start = AskNode

    return Asking(AskGraph, seen, failures)


async def save_typesafe(name: str, url: str, **options: Any) -> None:
    """Save a provider of type typesafe that asks the server at `url`."""
    await in_database(
        Provider.objects.update_or_create,
        name=name,
        defaults={"type": "typesafe", "options": {"base_url": url, "api_key": KEY, **options}},
    )
