"""The search itself, in plain code."""

from conversations.authoring import Builder, GraphState, Node, TurnContext, go
from ezgraph_site.graphs.hotel.catalogue import load_catalogue
from ezgraph_site.graphs.hotel.criteria import first_issue
from ezgraph_site.graphs.hotel.nodes.gathered import gathered, send_to_owner
from ezgraph_site.graphs.hotel.nodes.present import PresentNode
from ezgraph_site.graphs.hotel.search import find_offers
from ezgraph_site.graphs.hotel.wording import CHOOSE, NOTHING_FOUND, offer_list


class SearchHotelsNode(Node):
    """Finds the hotels that meet the criteria and hands them on; where there is none, says so."""

    async def run(self, context: TurnContext, state: GraphState) -> Builder:
        """Search, once the criteria have been checked again."""
        criteria = gathered(state)
        issue = first_issue(criteria, state.today)
        if issue:
            return send_to_owner(issue)
        offers = find_offers(criteria, load_catalogue())
        if not offers:
            return go("RouterDecisionNode").with_state(notice=NOTHING_FOUND)
        return (
            go(PresentNode)
            .with_state(hotels_found=offers, criteria=criteria, draft="")
            .with_message(f"{offer_list(offers)}\n\n{CHOOSE}", internal=True)
        )
