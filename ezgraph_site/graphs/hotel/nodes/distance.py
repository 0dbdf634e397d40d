"""How far the hotel may be from the airport and the city center."""

from conversations.authoring import Builder, GraphState, TurnContext, load_prompt, tool
from ezgraph_site.graphs.hotel.criteria import distance_fault
from ezgraph_site.graphs.hotel.inputs import DistanceInput
from ezgraph_site.graphs.hotel.nodes.collecting import CollectorNode
from ezgraph_site.graphs.hotel.nodes.limits import kept_limits
from ezgraph_site.graphs.hotel.values import Distance


class DistanceNode(CollectorNode):
    """Collects the distances."""

    State = Distance
    criterion = "distance"
    stage = load_prompt("distance.md")

    @tool(
        "capture_distance",
        description="Save the distance limits. A limit that is left out stays as it was saved, null opens "
        "it; without any the distance does not matter.",
    )
    async def capture_distance(
        self, input: DistanceInput, context: TurnContext, state: GraphState
    ) -> Builder:
        """Check and save the distances."""
        limits = kept_limits(input, state.of(DistanceNode))
        distance = Distance(answered=True, turn=context.turn, **limits)
        return self.keep(distance, distance_fault(distance), context)
