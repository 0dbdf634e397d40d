"""Nodes: durable ids, one object for all sessions, and the tools that they handle."""

from abc import ABC, abstractmethod
from functools import cached_property

import pytest
from pydantic import BaseModel

from conversations.authoring import (
    ConversationNode,
    FrozenNodeError,
    Graph,
    GraphState,
    Node,
    TerminateSessionNode,
    TurnContext,
    stay,
    tool,
)


class Input(BaseModel):
    text: str = ""


class BaseNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return "Talk."

    @tool("note", description="Note it.")
    async def note(self, input: Input, context: TurnContext, state: GraphState):
        return stay("noted")


class SubNode(BaseNode):
    @tool("forget", description="Forget it.")
    async def forget(self, input: Input, context: TurnContext, state: GraphState):
        return stay("forgotten")


class OverridingNode(BaseNode):
    @tool("note", description="Note it better.")
    async def note(self, input: Input, context: TurnContext, state: GraphState):
        return stay("noted better")


class SilencedNode(BaseNode):
    note = None  # type: ignore[assignment]


class NamedNode(BaseNode):
    id = "renamed-once"


def names_of(graph: Graph, node: str) -> list[str]:
    found = graph.node(node)
    assert isinstance(found, ConversationNode)
    return [handler.name for handler in graph.tools_of(found)]


class PlainGraph(Graph):
    name = "plain"
    nodes = [BaseNode, SubNode, OverridingNode, SilencedNode, NamedNode]
    start = BaseNode


class GoodbyeGraph(PlainGraph):
    name = "goodbye"
    nodes = [*PlainGraph.nodes, TerminateSessionNode]


def test_a_nodes_id_is_its_class_name_unless_it_states_one():
    assert BaseNode.node_id() == "BaseNode"
    assert NamedNode.node_id() == "renamed-once"


def test_a_subclass_does_not_take_over_the_id_of_its_base():
    class HeirNode(NamedNode):
        pass

    assert HeirNode.node_id() == "HeirNode"


def test_a_node_refuses_writes_once_it_is_constructed():
    node = BaseNode()
    with pytest.raises(FrozenNodeError, match=r"BaseNode\.customer"):
        node.customer = "Ada"
    with pytest.raises(FrozenNodeError):
        del node.id


def test_a_node_may_prepare_itself_while_it_is_constructed():
    class PreparedNode(BaseNode):
        def __init__(self) -> None:
            self.words = ("a", "b")

        @cached_property
        def count(self) -> int:
            return len(self.words)

    node = PreparedNode()
    assert node.count == 2
    with pytest.raises(FrozenNodeError):
        node.words = ("c", "d")


def test_a_node_may_be_abstract():
    class Priced(ABC):
        @abstractmethod
        def price(self) -> int: ...

    class PricedNode(Priced, Node):
        def price(self) -> int:
            return 1

    assert PricedNode().price() == 1


def test_a_graph_makes_each_node_once():
    graph = PlainGraph()
    assert graph.node("BaseNode") is graph.node("BaseNode")


def test_inherited_handlers_count_and_come_first():
    assert names_of(PlainGraph(), "SubNode") == ["note", "forget"]


def test_an_overridden_handler_stands_once_and_is_the_subclass_s():
    (handler,) = PlainGraph().tools_of(OverridingNode())
    assert handler.description == "Note it better."


def test_a_handler_set_to_none_is_not_offered():
    assert names_of(PlainGraph(), "SilencedNode") == []


def test_the_goodbye_is_offered_last_and_only_where_the_graph_has_a_node_for_it():
    assert names_of(GoodbyeGraph(), "SubNode") == ["note", "forget", "terminate_session"]
    assert names_of(PlainGraph(), "SubNode") == ["note", "forget"]


def test_the_goodbye_node_itself_offers_no_tools():
    assert names_of(GoodbyeGraph(), "TerminateSessionNode") == []
