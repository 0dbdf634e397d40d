"""The one stage: who is to be called, and when."""

from datetime import date
from typing import Final

from pydantic import BaseModel, Field

from conversations.authoring import (
    Builder,
    ConversationNode,
    GraphState,
    TurnContext,
    finish,
    load_prompt,
    reject,
    tool,
)
from conversations.starting.template.rules import refusal

PROMPT: Final = load_prompt("callback.md")


class CallbackInput(BaseModel):
    """What the model has to find out. The descriptions tell it what to ask for."""

    name: str = Field(min_length=2, max_length=80, description="your name")
    day: date = Field(description="the day on which we may call you")


class CallbackNode(ConversationNode):
    """Collects a name and a day, then ends the conversation."""

    class State(BaseModel):
        callback: CallbackInput | None = None

    def get_prompt(self, state: GraphState) -> str:
        """What the model is told before the conversation."""
        return f"{PROMPT}\n\nToday is {state.today:%A, %Y-%m-%d}."

    @tool("arrange_callback", description="Save the call back. Call it once name and day are known.")
    def arrange_callback(self, input: CallbackInput, context: TurnContext, state: GraphState) -> Builder:
        """Refuse what the rules refuse, else save it and say so."""
        reason = refusal(input.day, state.today)
        if reason is not None:
            return reject(reason)
        context.save_state(callback=input)
        return finish(f"Thank you, {input.name}! We will call you on {input.day:%A, %B} {input.day.day}.")
