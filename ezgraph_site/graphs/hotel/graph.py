"""The hotel graph: a hub that decides, five criteria, a search, and a booking."""

from conversations.authoring import Graph, TerminateSessionNode
from ezgraph_site.graphs.hotel.nodes.amenity import AmenityNode
from ezgraph_site.graphs.hotel.nodes.budget import BudgetNode
from ezgraph_site.graphs.hotel.nodes.date_range import DateRangeNode
from ezgraph_site.graphs.hotel.nodes.distance import DistanceNode
from ezgraph_site.graphs.hotel.nodes.present import PresentNode
from ezgraph_site.graphs.hotel.nodes.presentation import PresentationDecisionNode
from ezgraph_site.graphs.hotel.nodes.readiness import CriteriaReadinessDecisionNode
from ezgraph_site.graphs.hotel.nodes.room_type import RoomTypeNode
from ezgraph_site.graphs.hotel.nodes.router import RouterDecisionNode
from ezgraph_site.graphs.hotel.nodes.search import SearchHotelsNode


class DecisionHotelGraph(Graph):
    """A hotel search: decisions route, conversations collect, code searches, and one hotel is booked."""

    name = "hotel"
    title = "Hotel search"
    greeting = (
        "Welcome to Lanternway Hotels in Alderhaven! Tell me when you would like to stay, what a night may "
        "cost, and what matters to you, and I will find the hotels that fit."
    )
    nodes = (
        RouterDecisionNode,
        DateRangeNode,
        BudgetNode,
        RoomTypeNode,
        AmenityNode,
        DistanceNode,
        CriteriaReadinessDecisionNode,
        SearchHotelsNode,
        PresentNode,
        PresentationDecisionNode,
        TerminateSessionNode,
    )
    start = RouterDecisionNode
    history_spaces = {
        "hotel-intake": (
            RouterDecisionNode,
            DateRangeNode,
            BudgetNode,
            RoomTypeNode,
            AmenityNode,
            DistanceNode,
            CriteriaReadinessDecisionNode,
        ),
        "hotel-present": (PresentNode, PresentationDecisionNode),
        "hotel-terminal": (TerminateSessionNode,),
    }
    decision = {"provider": "typesafe", "timeout": 15.0, "max_retries": 2}
