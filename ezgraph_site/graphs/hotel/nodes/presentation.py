"""Whether a draft may be shown: only what the search has found, all of it, and plainly."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel

from conversations.authoring import (
    Answers,
    Builder,
    DecisionContext,
    DecisionErrorContext,
    DecisionNode,
    GraphState,
    Noul,
    Score,
    ScoreAnswer,
    Threshold,
    direct_to,
    load_prompt,
)
from ezgraph_site.graphs.hotel.nodes.gathered import criteria_facts
from ezgraph_site.graphs.hotel.values import PresentationReview
from ezgraph_site.graphs.hotel.wording import CHOOSE, offer_list

PROMPT: Final = load_prompt("presentation.md")

GROUNDED: Final = Noul(
    "Is every hotel, price and fact in the draft grounded in the hotels that were found?",
    true="Everything in the draft stands in `hotels`.",
    false="The draft has a hotel, a price or a fact that does not stand in `hotels`.",
)
COMPLETENESS: Final = Score(
    [
        "Hotels that were found are missing in the draft.",
        "All hotels are there, but prices or what tells them apart are missing.",
        "All hotels are there, each with its prices and what tells it apart.",
    ],
    instructions="How complete is the draft?",
)
CLARITY: Final = Score(
    [
        "A customer could not tell from it what to choose.",
        "It can be understood with an effort.",
        "It is plain, well ordered, and asks for a choice.",
    ],
    instructions="How clear is the draft?",
)


class PresentationDecisionNode(DecisionNode):
    """Shows the draft, or else a list that the code has written. Fails closed."""

    class State(BaseModel):
        review: PresentationReview | None = None
        accepted: bool = False

    thresholds = {
        "grounded": Threshold("grounded", 0.85),
        "completeness": Threshold("completeness", 1.5),
        "clarity": Threshold("clarity", 1.5),
        "completeness_confidence": Threshold("completeness", 0.75),
        "clarity_confidence": Threshold("clarity", 0.75),
    }

    def get_prompt(self, state: GraphState) -> str:
        """What is reviewed."""
        return PROMPT

    def define_questions(self, state: GraphState) -> Mapping[str, Noul | Score]:
        """Whether the draft is grounded, complete and clear."""
        return {"grounded": GROUNDED, "completeness": COMPLETENESS, "clarity": CLARITY}

    def get_decision_facts(self, state: GraphState) -> Mapping[str, Any]:
        """The draft, and what it has to agree with."""
        found = state.of("PresentNode")
        return {
            "draft": found.draft,
            "hotels": [offer.model_dump(mode="json") for offer in found.hotels_found],
            "criteria": criteria_facts(found.criteria),
        }

    async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Builder:
        """Show the draft where every figure is high enough."""
        grounded = answers.noul("grounded").noul
        completeness, clarity = answers.score("completeness"), answers.score("clarity")
        accepted = (
            grounded >= context.threshold("grounded")
            and _is_good(completeness, "completeness", context)
            and _is_good(clarity, "clarity", context)
        )
        review = PresentationReview(
            grounded=grounded,
            completeness=completeness.score,
            clarity=clarity.score,
            completeness_confidence=completeness.confidence,
            clarity_confidence=clarity.confidence,
        )
        context.save_state(review=review, accepted=accepted)
        return direct_to("PresentNode", state.of("PresentNode").draft if accepted else _list(state))

    async def on_decision_error(self, context: DecisionErrorContext) -> Builder:
        """Show the list, which cannot be wrong."""
        context.save_state(review=None, accepted=False)
        return direct_to("PresentNode", _list(context.graph_state()))


def _is_good(answer: ScoreAnswer, name: str, context: DecisionContext) -> bool:
    """True for a score that is high enough, and sure enough where somebody says how sure it is."""
    sure = answer.confidence is None or answer.confidence >= context.threshold(f"{name}_confidence")
    return sure and answer.score >= context.threshold(name)


def _list(state: GraphState) -> str:
    return f"{offer_list(state.of('PresentNode').hotels_found)}\n\n{CHOOSE}"
