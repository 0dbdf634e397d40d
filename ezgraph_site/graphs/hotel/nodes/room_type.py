"""Which kind of room."""

from conversations.authoring import Builder, GraphState, TurnContext, load_prompt, tool
from ezgraph_site.graphs.hotel.criteria import room_fault
from ezgraph_site.graphs.hotel.inputs import RoomTypeInput
from ezgraph_site.graphs.hotel.nodes.collecting import CollectorNode
from ezgraph_site.graphs.hotel.values import Room


class RoomTypeNode(CollectorNode):
    """Collects the kind of room."""

    State = Room
    criterion = "room_type"
    stage = load_prompt("room_type.md")

    @tool("capture_room_type", description="Save the kind of room. Call it once it is known.")
    async def capture_room_type(
        self, input: RoomTypeInput, context: TurnContext, state: GraphState
    ) -> Builder:
        """Check and save the kind of room."""
        room = Room(answered=True, turn=context.turn, room_type=input.room_type)
        return self.keep(room, room_fault(room), context)
