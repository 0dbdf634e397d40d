"""Graphs with a fault in their names, nodes, spaces, limits, models, options or migrations."""

from typing import Any

from pydantic import BaseModel

from conversations.authoring import Migration, TerminateSessionNode
from tests.conversations.authoring.sound_graph import OtherNode, Row, SoundGraph, StrangerNode, TalkNode


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


class SessionlessRestoreGraph(SoundGraph):
    def on_restore(self) -> Any:  # type: ignore[override]
        return None


class WaitingTodayGraph(SoundGraph):
    async def today(self) -> Any:  # type: ignore[override]
        return None


class EndNode(TalkNode):
    id = "end"


class NodeCalledEndGraph(SoundGraph):
    nodes = [TalkNode, EndNode]


FAULTY: list[Row] = [
    (SessionlessRestoreGraph, "node_method", "on_restore must take (self, session), not (self)"),
    (WaitingTodayGraph, "node_method", "today must be sync"),
    (NodeCalledEndGraph, "nodes", "'end' is kept"),
    (DuplicateNodeGraph, "node_duplicate", "'TalkNode' stands 2 times"),
    (DuplicateIdGraph, "node_duplicate", "'TalkNode' stands 2 times"),
    (NotANodeGraph, "nodes", "'OtherNode' in nodes is not a node class"),
    (NodeObjectGraph, "nodes", "is not a node class"),
    (NoNodesGraph, "nodes", "no nodes"),
    (StrangeStartGraph, "start", "StrangerNode"),
    (NoStartGraph, "start", "start is missing; set it to the node"),
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
    (DemandingStateGraph, "state", "DemandingNode.State has fields without a default (needed)"),
    (TwoGoodbyesGraph, "node_duplicate", "several TerminateSessionNodes"),
    (OddChatGraph, "chat", "timeout"),
    (UnknownOptionGraph, "chat", "temperature"),
    (OddNodeChatGraph, "chat", "OddNodeChatNode.get_chat_config is faulty: max_retries"),
    (RaisingConfigGraph, "chat", "no such key"),
    (NoMigrationGraph, "migrations", "there are []"),
    (MigrationGapGraph, "migrations", "there are [1, 3]"),
    (MigrationTooFarGraph, "migrations", "there are [1]"),
    (NotAMigrationGraph, "migrations", "is not a Migration"),
]
