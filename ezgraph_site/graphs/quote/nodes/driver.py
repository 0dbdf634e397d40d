"""Stage 1: who drives."""

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
from ezgraph_site.graphs.quote.inputs import DriverInput
from ezgraph_site.graphs.quote.nodes.prompting import stage_prompt
from ezgraph_site.graphs.quote.nodes.vehicle import VehicleNode
from ezgraph_site.graphs.quote.rules.driver import check_driver
from ezgraph_site.graphs.quote.values import Driver
from ezgraph_site.graphs.quote.wording import driver_saved
from ezgraph_site.graphs.refused import Refused

PROMPT: Final = load_prompt("driver.md")


class DriverNode(ConversationNode):
    """Collects the driver, then hands over to the vehicle stage."""

    class State(BaseModel):
        driver: Driver | None = None

    def get_prompt(self, state: GraphState) -> str:
        """Ask for the driver's details."""
        return stage_prompt(PROMPT, state)

    @tool("capture_driver", description="Save the driver. Call it as soon as every detail is known.")
    async def capture_driver(self, input: DriverInput, context: TurnContext, state: GraphState) -> Builder:
        """Check and save the driver, then go on to the vehicle."""
        try:
            driver = check_driver(input, state.today)
        except Refused as refused:
            return reject(refused.reason)
        context.save_state(driver=driver)
        return go(VehicleNode).with_message(driver_saved(driver), internal=True)
