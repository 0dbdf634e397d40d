"""Reads the targets of go(), direct_to() and fan_out() out of a node's source, as far as they stand there."""

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from conversations.authoring.builders import direct_to, fan_out, go

_PARAMETERS = ((go, ("target",)), (direct_to, ("target",)), (fan_out, ("targets", "then")))
"""The builders with the names of those parameters that hold targets, the one given by place first."""


def stated_targets(node_class: type, framework: str) -> Iterator[tuple[str, Any]]:
    """Yield (method name, target) for every target that can be read without running the method.

    A target is a class or a text. Methods of modules under `framework` are passed over, and so is
    whatever only a run could tell, such as a variable.
    """
    for name, function in inspect.getmembers(node_class, inspect.isfunction):
        if function.__module__.startswith(framework):
            continue
        for call in _calls(function):
            builder = _resolve(call.func, function)
            for parameters in (names for known, names in _PARAMETERS if known is builder):
                for expression in _targets(call, parameters):
                    target = _resolve(expression, function)
                    if isinstance(target, str | type):
                        yield name, target


def _calls(function: Any) -> Iterator[ast.Call]:
    try:
        source = inspect.getsource(function)
        # Dedenting would spoil methods that hold a text which begins at the left margin.
        tree = ast.parse(f"if True:\n{source}" if source[0].isspace() else source)
    except (OSError, SyntaxError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node


def _targets(call: ast.Call, parameters: tuple[str, ...]) -> Iterator[ast.expr]:
    """What stands where targets belong."""
    named = [keyword.value for keyword in call.keywords if keyword.arg in parameters]
    for expression in [*call.args[:1], *named]:
        yield from _parts(expression)


def _parts(expression: ast.expr) -> Iterator[ast.expr]:
    """Of a condition both sides, of a list its members."""
    match expression:
        case ast.IfExp(body=body, orelse=other):
            parts = [body, other]
        case ast.List(elts=members) | ast.Tuple(elts=members):
            parts = members
        case _:
            yield expression
            return
    for part in parts:
        yield from _parts(part)


def _resolve(expression: ast.expr, function: Any) -> Any:
    """The value of a constant or a dotted name that the module or a closure binds, else None."""
    match expression:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            if name in function.__code__.co_varnames:
                return None
            variables = inspect.getclosurevars(function)
            return {**variables.builtins, **function.__globals__, **variables.nonlocals}.get(name)
        case ast.Attribute(value=owner, attr=attribute):
            return getattr(_resolve(owner, function), attribute, None)
        case _:
            return None
