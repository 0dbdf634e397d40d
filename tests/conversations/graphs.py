"""Small graphs that several test files serve."""

from pydantic import BaseModel, Field

from conversations.authoring import (
    Builder,
    ConversationNode,
    Graph,
    GraphState,
    TerminateSessionNode,
    TurnContext,
    finish,
    go,
    tool,
)


class NameInput(BaseModel):
    """Who is there."""

    name: str


class NameNode(ConversationNode):
    """Asks for a name, then hands over."""

    class State(BaseModel):
        """The name, once known."""

        name: str = ""

    def get_prompt(self, state: GraphState) -> str:
        return "Ask for the name."

    @tool("save_name", description="Save the name.")
    def save_name(self, input: NameInput, context: TurnContext, state: GraphState) -> Builder:
        context.save_state(name=input.name)
        return go(WishNode)


class WishInput(BaseModel):
    """What is wanted."""

    wish: str


class WishNode(ConversationNode):
    """Asks for a wish and finishes."""

    def get_prompt(self, state: GraphState) -> str:
        return "Ask for a wish."

    @tool("grant", description="Grant the wish.")
    def grant(self, input: WishInput, context: TurnContext, state: GraphState) -> Builder:
        return finish(f"{input.wish} is granted.")


class WishGraph(Graph):
    """Two stages to a granted wish."""

    name = "wish"
    title = "Wishes"
    greeting = "Who is there?"
    nodes = [NameNode, WishNode, TerminateSessionNode]
    start = NameNode

    class Config(BaseModel):
        """What callers may configure."""

        tone: str = Field(default="warm", json_schema_extra={"public": True})
        limit: int = 3
