"""Checks of the methods of a graph's nodes before it is used: which there are, and what they take."""

import inspect
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from typing import Final

from conversations.authoring.findings import Findings, nodes_of, written_methods
from conversations.authoring.graph import Graph, NodeClass
from conversations.authoring.nodes import ConversationNode, DecisionNode, Node, TerminateSessionNode
from conversations.authoring.signatures import takes
from conversations.authoring.tools import handlers_of

HOOKS: Final[Mapping[str, tuple[str, ...]]] = {
    "run": ("context", "state"),
    "get_prompt": ("state",),
    "get_chat_config": (),
    "before_decision": ("context", "state"),
    "define_questions": ("state",),
    "get_decision_facts": ("state",),
    "get_decision_config": (),
    "on_decision": ("answers", "context", "state"),
    "on_decision_error": ("context",),
}
"""The methods of nodes that the engine calls, with what each is handed after `self`."""

GRAPH_HOOKS: Final[Mapping[str, tuple[str, ...]]] = {
    "today": (),
    "on_restore": ("session",),
    "on_decision_error": ("context",),
}
"""The same of the graph itself."""

SYNC: Final = (
    "today",
    "get_prompt",
    "get_chat_config",
    "define_questions",
    "get_decision_config",
    "get_decision_facts",
)

NEAR: Final = 0.9
"""How alike, from 0 to 1, a name is to that of a hook where somebody meant the hook: one letter in ten."""


def method_findings(graph: type[Graph]) -> Findings:
    """Code and text of every fault of the methods of a graph's nodes."""
    for node in nodes_of(graph):
        if issubclass(node, DecisionNode):
            yield from _of_decision(node)
        elif issubclass(node, ConversationNode):
            yield from _needed(node, "get_prompt", ConversationNode.get_prompt)
        else:
            yield from _needed(node, "run", Node.run)
            if any(handlers_of(node)):
                yield (
                    "node_tools",
                    f"{node.node_id()} has tools, but talks to no model that could call them; "
                    "make it a ConversationNode.",
                )
        yield from _calls(node, f"{node.node_id()}.", HOOKS)
        yield from _nearly_called(node, f"{node.node_id()}.", HOOKS)
    yield from _calls(graph, "", GRAPH_HOOKS)
    yield from _nearly_called(graph, "", GRAPH_HOOKS)
    goodbyes = [node.node_id() for node in nodes_of(graph) if issubclass(node, TerminateSessionNode)]
    if len(goodbyes) > 1:
        yield "node_duplicate", f"it has several TerminateSessionNodes: {', '.join(goodbyes)}; keep one."


def _of_decision(node: type[DecisionNode]) -> Findings:
    if hasattr(node, "get_chat_config") or hasattr(node, "chat"):
        yield (
            "decision_chat",
            f"{node.node_id()} is a DecisionNode and has a chat config; it has get_decision_config instead.",
        )
    if any(handlers_of(node)):
        yield (
            "decision_tools",
            f"{node.node_id()} is a DecisionNode and has tools, which only a ConversationNode can have.",
        )
    yield from _needed(node, "define_questions", DecisionNode.define_questions)
    yield from _needed(node, "on_decision", DecisionNode.on_decision)


def _needed(node: NodeClass, method: str, of_base: Callable[..., object]) -> Findings:
    if getattr(node, method) is of_base:
        article = "an" if method.startswith("o") else "a"
        wanted = ", ".join(("self", *HOOKS[method]))
        yield "node_method", f"{node.node_id()} needs {article} {method} method: def {method}({wanted})."


def _calls(owner: type, prefix: str, hooks: Mapping[str, tuple[str, ...]]) -> Findings:
    """What the engine calls has to take what the engine hands over, and some of it must not wait."""
    for method, parameters in hooks.items():
        function = inspect.getattr_static(owner, method, None)
        if not inspect.isfunction(function):
            continue
        place = f"{prefix}{method}"
        if method in SYNC and inspect.iscoroutinefunction(function):
            yield "node_method", f"{place} must be sync; what has to wait belongs into a handler."
        if not takes(function, parameters):
            wanted = ", ".join(("self", *parameters))
            yield "node_method", f"{place} must take ({wanted}), not {inspect.signature(function)}."


def _nearly_called(owner: type, prefix: str, hooks: Mapping[str, tuple[str, ...]]) -> Findings:
    """A misspelt hook would be passed over in silence, and its node do as the framework does."""
    tools = {handler.attribute for handler in handlers_of(owner)}
    written = [name for name in written_methods(owner) if name not in tools]
    missing = [hook for hook in hooks if hasattr(owner, hook) and hook not in written]
    for name in written:
        meant = max(missing, key=lambda hook: _likeness(name, hook), default="")
        if name not in hooks and not name.startswith("_") and _likeness(name, meant) >= NEAR:
            yield (
                "node_method",
                f"{prefix}{name} is called by nobody; call it {meant}, or by another name.",
            )


def _likeness(name: str, hook: str) -> float:
    return SequenceMatcher(None, name, hook).ratio()
