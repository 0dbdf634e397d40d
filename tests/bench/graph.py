"""Our side's graph: two nodes, one turn through both of them."""

from pydantic import BaseModel

from conversations.authoring import (
    Builder,
    ConversationNode,
    Graph,
    GraphState,
    TurnContext,
    direct_to,
    go,
    tool,
)


class Driver(BaseModel):
    """What the first node collects."""

    name: str
    birth_date: str
    license_state: str
    license_status: str
    years_licensed: int


class Question(BaseModel):
    """What the second node says."""

    text: str


class DriverNode(ConversationNode):
    """Collects the driver, then hands over to the vehicle."""

    class State(BaseModel):
        driver: Driver | None = None

    def get_prompt(self, state: GraphState) -> str:
        return "Collect the driver."

    @tool("capture_driver", description="Save the driver")
    async def capture_driver(self, input: Driver, context: TurnContext, state: GraphState) -> Builder:
        context.save_state(driver=input)
        return go(VehicleNode)


class VehicleNode(ConversationNode):
    """Confirms the driver and asks about the vehicle; the next turn begins at the driver again."""

    def get_prompt(self, state: GraphState) -> str:
        return "Confirm the driver, then ask about the vehicle."

    @tool("ask_vehicle", description="Ask about the vehicle")
    async def ask_vehicle(self, input: Question, context: TurnContext, state: GraphState) -> Builder:
        return direct_to(DriverNode, input.text)


class BenchGraph(Graph):
    """The two-node turn, with a history window as the other side has it."""

    name = "bench"
    nodes = [DriverNode, VehicleNode]
    start = DriverNode
    history_spaces = {"driver": [DriverNode], "vehicle": [VehicleNode]}
    history_window = 20
