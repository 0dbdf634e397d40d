"""The hotels found, until one is booked."""

from typing import Final

from pydantic import BaseModel

from conversations.authoring import (
    Builder,
    ConversationNode,
    GraphState,
    TurnContext,
    finish,
    go,
    load_prompt,
    reject,
    tool,
)
from ezgraph_site.graphs.hotel.choosing import choose_offer
from ezgraph_site.graphs.hotel.inputs import ChoiceInput, DraftInput, NoInput
from ezgraph_site.graphs.hotel.nodes.presentation import PresentationDecisionNode
from ezgraph_site.graphs.hotel.nodes.prompting import stage_prompt
from ezgraph_site.graphs.hotel.values import Criteria, Offer
from ezgraph_site.graphs.hotel.wording import booked, offer_list, summary
from ezgraph_site.graphs.references import issue_reference
from ezgraph_site.graphs.refused import Refused

PROMPT: Final = load_prompt("present.md")
PRESENT_HOTELS: Final = load_prompt("present_hotels.md")
SERIES: Final = "HOTEL"
UNSEEN: Final = "The customer has not seen these hotels yet. Publish a draft of them first."


class PresentNode(ConversationNode):
    """Presents the hotels found, and books one or takes the customer back to the search."""

    class State(BaseModel):
        hotels_found: tuple[Offer, ...] = ()
        criteria: Criteria = Criteria()
        draft: str = ""
        selected_hotel: Offer | None = None
        confirmation_number: str = ""

    def get_prompt(self, state: GraphState) -> str:
        """Talk about the hotels; right after the search, draft how they are presented."""
        stage = f"{PRESENT_HOTELS}\n\n{PROMPT}" if state.input_consumed else PROMPT
        found = state.of(PresentNode)
        return stage_prompt(
            stage, state, criteria=summary(found.criteria), hotels=offer_list(found.hotels_found)
        )

    @tool(
        "publish_hotel_draft",
        description="Present the hotels found. Call it when hotels have just been found, or when the "
        "customer asks to see them again.",
    )
    async def publish_hotel_draft(
        self, input: DraftInput, context: TurnContext, state: GraphState
    ) -> Builder:
        """Keep the draft and have it reviewed."""
        context.save_state(draft=input.draft)
        return go(PresentationDecisionNode)

    @tool(
        "choose_hotel",
        description="Book one of the hotels. Call it only when the customer clearly says which one they "
        "take.",
    )
    def choose_hotel(self, input: ChoiceInput, context: TurnContext, state: GraphState) -> Builder:
        """Give the booking a confirmation number and complete the session."""
        if state.input_consumed:
            return reject(UNSEEN)
        found = state.of(PresentNode)
        try:
            offer = choose_offer(input.hotel, found.hotels_found)
        except Refused as refused:
            return reject(refused.reason)
        number = issue_reference(SERIES, context.effect_key("choose_hotel"))
        context.save_state(selected_hotel=offer, confirmation_number=number)
        return finish(booked(offer, found.criteria, number))

    @tool(
        "revise_search",
        description="Change the search: the dates, the budget or price, the room, the amenities or the "
        "distance. Also for a summary of the criteria, and to search again.",
    )
    async def revise_search(self, input: NoInput, context: TurnContext, state: GraphState) -> Builder:
        """Hand the router what the customer just said."""
        if state.input_consumed:
            return reject(UNSEEN)
        return go("RouterDecisionNode").with_message(state.request)
