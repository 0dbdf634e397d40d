"""Graphs with a fault in their tools, or in the methods that a kind of node needs or must not have."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from conversations.authoring import (
    Answers,
    ConversationNode,
    DecisionContext,
    DecisionNode,
    GraphState,
    Node,
    TurnContext,
    finish,
    go,
    stay,
    tool,
)
from tests.conversations.authoring.sound_graph import Row, SoundGraph, TalkNode


class NameInput(BaseModel):
    name: str


class OtherNameInput(BaseModel):
    name: str
    age: int


class CaptureNode(TalkNode):
    @tool("capture", description="Save the name.")
    async def capture(self, input: NameInput, context: TurnContext, state: GraphState):
        return stay("OK")


class TwiceHandledNode(CaptureNode):
    @tool("capture", description="Save the name too.")
    async def capture_again(self, input: NameInput, context: TurnContext, state: GraphState):
        return stay("OK")


class OtherSchemaNode(TalkNode):
    @tool("capture", description="Save the name and the age.")
    async def capture(self, input: OtherNameInput, context: TurnContext, state: GraphState):
        return stay("OK")


class UntypedNode(TalkNode):
    @tool("capture", description="Save anything.")
    async def capture(self, input, context, state):
        return stay("OK")


class DictInputNode(TalkNode):
    @tool("capture", description="Save anything.")
    async def capture(self, input: dict[str, Any], context: TurnContext, state: GraphState):
        return stay("OK")


class ShortNode(TalkNode):
    @tool("capture", description="Save the name.")
    async def capture(self, input: NameInput):
        return stay("OK")


class UndescribedNode(TalkNode):
    @tool("capture", description=" ")
    async def capture(self, input: NameInput, context: TurnContext, state: GraphState):
        return stay("OK")


class Opaque:
    pass


class SchemalessInput(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    thing: Opaque


class SchemalessNode(TalkNode):
    @tool("capture", description="Save what no schema describes.")
    async def capture(self, input: SchemalessInput, context: TurnContext, state: GraphState):
        return stay("OK")


class BadToolNameNode(TalkNode):
    @tool("save the name", description="Save the name.")
    async def capture(self, input: NameInput, context: TurnContext, state: GraphState):
        return stay("OK")


class TwiceHandledGraph(SoundGraph):
    nodes = [TalkNode, TwiceHandledNode]


class TwoSchemasGraph(SoundGraph):
    nodes = [TalkNode, CaptureNode, OtherSchemaNode]


class UntypedInputGraph(SoundGraph):
    nodes = [TalkNode, UntypedNode]


class DictInputGraph(SoundGraph):
    nodes = [TalkNode, DictInputNode]


class ShortHandlerGraph(SoundGraph):
    nodes = [TalkNode, ShortNode]


class UndescribedToolGraph(SoundGraph):
    nodes = [TalkNode, UndescribedNode]


class SchemalessGraph(SoundGraph):
    nodes = [TalkNode, SchemalessNode]


class BadToolNameGraph(SoundGraph):
    nodes = [TalkNode, BadToolNameNode]


class AskNode(DecisionNode):
    def define_questions(self, state: GraphState) -> Any:
        return {}

    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        return go(TalkNode)


class AskWithToolsNode(AskNode):
    @tool("capture", description="Save the name.")
    async def capture(self, input: NameInput, context: TurnContext, state: GraphState):
        return stay("OK")


class AskWithChatNode(AskNode):
    def get_chat_config(self) -> dict[str, Any]:
        return {"model": "gpt"}


class DecisionToolsGraph(SoundGraph):
    nodes = [TalkNode, AskWithToolsNode]


class DecisionChatGraph(SoundGraph):
    nodes = [TalkNode, AskWithChatNode]


class MuteNode(ConversationNode):
    pass


class IdleNode(Node):
    pass


class QuestionlessNode(DecisionNode):
    pass


class AsyncPromptNode(ConversationNode):
    async def get_prompt(self, state: GraphState) -> str:  # type: ignore[override]
        return "Talk."


class PromptlessGraph(SoundGraph):
    nodes = [TalkNode, MuteNode]


class RunlessGraph(SoundGraph):
    nodes = [TalkNode, IdleNode]


class QuestionlessGraph(SoundGraph):
    nodes = [TalkNode, QuestionlessNode]


class AsyncPromptGraph(SoundGraph):
    nodes = [TalkNode, AsyncPromptNode]


class StatelessPromptNode(ConversationNode):
    def get_prompt(self) -> str:  # type: ignore[override]
        return "Talk."


class ContextlessRunNode(Node):
    def run(self, state: GraphState) -> Any:  # type: ignore[override]
        return finish("Done.")


class AnswerlessNode(AskNode):
    def on_decision(self, context: DecisionContext, state: GraphState) -> Any:  # type: ignore[override]
        return go(TalkNode)


class StatelessPromptGraph(SoundGraph):
    nodes = [TalkNode, StatelessPromptNode]


class ContextlessRunGraph(SoundGraph):
    nodes = [TalkNode, ContextlessRunNode]


class AnswerlessGraph(SoundGraph):
    nodes = [TalkNode, AnswerlessNode]


class PlainWithToolsNode(Node):
    async def run(self, context: TurnContext, state: GraphState) -> Any:
        return finish("Done.")

    @tool("capture", description="Save the name.")
    async def capture(self, input: NameInput, context: TurnContext, state: GraphState):
        return stay("OK")


class PlainWithToolsGraph(SoundGraph):
    nodes = [TalkNode, PlainWithToolsNode]


FAULTY: list[Row] = [
    (PlainWithToolsGraph, "node_tools", "PlainWithToolsNode has tools"),
    (TwiceHandledGraph, "tool_duplicate", "TwiceHandledNode handles the tool 'capture' 2 times"),
    (TwoSchemasGraph, "tool_schema", "different schemas on CaptureNode, OtherSchemaNode"),
    (UntypedInputGraph, "tool_input", "UntypedNode.capture: annotate input with a pydantic model"),
    (DictInputGraph, "tool_input", "DictInputNode.capture: annotate input with a pydantic model"),
    (SchemalessGraph, "tool_input", "SchemalessNode.capture: SchemalessInput has fields"),
    (ShortHandlerGraph, "tool_input", "ShortNode.capture must take (self, input, context, state), not (self"),
    (UndescribedToolGraph, "tool_description", "UndescribedNode: the tool 'capture' has no description"),
    (
        StatelessPromptGraph,
        "node_method",
        "StatelessPromptNode.get_prompt must take (self, state), not (self)",
    ),
    (ContextlessRunGraph, "node_method", "ContextlessRunNode.run must take (self, context, state)"),
    (AnswerlessGraph, "node_method", "AnswerlessNode.on_decision must take (self, answers, context, state)"),
    (BadToolNameGraph, "tool_name", "'save the name'"),
    (DecisionToolsGraph, "decision_tools", "AskWithToolsNode"),
    (DecisionChatGraph, "decision_chat", "AskWithChatNode"),
    (PromptlessGraph, "node_method", "MuteNode needs a get_prompt method: def get_prompt(self, state)"),
    (RunlessGraph, "node_method", "IdleNode needs a run method: def run(self, context, state)"),
    (QuestionlessGraph, "node_method", "QuestionlessNode needs a define_questions"),
    (AsyncPromptGraph, "node_method", "AsyncPromptNode.get_prompt must be sync"),
]
