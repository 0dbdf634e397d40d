"""Stage 4: which coverage."""

from typing import Final

from pydantic import BaseModel

from conversations.authoring import (
    Builder,
    ConversationNode,
    GraphState,
    TurnContext,
    go,
    load_prompt,
    reject,
    tool,
)
from ezgraph_site.graphs.quote.inputs import CoverageInput
from ezgraph_site.graphs.quote.nodes.intake import rate, read_intake
from ezgraph_site.graphs.quote.nodes.prompting import stage_prompt
from ezgraph_site.graphs.quote.values import Coverage
from ezgraph_site.graphs.quote.wording import price_list
from ezgraph_site.graphs.refused import Refused

PROMPT: Final = load_prompt("coverage.md")


class CoverageNode(ConversationNode):
    """Collects the coverage and rates it, then hands over to the quote stage."""

    class State(BaseModel):
        coverage: Coverage | None = None

    def get_prompt(self, state: GraphState) -> str:
        """Ask for the coverage; a coverage that was saved before is there to be revised."""
        intake = read_intake(state)
        coverage = state.of(CoverageNode).coverage
        return stage_prompt(PROMPT, state, use=intake.use, history=intake.history, saved_coverage=coverage)

    @tool(
        "select_coverage",
        description="Save the coverage and work out the prices. Call it once liability, both deductibles "
        "and the start date are known.",
    )
    async def select_coverage(self, input: CoverageInput, context: TurnContext, state: GraphState) -> Builder:
        """Check, save and rate the coverage, then go on to the quote."""
        try:
            coverage, tiers = rate(input, state)
        except Refused as refused:
            return reject(refused.reason)
        context.save_state(coverage=coverage)
        return go("QuoteNode").with_state(tiers=tiers).with_message(price_list(tiers), internal=True)
