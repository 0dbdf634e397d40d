"""The graph of the fault tests, which every process of theirs serves, and its model.

A turn has two steps: one orders outside, the other replies with the receipt. Then the cursor is
where it was, so that every turn of a session is of the same kind.
"""

from collections.abc import AsyncIterator
from typing import Any

import httpx
from django.conf import settings
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
from providers.errors import ErrorCode, ProviderError
from providers.options import ProviderOptions
from providers.ports import (
    CHAT,
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatRole,
    ChatStreamItem,
    FinishReason,
    ToolCall,
    Usage,
)
from providers.registry import register_provider
from tests.faults import names
from tests.faults.outside import Outside
from tests.faults.strikes import Refused, strikes


class OrderInput(BaseModel):
    """What is ordered."""

    item: str


class OrderNode(ConversationNode):
    """Orders what the customer wants; its tool has an effect outside."""

    class State(BaseModel):
        """Everything ordered so far."""

        items: list[str] = []

    def get_prompt(self, state: GraphState) -> str:
        return "Order what the customer wants."

    @tool("place_order", description="Order at the shops.")
    async def place_order(self, input: OrderInput, context: TurnContext, state: GraphState) -> Builder:
        await strikes.pass_by(names.BEFORE_EFFECT)
        Outside(settings.EZGRAPH_DATA_DIR, context.session).order(context.effect_key("order"))
        await strikes.pass_by(names.AFTER_EFFECT)
        items = [*state.of(OrderNode).items, input.item]
        context.save_state(items=items)
        return go(ReceiptNode).with_message(input.item).with_state(receipts=len(items))


class ReceiptNode(ConversationNode):
    """Replies, and hands the conversation back."""

    class State(BaseModel):
        """How many receipts there are."""

        receipts: int = 0

    def get_prompt(self, state: GraphState) -> str:
        return "Give the receipt."

    @tool("give_receipt", description="Give the receipt.")
    async def give_receipt(self, input: OrderInput, context: TurnContext, state: GraphState) -> Builder:
        return direct_to(OrderNode, f"Receipt {state.of(ReceiptNode).receipts}: {input.item}.")


class OrderGraph(Graph):
    """Two stages, each with a history of its own."""

    name = names.GRAPH
    nodes = [OrderNode, ReceiptNode]
    start = OrderNode
    history_spaces = {"orders": [OrderNode], "receipts": [ReceiptNode]}


class OrderModel:
    """Calls the one tool that it is offered, with the customer's newest words."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def capabilities(self) -> frozenset[str]:
        return frozenset({CHAT})

    async def chat(self, request: ChatRequest) -> ChatResult:
        (offered,) = request.tools
        called = names.FIRST_CALL if offered.name == "place_order" else names.SECOND_CALL
        outside = Outside(settings.EZGRAPH_DATA_DIR, request.session or "")
        if not _calls_are_answered(request):
            outside.note(names.OPEN_CALL)
        try:
            await strikes.pass_by(names.before(called))
            outside.note(called)
            await strikes.pass_by(names.inside(called))
        except Refused:
            return ProviderError(code=ErrorCode.UNAVAILABLE, message="Refused.", provider=self.name)
        item = [message.text for message in request.messages if message.role is ChatRole.HUMAN][-1]
        return ChatReply(
            tool_calls=(
                ToolCall(id=f"call-{len(request.messages)}", name=offered.name, arguments={"item": item}),
            ),
            finish_reason=FinishReason.TOOL_CALLS,
            usage=Usage(input_tokens=10, output_tokens=5),
            provider=self.name,
            model=request.model or "order-1",
        )

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        yield await self.chat(request)


def _calls_are_answered(request: ChatRequest) -> bool:
    """Whether each tool call's results follow it at once, in order."""
    unanswered: list[str] = []
    for message in request.messages:
        if message.role is ChatRole.TOOL:
            if not unanswered or message.tool_call_id != unanswered.pop(0):
                return False
        elif unanswered:
            return False
        else:
            unanswered = [call.id for call in message.tool_calls]
    return not unanswered


def _order_model(options: Any, client: httpx.AsyncClient) -> OrderModel:
    return OrderModel(options.name)


register_provider(names.MODEL, _order_model, ProviderOptions)
