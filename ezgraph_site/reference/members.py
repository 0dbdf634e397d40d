"""What a class or a function is made of, as its author wrote it: signatures, defaults and meanings."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any


@dataclass(frozen=True)
class Attribute:
    """A member that is a value. `type` and `default` are code, "" where there is none."""

    name: str
    type: str
    default: str
    meaning: str


@dataclass(frozen=True)
class Function:
    """A function, a method, or a property, whose `signature` is its name alone."""

    name: str
    signature: str
    meaning: str


def attributes_of(owner: type) -> Iterator[Attribute]:
    """The public attributes that a class's own body gives, in its order, with the text below each."""
    body = _body_of(owner)
    for part, following in pairwise([*body, ast.Pass()]):
        match part:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                kind = _type(annotation)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                kind = ""
            case _:
                continue
        if not name.startswith("_"):
            yield Attribute(name, kind, ast.unparse(value) if value else "", _text(following))


def methods_of(owner: type) -> Iterator[Function]:
    """The public methods and properties of a class's own body, in its order."""
    for part in _body_of(owner):
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) or part.name.startswith("_"):
            continue
        decorators = {ast.unparse(decorator) for decorator in part.decorator_list}
        if "overload" not in decorators:
            yield _function(part, drop_first=True, is_property="property" in decorators)


def function(found: Any) -> Function:
    """A function of a module."""
    (part,) = ast.parse(textwrap.dedent(inspect.getsource(found))).body
    assert isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
    return _function(part, drop_first=False, is_property=False)


def constructor_of(owner: type) -> str:
    """The arguments of a class's own `__init__`, "" where it has none."""
    for part in _body_of(owner):
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return f"({_arguments(part, drop_first=True)})"
    return ""


def _body_of(owner: type) -> Sequence[ast.stmt]:
    (part,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
    assert isinstance(part, ast.ClassDef)
    return part.body


def _function(
    part: ast.FunctionDef | ast.AsyncFunctionDef, *, drop_first: bool, is_property: bool
) -> Function:
    returns = f" -> {ast.unparse(part.returns)}" if part.returns else ""
    prefix = "await " if isinstance(part, ast.AsyncFunctionDef) else ""
    arguments = "" if is_property else f"({_arguments(part, drop_first=drop_first)})"
    return Function(part.name, f"{prefix}{part.name}{arguments}{returns}", ast.get_docstring(part) or "")


def _arguments(part: ast.FunctionDef | ast.AsyncFunctionDef, *, drop_first: bool) -> str:
    arguments = part.args
    if drop_first:
        by_place = arguments.posonlyargs or arguments.args
        del by_place[0]
    return ast.unparse(arguments)


def _type(annotation: ast.expr) -> str:
    """An annotation without what it says to type checkers only."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="ClassVar" | "Final"), slice=inner):
            return ast.unparse(inner)
        case ast.Name(id="Final"):
            return ""
    return ast.unparse(annotation)


def _text(part: ast.stmt) -> str:
    match part:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return inspect.cleandoc(text)
    return ""
