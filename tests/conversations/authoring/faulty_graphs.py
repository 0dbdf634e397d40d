"""Graphs that must not serve, one a fault. `FAULTY` names each one's code and what its message says."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from conversations.authoring import (
    ConversationNode,
    DecisionNode,
    Graph,
    GraphState,
    Migration,
    Node,
    TerminateSessionNode,
    TurnContext,
    direct_to,
    go,
    stay,
    tool,
)


class TalkNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return "Talk."


class OtherNode(TalkNode):
    pass


class StrangerNode(TalkNode):
    """Is in no graph."""


class SoundGraph(Graph):
    name = "sound"
    nodes = [TalkNode, OtherNode]
    start = TalkNode


class SameIdNode(TalkNode):
    id = "TalkNode"


class DuplicateNodeGraph(SoundGraph):
    nodes = [TalkNode, TalkNode]


class DuplicateIdGraph(SoundGraph):
    nodes = [TalkNode, SameIdNode]


class NotANodeGraph(SoundGraph):
    nodes = [TalkNode, "OtherNode"]  # type: ignore[list-item]


class NodeObjectGraph(SoundGraph):
    nodes = [TalkNode, OtherNode()]  # type: ignore[list-item]


class NoNodesGraph(SoundGraph):
    nodes = []


class StrangeStartGraph(SoundGraph):
    start = StrangerNode


class NoStartGraph(SoundGraph):
    start = None  # type: ignore[assignment]


class StrangeSpaceGraph(SoundGraph):
    history_spaces = {"talk": [TalkNode, StrangerNode]}


class TwoSpacesGraph(SoundGraph):
    history_spaces = {"one": [TalkNode], "two": [TalkNode, OtherNode]}


class BlankSpaceGraph(SoundGraph):
    history_spaces = {"": [TalkNode]}


class BlankOwnSpaceNode(TalkNode):
    space = ""


class BlankOwnSpaceGraph(SoundGraph):
    nodes = [TalkNode, BlankOwnSpaceNode]


class LongIdNode(TalkNode):
    id = "n" * 65


class LongIdGraph(SoundGraph):
    nodes = [TalkNode, LongIdNode]


class NumberIdNode(TalkNode):
    id = 7  # type: ignore[assignment]


class NumberIdGraph(SoundGraph):
    nodes = [TalkNode, NumberIdNode]


class NamelessGraph(SoundGraph):
    name = ""


class BadNameGraph(SoundGraph):
    name = "Not a slug!"


class LongNameGraph(SoundGraph):
    name = "a" * 65


class NoRoundsGraph(SoundGraph):
    max_agent_rounds = 0


class NegativeRetriesGraph(SoundGraph):
    empty_reply_retries = -1


class EmptyWindowGraph(SoundGraph):
    history_window = 0


class EndlessTurnGraph(SoundGraph):
    turn_timeout = float("inf")


class NoTimeGraph(SoundGraph):
    turn_timeout = 0


class BlankSeedGraph(SoundGraph):
    empty_history_seed = " "


class OddBusyGraph(SoundGraph):
    busy = "queue"  # type: ignore[assignment]


class OddModeGraph(SoundGraph):
    response_mode = "xml"  # type: ignore[assignment]


class VersionZeroGraph(SoundGraph):
    schema_version = 0


class OddConfigGraph(SoundGraph):
    Config = dict  # type: ignore[assignment]


class DemandingNode(TalkNode):
    class State(BaseModel):
        needed: int


class OddStateNode(TalkNode):
    State = dict  # type: ignore[assignment]


class OddStateGraph(SoundGraph):
    nodes = [TalkNode, OddStateNode]


class DemandingStateGraph(SoundGraph):
    nodes = [TalkNode, DemandingNode]


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


class SchemalessGraph(SoundGraph):
    nodes = [TalkNode, SchemalessNode]


class BadToolNameGraph(SoundGraph):
    nodes = [TalkNode, BadToolNameNode]


class AskNode(DecisionNode):
    def define_questions(self, state: GraphState) -> Any:
        return {}


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


class OtherGoodbyeNode(TerminateSessionNode):
    pass


class TwoGoodbyesGraph(SoundGraph):
    nodes = [TalkNode, TerminateSessionNode, OtherGoodbyeNode]


class OddChatGraph(SoundGraph):
    chat = {"provider": "openai", "timeout": -1}


class UnknownOptionGraph(SoundGraph):
    chat = {"temperature": 1}  # type: ignore[typeddict-unknown-key]


class OddNodeChatNode(TalkNode):
    def get_chat_config(self) -> Any:
        return {"max_retries": "many"}


class OddNodeChatGraph(SoundGraph):
    nodes = [TalkNode, OddNodeChatNode]


class RaisingConfigNode(TalkNode):
    def get_chat_config(self) -> Any:
        raise LookupError("no such key")


class RaisingConfigGraph(SoundGraph):
    nodes = [TalkNode, RaisingConfigNode]


class NoMigrationGraph(SoundGraph):
    schema_version = 2


class MigrationGapGraph(SoundGraph):
    schema_version = 4
    migrations = [Migration(1, lambda session: None), Migration(3, lambda session: None)]


class MigrationTooFarGraph(SoundGraph):
    schema_version = 1
    migrations = [Migration(1, lambda session: None)]


class NotAMigrationGraph(SoundGraph):
    schema_version = 2
    migrations = [lambda session: None]  # type: ignore[list-item]


class LostNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go(StrangerNode)


class LostTextNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go("Nowhere")


class LostLaterNode(TalkNode):
    @tool("capture", description="Save the name.")
    async def capture(self, input: NameInput, context: TurnContext, state: GraphState):
        return direct_to(StrangerNode, "Next, please.").with_state(name=input.name)


class LostByNameNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go(target=StrangerNode)


class LostHalfwayNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        return go(TalkNode if state.input_consumed else StrangerNode)


class LostAfterTextNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Any:
        text = """
