"""Reads calls out of a function's source and finds what the names in them stand for."""

import ast
import inspect
from collections.abc import Iterator
from typing import Any


def calls_in(function: Any) -> Iterator[ast.Call]:
    """Every call that stands in a function; none where its source cannot be had."""
    try:
        source = inspect.getsource(function)
        # Dedenting would spoil methods that hold a text which begins at the left margin.
        tree = ast.parse(f"if True:\n{source}" if source[0].isspace() else source)
    except (OSError, SyntaxError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node


def parts_of(expression: ast.expr) -> Iterator[ast.expr]:
    """Of a condition both sides, of a list its members, else the expression itself."""
    match expression:
        case ast.IfExp(body=body, orelse=other):
            parts = [body, other]
        case ast.List(elts=members) | ast.Tuple(elts=members):
            parts = members
        case _:
            yield expression
            return
    for part in parts:
        yield from parts_of(part)


def value_of(expression: ast.expr, function: Any) -> Any:
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
            return getattr(value_of(owner, function), attribute, None)
        case _:
            return None
