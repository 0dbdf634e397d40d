"""Stage 3: insurance and incidents of the last five years."""

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
from ezgraph_site.graphs.quote.inputs import HistoryInput
from ezgraph_site.graphs.quote.nodes.coverage import CoverageNode
from ezgraph_site.graphs.quote.nodes.intake import read_intake
from ezgraph_site.graphs.quote.nodes.prompting import stage_prompt
from ezgraph_site.graphs.quote.rules.history import check_history
from ezgraph_site.graphs.quote.values import History
from ezgraph_site.graphs.quote.wording import history_saved
from ezgraph_site.graphs.refused import Refused

PROMPT: Final = load_prompt("history.md")


class HistoryNode(ConversationNode):
    """Collects the driving history, then hands over to the coverage stage."""

    class State(BaseModel):
        history: History | None = None

    def get_prompt(self, state: GraphState) -> str:
        """Ask for insurance and incidents."""
        return stage_prompt(PROMPT, state, driver=read_intake(state).driver)

    @tool(
        "capture_history",
        description="Save the driving history. Call it once insurance, lapses and every incident are known.",
    )
    async def capture_history(self, input: HistoryInput, context: TurnContext, state: GraphState) -> Builder:
        """Check and save the history, then go on to the coverage."""
        try:
            history = check_history(input, state.today)
        except Refused as refused:
            return reject(refused.reason)
        context.save_state(history=history)
        return go(CoverageNode).with_message(history_saved(history), internal=True)