At the left margin.
"""
        return go(StrangerNode) if text else go(TalkNode)


class LostGraph(SoundGraph):
    nodes = [TalkNode, LostNode]


class LostTextGraph(SoundGraph):
    nodes = [TalkNode, LostTextNode]


class LostLaterGraph(SoundGraph):
    nodes = [TalkNode, LostLaterNode]


class LostByNameGraph(SoundGraph):
    nodes = [TalkNode, LostByNameNode]


class LostHalfwayGraph(SoundGraph):
    nodes = [TalkNode, LostHalfwayNode]


class LostAfterTextGraph(SoundGraph):
    nodes = [TalkNode, LostAfterTextNode]


FAULTY: list[tuple[type[Graph], str, str]] = [
    (DuplicateNodeGraph, "node_duplicate", "'TalkNode' stands 2 times"),
    (DuplicateIdGraph, "node_duplicate", "'TalkNode' stands 2 times"),
    (NotANodeGraph, "nodes", "'OtherNode' in nodes is not a node class"),
    (NodeObjectGraph, "nodes", "is not a node class"),
    (NoNodesGraph, "nodes", "no nodes"),
    (StrangeStartGraph, "start", "StrangerNode"),
    (NoStartGraph, "start", "None"),
    (StrangeSpaceGraph, "space", "StrangerNode"),
    (TwoSpacesGraph, "space", "2 history spaces"),
    (BlankSpaceGraph, "space", "''"),
    (BlankOwnSpaceGraph, "space", "BlankOwnSpaceNode.space ''"),
    (LongIdGraph, "nodes", "not a text of 1 to 64"),
    (NumberIdGraph, "nodes", "the node id 7 is not a text"),
    (NamelessGraph, "name", "''"),
    (BadNameGraph, "name", "Not a slug!"),
    (LongNameGraph, "name", "slug"),
    (NoRoundsGraph, "limit", "max_agent_rounds is 0"),
    (NegativeRetriesGraph, "limit", "empty_reply_retries is -1"),
    (EmptyWindowGraph, "limit", "history_window is 0"),
    (EndlessTurnGraph, "limit", "turn_timeout is inf"),
    (NoTimeGraph, "limit", "turn_timeout is 0"),
    (BlankSeedGraph, "limit", "empty_history_seed is ' '"),
    (OddBusyGraph, "limit", "busy is 'queue'"),
    (OddModeGraph, "limit", "response_mode is 'xml'"),
    (VersionZeroGraph, "limit", "schema_version is 0"),
    (OddConfigGraph, "config", "Config is not a pydantic model"),
    (OddStateGraph, "state", "OddStateNode.State is not a pydantic model"),
    (DemandingStateGraph, "state", "DemandingNode.State"),
    (TwiceHandledGraph, "tool_duplicate", "TwiceHandledNode handles the tool 'capture' 2 times"),
    (TwoSchemasGraph, "tool_schema", "different schemas on CaptureNode, OtherSchemaNode"),
    (UntypedInputGraph, "tool_input", "UntypedNode.capture"),
    (DictInputGraph, "tool_input", "DictInputNode.capture"),
    (SchemalessGraph, "tool_input", "SchemalessNode.capture"),
    (BadToolNameGraph, "tool_name", "'save the name'"),
    (DecisionToolsGraph, "decision_tools", "AskWithToolsNode"),
    (DecisionChatGraph, "decision_chat", "AskWithChatNode"),
    (PromptlessGraph, "node_method", "MuteNode needs a get_prompt"),
    (RunlessGraph, "node_method", "IdleNode needs a run"),
    (QuestionlessGraph, "node_method", "QuestionlessNode needs a define_questions"),
    (AsyncPromptGraph, "node_method", "AsyncPromptNode.get_prompt must be sync"),
    (TwoGoodbyesGraph, "node_duplicate", "several TerminateSessionNodes"),
    (OddChatGraph, "chat", "timeout"),
    (UnknownOptionGraph, "chat", "temperature"),
    (OddNodeChatGraph, "chat", "OddNodeChatNode.get_chat_config is faulty: max_retries"),
    (RaisingConfigGraph, "chat", "no such key"),
    (NoMigrationGraph, "migrations", "there are []"),
    (MigrationGapGraph, "migrations", "there are [1, 3]"),
    (MigrationTooFarGraph, "migrations", "there are [1]"),
    (NotAMigrationGraph, "migrations", "is not a Migration"),
    (LostGraph, "target", "LostNode.run goes to StrangerNode"),
    (LostTextGraph, "target", "LostTextNode.run goes to 'Nowhere'"),
    (LostLaterGraph, "target", "LostLaterNode.capture goes to StrangerNode"),
    (LostByNameGraph, "target", "LostByNameNode.run goes to StrangerNode"),
    (LostHalfwayGraph, "target", "LostHalfwayNode.run goes to StrangerNode"),
    (LostAfterTextGraph, "target", "LostAfterTextNode.run goes to StrangerNode"),
]


class HopelessGraph(Graph):
    """Everything at once, so that one start-up tells all."""

    name = "Hope less"
    nodes = [TalkNode, TwiceHandledNode, UntypedNode, LostNode, AskWithToolsNode]
    start = StrangerNode
    history_spaces = {"talk": [StrangerNode]}
    max_agent_rounds = 0
    schema_version = 2


HOPELESS = {
    "name",
    "start",
    "space",
    "limit",
    "tool_duplicate",
    "tool_input",
    "decision_tools",
    "target",
    "migrations",
}


class UnsuppliedGraph(SoundGraph):
    """Sound code that asks for a provider which nobody supplies."""

    name = "unsupplied"
    chat = {"provider": "nobody"}
