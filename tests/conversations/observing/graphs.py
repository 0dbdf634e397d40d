"""A graph of two steps: a decision that falls back, then a talk whose provider fails over."""

from pydantic import BaseModel

from conversations.authoring import (
    Answers,
    Builder,
    Choice,
    ConversationNode,
    DecisionContext,
    DecisionErrorContext,
    DecisionNode,
    Graph,
    GraphState,
    Question,
    TurnContext,
    go,
    reject,
    tool,
)


class RouteNode(DecisionNode):
    """Asks where to go; without an answer everybody goes to the talk."""

    def define_questions(self, state: GraphState) -> dict[str, Question]:
        return {"route": Choice({"talk": None, "leave": None})}

    async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Builder:
        return go(TalkNode)

    async def on_decision_error(self, context: DecisionErrorContext) -> Builder:
        return go(TalkNode)


class Color(BaseModel):
    """A color."""

    color: str


class TalkNode(ConversationNode):
    """Asks for a color, which a handler refuses."""

    def get_prompt(self, state: GraphState) -> str:
        return "Ask for a color."

    @tool("save_color", description="Save the color.")
    def save_color(self, input: Color, context: TurnContext, state: GraphState) -> Builder:
        if input.color == "none":
            raise ValueError(f"{input.color} is what the customer said")
        return reject("Another one, please.")


class ColorGraph(Graph):
    """A color, by a decision and a talk."""

    name = "color"
    nodes = [RouteNode, TalkNode]
    start = RouteNode
