"""Graphs for many sessions: what a turn costs besides its model, and nothing else."""

from django.db import connection
from pydantic import BaseModel

from conversations.authoring import (
    Builder,
    ConversationNode,
    Graph,
    GraphState,
    Node,
    TurnContext,
    direct,
    stay,
    tool,
)

SLOW_SECONDS = 2
"""How long the query of a slow handler takes."""


class EchoNode(Node):
    """Says what it heard, without a model, and counts how often."""

    class State(BaseModel):
        """Turns so far."""

        heard: int = 0

    def run(self, context: TurnContext, state: GraphState) -> Builder:
        heard = state.of(EchoNode).heard + 1
        context.save_state(heard=heard)
        return direct(f"{heard}: {state.request}")


class EchoGraph(Graph):
    """One plain node."""

    name = "echo"
    nodes = [EchoNode]
    start = EchoNode


class Question(BaseModel):
    """What to look up."""

    text: str = ""


class TalkNode(ConversationNode):
    """Asks a model; one of its tools takes its time in the database."""

    def get_prompt(self, state: GraphState) -> str:
        return "Say again what you are told."

    @tool("look_up", description="Look something up that takes long to find.")
    def look_up(self, input: Question, context: TurnContext, state: GraphState) -> Builder:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(%s)", [SLOW_SECONDS])
        return stay("Found.")


class TalkGraph(Graph):
    """One node with a model."""

    name = "talk"
    nodes = [TalkNode]
    start = TalkNode
