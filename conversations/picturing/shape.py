"""The shape of a graph: its nodes by kind, and the ways between them that the code states."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from conversations.authoring import ConversationNode, DecisionNode, Graph, Node, TerminateSessionNode
from conversations.authoring.nodes import END
from conversations.picturing.moves import Move, StatedMove, stated_moves


class NodeKind(StrEnum):
    """What a node does: talk to a customer, ask a decision provider, run code, or say goodbye."""

    CONVERSATION = "conversation"
    DECISION = "decision"
    CODE = "code"
    GOODBYE = "goodbye"


class EdgeKind(StrEnum):
    """How one node follows another.

    `go` in the same turn, `direct_to` in the next one; `fan_out` beside others, which `join` again;
    `finish` ends the session.
    """

    GO = "go"
    DIRECT_TO = "direct_to"
    FAN_OUT = "fan_out"
    JOIN = "join"
    FINISH = "finish"


@dataclass(frozen=True)
class NodeShape:
    """A node with the names of its tools, the framework's goodbye last."""

    id: str
    kind: NodeKind
    space: str
    tools: tuple[str, ...]


@dataclass(frozen=True)
class Edge:
    """A way from one node to another, or to the end of the session, which is called `END`."""

    source: str
    target: str
    kind: EdgeKind


@dataclass(frozen=True)
class GraphShape:
    """A graph as it is drawn. `goodbye` is the framework's node that ends sessions, None without one."""

    name: str
    start: str
    goodbye: str | None
    nodes: tuple[NodeShape, ...]
    edges: tuple[Edge, ...]


_shapes: dict[type[Graph], GraphShape] = {}


def shape_of(graph: Graph) -> GraphShape:
    """The shape of a graph. Reading the code takes a while, so it is done once a class."""
    graph_class = type(graph)
    if graph_class not in _shapes:
        _shapes[graph_class] = _read(graph)
    return _shapes[graph_class]


def _read(graph: Graph) -> GraphShape:
    nodes = [graph.node(node_class.node_id()) for node_class in graph.nodes]
    known = {END, *(node.node_id() for node in nodes)}
    edges = (edge for node in nodes for edge in _edges(graph, node))
    return GraphShape(
        name=graph.name,
        start=graph.start_id,
        goodbye=graph.terminate_id,
        nodes=tuple(_node(graph, node) for node in nodes),
        edges=tuple(dict.fromkeys(edge for edge in edges if {edge.source, edge.target} <= known)),
    )


def _node(graph: Graph, node: Node) -> NodeShape:
    tools = graph.tools_of(node) if isinstance(node, ConversationNode) else ()
    return NodeShape(
        id=node.node_id(),
        kind=kind_of(node),
        space=graph.space_of(node.node_id()),
        tools=tuple(handler.name for handler in tools),
    )


def kind_of(node: Node) -> NodeKind:
    """What a node does."""
    if isinstance(node, TerminateSessionNode):
        return NodeKind.GOODBYE
    if isinstance(node, ConversationNode):
        return NodeKind.CONVERSATION
    return NodeKind.DECISION if isinstance(node, DecisionNode) else NodeKind.CODE


def _edges(graph: Graph, node: Node) -> Iterator[Edge]:
    source = node.node_id()
    if isinstance(node, TerminateSessionNode):
        yield Edge(source, END, EdgeKind.FINISH)
        return
    moves = stated_moves(type(node))
    yield from (_plain(source, move) for move in moves if move[0] in _PLAIN)
    beside = [target for move, target in moves if move is Move.FAN_OUT]
    yield from (Edge(source, target, EdgeKind.FAN_OUT) for target in beside)
    for then in (target for move, target in moves if move is Move.THEN):
        yield from (Edge(one, then, EdgeKind.JOIN) for one in beside or [source])
    if graph.terminate_id and isinstance(node, ConversationNode) and _says_goodbye(graph, node):
        yield Edge(source, graph.terminate_id, EdgeKind.GO)


_PLAIN = {Move.GO: EdgeKind.GO, Move.DIRECT_TO: EdgeKind.DIRECT_TO, Move.FINISH: EdgeKind.FINISH}


def _plain(source: str, stated: StatedMove) -> Edge:
    move, target = stated
    return Edge(source, target or END, _PLAIN[move])


def _says_goodbye(graph: Graph, node: ConversationNode) -> bool:
    """Whether it offers the framework's own goodbye, whose code is not read as an author's is."""
    return any(tool.function is ConversationNode.terminate_session for tool in graph.tools_of(node))
