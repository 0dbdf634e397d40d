"""The quote graph: five stages from a driver to an accepted price."""

from datetime import timedelta

from django.conf import settings

from conversations.authoring import Graph, Restore, RestoredSession, TerminateSessionNode
from ezgraph_site.graphs.quote.nodes.coverage import CoverageNode
from ezgraph_site.graphs.quote.nodes.driver import DriverNode
from ezgraph_site.graphs.quote.nodes.history import HistoryNode
from ezgraph_site.graphs.quote.nodes.quote import QuoteNode
from ezgraph_site.graphs.quote.nodes.vehicle import VehicleNode


class QuoteGraph(Graph):
    """A car insurance quote: driver, vehicle, history, coverage, then three prices to choose from."""

    name = "quote"
    title = "Car insurance quote"
    greeting = (
        "Welcome to Larkfield Mutual! In a few minutes we will have three prices for your car. "
        "To start, what is your full name and date of birth?"
    )
    nodes = (DriverNode, VehicleNode, HistoryNode, CoverageNode, QuoteNode, TerminateSessionNode)
    start = DriverNode
    history_spaces = {
        "quote-intake": (DriverNode, VehicleNode, CoverageNode),
        "quote-incidents": (HistoryNode,),
        "quote-present": (QuoteNode,),
        "quote-terminal": (TerminateSessionNode,),
    }

    async def on_restore(self, session: RestoredSession) -> Restore:
        """Start afresh after a long silence: prices and dates may no longer hold."""
        longest = timedelta(minutes=settings.EZGRAPH_QUOTE_IDLE_MINUTES)
        return Restore.START_AFRESH if session.idle >= longest else Restore.KEEP
