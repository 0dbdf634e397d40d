"""Stage 2: which vehicle, and how it is used."""

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
    stay,
    tool,
)
from ezgraph_site.graphs.quote.catalogue import Vehicle, load_catalogue
from ezgraph_site.graphs.quote.inputs import VehicleInput, VehicleUseInput
from ezgraph_site.graphs.quote.nodes.history import HistoryNode
from ezgraph_site.graphs.quote.nodes.intake import read_intake
from ezgraph_site.graphs.quote.nodes.prompting import stage_prompt
from ezgraph_site.graphs.quote.rules.vehicle import TrimNeeded, check_vehicle_use, resolve_vehicle
from ezgraph_site.graphs.quote.values import VehicleUse
from ezgraph_site.graphs.quote.wording import vehicle_saved
from ezgraph_site.graphs.refused import Refused

PROMPT: Final = load_prompt("vehicle.md")
CONFIRM_DRIVER: Final = load_prompt("confirm_driver.md")


class VehicleNode(ConversationNode):
    """Finds the vehicle in the catalogue and collects its use, then hands over to the history stage."""

    class State(BaseModel):
        vehicle: Vehicle | None = None
        use: VehicleUse | None = None

    def get_prompt(self, state: GraphState) -> str:
        """Ask for the vehicle; right after the driver stage, confirm the driver first."""
        intake = read_intake(state)
        stage = f"{CONFIRM_DRIVER}\n\n{PROMPT}" if state.input_consumed else PROMPT
        vehicle = intake.vehicle.model_dump_json(exclude={"msrp", "risk_group"}) if intake.vehicle else None
        return stage_prompt(stage, state, driver=intake.driver, vehicle=vehicle)

    @tool(
        "resolve_vehicle",
        description="Look up the vehicle by year, make and model. Call it again with the trim where "
        "several fit.",
    )
    async def resolve_vehicle(self, input: VehicleInput, context: TurnContext, state: GraphState) -> Builder:
        """Find the one vehicle that is meant, or offer the trims there are."""
        try:
            vehicle = resolve_vehicle(input, load_catalogue())
        except TrimNeeded as needed:
            candidates = [
                {"vehicle_id": candidate.id, "trim": candidate.trim, "body_style": candidate.body_style}
                for candidate in needed.candidates
            ]
            return reject(needed.reason, needs_trim=True, candidates=candidates)
        except Refused as refused:
            return reject(refused.reason)
        context.save_state(vehicle=vehicle)
        return stay({"accepted": True, "vehicle": vehicle.model_dump(exclude={"msrp", "risk_group"})})

    @tool(
        "capture_vehicle_use",
        description="Save how the resolved vehicle is owned, driven and parked. Call it once all of "
        "that is known.",
    )
    async def capture_vehicle_use(
        self, input: VehicleUseInput, context: TurnContext, state: GraphState
    ) -> Builder:
        """Check and save the use, then go on to the history."""
        # The model may resolve the vehicle and give its use in one message, so what is staged counts.
        vehicle = context.graph_state().of(VehicleNode).vehicle
        try:
            vehicle, use = check_vehicle_use(input, vehicle)
        except Refused as refused:
            return reject(refused.reason)
        context.save_state(use=use)
        return go(HistoryNode).with_message(vehicle_saved(vehicle, use), internal=True)
