"""Checks of the names in an author's methods, as far as they can be read without running them."""

import ast
import builtins
import dis
import inspect
from collections.abc import Callable, Iterator, Mapping
from types import CodeType
from typing import Any

from conversations.authoring.findings import Findings, nodes_of, written_methods
from conversations.authoring.graph import Graph
from conversations.authoring.nodes import DecisionNode
from conversations.authoring.source import calls_in


def name_findings(graph: type[Graph]) -> Findings:
    """Code and text of every name that the methods of a graph and its nodes use and that nothing binds."""
    yield from _unbound_names(graph, "")
    for node in nodes_of(graph):
        yield from _unbound_names(node, f"{node.node_id()}.")
        if issubclass(node, DecisionNode):
            yield from _unknown_thresholds(node)


def _unbound_names(owner: type, prefix: str) -> Findings:
    for method, function in written_methods(owner).items():
        for name in dict.fromkeys(_unbound(function)):
            place = f"{prefix}{method}"
            yield "name_unknown", f"{place} uses the name {name}, which is not defined there; import it."


def _unbound(function: Callable[..., Any]) -> Iterator[str]:
    """The global names that a function reads and that neither its module nor Python has."""
    written = inspect.unwrap(function)
    if not inspect.isfunction(written):
        return
    for name in _globals_read(written.__code__):
        is_bound = name in written.__globals__ or hasattr(builtins, name)
        if not is_bound and name not in _bound_later(written):
            yield name


def _bound_later(function: Callable[..., Any]) -> set[str]:
    """The names that functions of the same module say they bind, with the statement `global`."""
    try:
        tree = ast.parse(inspect.getsource(inspect.getmodule(function) or function))
    except (OSError, SyntaxError):
        return set()
    return {name for part in ast.walk(tree) if isinstance(part, ast.Global) for name in part.names}


def _globals_read(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield str(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_read(constant)


def _unknown_thresholds(node: type[DecisionNode]) -> Findings:
    """Names in `context.threshold("…")` that the node does not declare; a variable's are not seen."""
    declared: object = node.thresholds
    if not isinstance(declared, Mapping):
        return
    for method, function in written_methods(node).items():
        for call in calls_in(function):
            match call:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="context"), attr="threshold"),
                    args=[ast.Constant(value=str(name))],
                ) if name not in declared:
                    yield (
                        "threshold",
                        f"{node.node_id()}.{method} reads the threshold {name!r}, which it does not declare; "
                        f"it declares {', '.join(map(str, declared)) or 'none'}.",
                    )
