"""The one node: reads the receipt and records it."""

from typing import Final

from pydantic import BaseModel

from conversations.authoring import (
    Builder,
    ConversationNode,
    GraphState,
    TurnContext,
    fenced,
    finish,
    load_prompt,
    reject,
    tool,
)
from ezgraph_site.graphs.receipt.config import ReceiptConfig
from ezgraph_site.graphs.receipt.inputs import ReceiptInput
from ezgraph_site.graphs.receipt.rules import check_receipt
from ezgraph_site.graphs.receipt.values import Receipt
from ezgraph_site.graphs.refused import Refused

PROMPT: Final = load_prompt("read.md")


class ReadingNode(ConversationNode):
    """Has a model read the text, checks what it read, and answers with the record."""

    class State(BaseModel):
        receipt: Receipt | None = None

    def get_prompt(self, state: GraphState) -> str:
        """How to read, today's date, and the receipt's text, fenced as data."""
        assert isinstance(state.config, ReceiptConfig)
        return "\n\n".join(
            [PROMPT, f"Today is {state.today:%A, %Y-%m-%d}.", fenced("receipt", state.config.text)]
        )

    @tool("record_receipt", description="Record the receipt, once all of it has been read.")
    async def record_receipt(self, input: ReceiptInput, context: TurnContext, state: GraphState) -> Builder:
        """Check and save the receipt; the record is the reply."""
        try:
            receipt = check_receipt(input, state.today)
        except Refused as refused:
            return reject(refused.reason)
        context.save_state(receipt=receipt)
        return finish(receipt.model_dump_json(indent=2))
