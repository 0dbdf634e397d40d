"""What a night may cost."""

from conversations.authoring import Builder, GraphState, TurnContext, load_prompt, tool
from ezgraph_site.graphs.hotel.criteria import budget_fault
from ezgraph_site.graphs.hotel.inputs import BudgetInput
from ezgraph_site.graphs.hotel.nodes.collecting import CollectorNode
from ezgraph_site.graphs.hotel.nodes.limits import kept_limits
from ezgraph_site.graphs.hotel.values import Budget


class BudgetNode(CollectorNode):
    """Collects the budget for a night."""

    State = Budget
    criterion = "budget"
    stage = load_prompt("budget.md")

    @tool(
        "capture_budget",
        description="Save the price limits of a night. A limit that is left out stays as it was saved, null "
        "opens it; without any the price does not matter.",
    )
    async def capture_budget(self, input: BudgetInput, context: TurnContext, state: GraphState) -> Builder:
        """Check and save the budget."""
        limits = kept_limits(input, state.of(BudgetNode))
        budget = Budget(answered=True, turn=context.turn, **limits)
        return self.keep(budget, budget_fault(budget), context)
