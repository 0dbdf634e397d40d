"""Small stages from which the engine's tests build their graphs."""

import inspect
from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from pydantic import BaseModel

from conversations.authoring import ConversationNode, Graph, GraphState, Node, TurnContext, tool

Act: TypeAlias = Callable[[TurnContext, GraphState], Any]
"""What a stage does: returns a builder, or something that it must not return."""


def saving(returned: Any, **patch: Any) -> Act:
    """Saves a patch of the stage's own state, then returns what is given."""

    def act(context: TurnContext, state: GraphState) -> Any:
        context.save_state(**patch)
        return returned

    return act


class TalkNode(ConversationNode):
    """Only talks."""

    def get_prompt(self, state: GraphState) -> str:
        return f"{self.node_id()} talks."


class ActInput(BaseModel):
    """Names one of the acts of the stage."""

    what: str
    count: int = 1


class ActNode(TalkNode):
    """Its tool `act` does whichever of its `acts` the model names."""

    acts: ClassVar[dict[str, Act]] = {}

    @tool("act", description="Do what the test says.")
    async def act(self, input: ActInput, context: TurnContext, state: GraphState) -> Any:
        returned = self.acts[input.what](context, state)
        return await returned if inspect.isawaitable(returned) else returned


class PlainNode(Node):
    """Runs the one of its `acts` that the customer's message names."""

    acts: ClassVar[dict[str, Act]] = {}

    async def run(self, context: TurnContext, state: GraphState) -> Any:
        returned = self.acts[state.request](context, state)
        return await returned if inspect.isawaitable(returned) else returned


class TalkGraph(Graph):
    """One stage that talks."""

    name = "talk"
    nodes = [TalkNode]
    start = TalkNode
