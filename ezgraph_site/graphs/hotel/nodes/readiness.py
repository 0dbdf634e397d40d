"""Before a search: whether the criteria are what the customer asked for."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel

from conversations.authoring import (
    Answers,
    Builder,
    Choice,
    DecisionContext,
    DecisionErrorContext,
    DecisionNode,
    GraphState,
    Noul,
    Threshold,
    direct_to,
    go,
    load_prompt,
)
from ezgraph_site.graphs.hotel.criteria import first_issue
from ezgraph_site.graphs.hotel.nodes.gathered import ask_owner, gathered, open_facts, send_to_owner
from ezgraph_site.graphs.hotel.nodes.search import SearchHotelsNode
from ezgraph_site.graphs.hotel.values import CRITERIA, ReadinessReview
from ezgraph_site.graphs.hotel.wording import WHAT_TO_CORRECT, summary

PROMPT: Final = load_prompt("readiness.md")

OUTCOME: Final = Choice(
    {
        "ready": "All criteria are what the customer wants: the search can start.",
        "dates": "The dates are not what the customer wants.",
        "budget": "The budget is not what the customer wants.",
        "room_type": "The kind of room is not what the customer wants.",
        "amenities": "The amenities are not what the customer wants.",
        "distance": "The distances are not what the customer wants.",
        "unclear": "It cannot be told.",
    },
    instructions="Can the search start with these criteria, or which one has to be asked for again?",
)
FAITHFUL: Final = Noul("Are the criteria faithful to what the customer has asked for?")


class CriteriaReadinessDecisionNode(DecisionNode):
    """Starts the search, or asks for the criterion that does not seem right. Fails open."""

    class State(BaseModel):
        review: ReadinessReview | None = None
        accepted: bool = False

    thresholds = {"faithful": Threshold("faithful", 0.75)}

    def get_prompt(self, state: GraphState) -> str:
        """Which conversation this is."""
        return PROMPT

    def define_questions(self, state: GraphState) -> Mapping[str, Choice | Noul]:
        """Whether the search can start, and whether the criteria are faithful."""
        return {"outcome": OUTCOME, "faithful": FAITHFUL}

    def get_decision_facts(self, state: GraphState) -> Mapping[str, Any]:
        """What is known, and what is open."""
        return open_facts(state)

    async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Builder:
        """Search, or ask for what has to be put right."""
        criteria = gathered(state)
        issue = first_issue(criteria, state.today)
        outcome, faithful = answers.choice("outcome").choice, answers.noul("faithful").noul
        accepted = issue is None and outcome == "ready" and faithful >= context.threshold("faithful")
        context.save_state(review=ReadinessReview(outcome=outcome, faithful=faithful), accepted=accepted)
        if issue:
            return send_to_owner(issue)
        if accepted:
            return go(SearchHotelsNode)
        for criterion in CRITERIA:
            if criterion == outcome:
                return ask_owner(criterion)
        return direct_to("RouterDecisionNode", f"{summary(criteria)}\n\n{WHAT_TO_CORRECT}")

    async def on_decision_error(self, context: DecisionErrorContext) -> Builder:
        """Search all the same where the criteria have no issue: the customer has asked for it."""
        state = context.graph_state()
        issue = first_issue(gathered(state), state.today)
        context.save_state(review=None, accepted=False)
        return ask_owner(issue.criterion) if issue else go(SearchHotelsNode)
