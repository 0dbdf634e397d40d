"""When the stay begins and ends."""

from conversations.authoring import Builder, GraphState, TurnContext, load_prompt, tool
from ezgraph_site.graphs.hotel.criteria import dates_fault
from ezgraph_site.graphs.hotel.inputs import DateRangeInput
from ezgraph_site.graphs.hotel.nodes.collecting import CollectorNode
from ezgraph_site.graphs.hotel.values import Dates


class DateRangeNode(CollectorNode):
    """Collects the dates."""

    State = Dates
    criterion = "dates"
    stage = load_prompt("date_range.md")

    @tool(
        "capture_date_range",
        description="Save the dates of the stay. Call it once both days are known.",
    )
    async def capture_date_range(
        self, input: DateRangeInput, context: TurnContext, state: GraphState
    ) -> Builder:
        """Check and save the dates."""
        dates = Dates(answered=True, turn=context.turn, start=input.start, end=input.end)
        return self.keep(dates, dates_fault(dates, state.today), context)
