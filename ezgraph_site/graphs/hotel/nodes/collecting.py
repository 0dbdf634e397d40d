"""What the five collectors share: a prompt, a saved answer, and the way back to the router."""

from typing import ClassVar

from conversations.authoring import (
    Builder,
    ConversationNode,
    GraphState,
    TurnContext,
    direct,
    go,
    reject,
    tool,
)
from ezgraph_site.graphs.hotel.inputs import NoInput
from ezgraph_site.graphs.hotel.nodes.gathered import gathered
from ezgraph_site.graphs.hotel.nodes.prompting import stage_prompt
from ezgraph_site.graphs.hotel.values import Answer, Criterion
from ezgraph_site.graphs.hotel.wording import QUESTIONS, noted


class CollectorNode(ConversationNode):
    """Collects one criterion. Its channel is the answer itself; `stage` is its part of the prompt."""

    criterion: ClassVar[Criterion]
    stage: ClassVar[str]

    def get_prompt(self, state: GraphState) -> str:
        """Ask for the criterion; an answer that was saved before is there to be changed."""
        saved = state.of(self.node_id())
        known = saved.model_dump_json(exclude={"answered", "turn"}) if saved.answered else None
        return stage_prompt(self.stage, state, saved=known)

    @tool(
        "reroute_request",
        description="Send the customer's message on where it is not about this, but about another criterion, "
        "a summary of what was collected, or the search.",
    )
    async def reroute_request(self, input: NoInput, context: TurnContext, state: GraphState) -> Builder:
        """Hand the message to the router; where that has just sent it here, ask the fixed question."""
        if state.input_consumed:
            criteria = gathered(state)
            before = noted(criteria, criteria.given_in(context.turn))
            return direct(f"{before} {QUESTIONS[self.criterion]}".strip())
        return go("RouterDecisionNode")

    def keep(self, answer: Answer, fault: str | None, context: TurnContext) -> Builder:
        """Save an answer and go back to the router, or refuse it for its fault."""
        if fault is not None:
            return reject(fault)
        context.save_state(**dict(answer))
        return go("RouterDecisionNode")
