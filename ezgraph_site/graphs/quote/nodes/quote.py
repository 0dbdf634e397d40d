"""Stage 5: the prices, until one is taken."""

from typing import Final

from pydantic import BaseModel

from conversations.authoring import (
    Builder,
    ConversationNode,
    GraphState,
    TurnContext,
    direct,
    finish,
    go,
    load_prompt,
    reject,
    tool,
)
from ezgraph_site.graphs.quote.inputs import AcceptanceInput, AdjustmentInput, RevisionInput
from ezgraph_site.graphs.quote.nodes.coverage import CoverageNode
from ezgraph_site.graphs.quote.nodes.intake import rate
from ezgraph_site.graphs.quote.nodes.prompting import stage_prompt
from ezgraph_site.graphs.quote.rules.coverage import adjusted
from ezgraph_site.graphs.quote.rules.quote import choose_tier, saved_coverage
from ezgraph_site.graphs.quote.values import AcceptedQuote, RatedTier
from ezgraph_site.graphs.quote.wording import price_list, prices_again, quote_accepted
from ezgraph_site.graphs.references import issue_reference
from ezgraph_site.graphs.refused import Refused

PROMPT: Final = load_prompt("quote.md")
PRESENT_PRICES: Final = load_prompt("present_prices.md")
SERIES: Final = "QT"
UNSEEN: Final = "The customer has not seen these prices yet. Present all three first and wait for the answer."


class QuoteNode(ConversationNode):
    """Presents the three prices, re-rates changes, and completes the session with the one that is taken."""

    class State(BaseModel):
        tiers: tuple[RatedTier, ...] = ()
        accepted: AcceptedQuote | None = None

    def get_prompt(self, state: GraphState) -> str:
        """Talk about the three prices; right after the coverage stage, present them first."""
        stage = f"{PRESENT_PRICES}\n\n{PROMPT}" if state.input_consumed else PROMPT
        tiers = state.of(QuoteNode).tiers
        prices = price_list(tiers) if tiers else None
        return stage_prompt(stage, state, selected=state.of(CoverageNode).coverage, prices=prices)

    @tool(
        "adjust_quote",
        description="Try other values and get new prices. Call it when the customer asks what a change "
        "would cost.",
    )
    async def adjust_quote(self, input: AdjustmentInput, context: TurnContext, state: GraphState) -> Builder:
        """Rate the changed coverage and list the prices."""
        if state.input_consumed:
            return reject(UNSEEN)
        try:
            coverage, tiers = rate(adjusted(saved_coverage(state.of(CoverageNode).coverage), input), state)
        except Refused as refused:
            return reject(refused.reason)
        context.save_node_state(CoverageNode, coverage=coverage)
        context.save_state(tiers=tiers)
        return direct(prices_again(tiers))

    @tool(
        "accept_quote",
        description="Take one of the three offers. Call it only when the customer clearly says which one "
        "they take.",
    )
    def accept_quote(self, input: AcceptanceInput, context: TurnContext, state: GraphState) -> Builder:
        """Give the accepted offer a reference and complete the session."""
        if state.input_consumed:
            return reject(UNSEEN)
        try:
            tier = choose_tier(input.tier, state.of(QuoteNode).tiers)
        except Refused as refused:
            return reject(refused.reason)
        number = issue_reference(SERIES, context.effect_key("accept_quote"))
        accepted = AcceptedQuote(tier=tier, reference=f"{SERIES}-{number}")
        context.save_state(accepted=accepted)
        return finish(quote_accepted(accepted))

    @tool(
        "revise_coverage",
        description="Go back and choose the coverage anew. Call it when the customer wants to start the "
        "choice over rather than try one change.",
    )
    async def revise_coverage(self, input: RevisionInput, context: TurnContext, state: GraphState) -> Builder:
        """Go back to the coverage stage and hand it what the customer just said."""
        if state.input_consumed:
            return reject(UNSEEN)
        return go(CoverageNode).with_message(state.request)
