"""What the hotel must offer."""

from conversations.authoring import Builder, GraphState, TurnContext, load_prompt, tool
from ezgraph_site.graphs.hotel.criteria import amenities_fault
from ezgraph_site.graphs.hotel.inputs import AmenitiesInput, NoInput
from ezgraph_site.graphs.hotel.nodes.collecting import CollectorNode
from ezgraph_site.graphs.hotel.values import Amenities


class AmenityNode(CollectorNode):
    """Collects the amenities."""

    State = Amenities
    criterion = "amenities"
    stage = load_prompt("amenity.md")

    @tool(
        "capture_amenities",
        description="Save the amenities that the hotel must have, all that shall hold from now on.",
    )
    async def capture_amenities(
        self, input: AmenitiesInput, context: TurnContext, state: GraphState
    ) -> Builder:
        """Save the amenities, each once."""
        wanted = tuple(dict.fromkeys(input.amenities))
        return self._keep_these(Amenities(answered=True, turn=context.turn, amenities=wanted), context)

    @tool(
        "capture_no_amenity_preference",
        description="Save that the customer has no preference about amenities: they do not matter.",
    )
    async def capture_no_amenity_preference(
        self, input: NoInput, context: TurnContext, state: GraphState
    ) -> Builder:
        """Save that any hotel will do."""
        return self._keep_these(Amenities(answered=True, turn=context.turn), context)

    def _keep_these(self, amenities: Amenities, context: TurnContext) -> Builder:
        return self.keep(amenities, amenities_fault(amenities), context)
